import type { Knex } from 'knex'
import { AppError } from '../../core/errors.ts'
import { keptMs, spanMs } from '../../model/source-health.ts'
import type {
  FailureKind,
  HealthArea,
  HealthBucket,
  HealthDelta,
  HealthSpan,
  HealthStore,
} from '../../model/source-health.ts'
import { slotFinder } from '../../model/time-slots.ts'
import { read, transact, write } from '../guard.ts'
import { addLatencies, percentilesOf } from '../latencies.ts'

type Failures = Partial<Record<FailureKind, number>>
type Key = {
  configuration: number
  span: string
  from_at: number
  area: string
  subject: string
}
type Row = Key & {
  answered: number
  remembered: number
  results: number
  kept: number
  failures: string
  latencies: string | null
  p50: number | null
  p95: number | null
  p99: number | null
}

const table = 'source_health'
const keyColumns = ['configuration', 'span', 'from_at', 'area', 'subject']
const atOnce = 100

export function createHealthStore(db: Knex): HealthStore {
  const rows = () => db<Row>(table)

  return {
    async add(deltas) {
      let failure: unknown = null
      for (let start = 0; start < deltas.length; start += atOnce) {
        const part = deltas.slice(start, start + atOnce)
        try {
          await transact(db, (trx) => addRows(trx, part))
        } catch (error) {
          // A database that is away takes nothing; a part that cannot be stored must not lose the others.
          if (error instanceof AppError) throw error
          failure ??= error
        }
      }
      if (failure !== null) throw failure
    },

    async list(configuration, areas, span, from, to) {
      const found = await read(db, () =>
        rows()
          .where({ configuration, span })
          .whereIn('area', areas)
          .where('from_at', '>=', from)
          .where('from_at', '<', to)
          .orderBy('from_at')
          .select(
            ...(['from_at', 'area', 'subject', 'answered', 'remembered', 'results'] as const),
            ...(['kept', 'failures', 'p50', 'p95', 'p99'] as const),
          ),
      )
      return toBuckets(found)
    },

    async sumHours(configuration, areas, starts) {
      const found = await read(db, () =>
        summands(rows(), configuration, areas, starts[0]!, starts.at(-1)!).where({ span: 'hour' }),
      )
      return sumsOf(found, starts)
    },

    async sum(configuration, areas, from, to) {
      const days = Math.ceil(from / spanMs.day) * spanMs.day
      const hours = Math.max(days, to - (to % spanMs.day))
      const parts = [
        ['hour', from, Math.min(days, to)],
        ['day', days, hours],
        ['hour', hours, to],
      ] as const
      const found = await Promise.all(
        parts
          .filter(([, begin, end]) => begin < end)
          .map(([span, begin, end]) =>
            read(db, () => summands(rows(), configuration, areas, begin, end).where({ span })),
          ),
      )
      return sumsOf(found.flat(), [from, to])
    },

    async prune(now) {
      for (const span of Object.keys(keptMs) as HealthSpan[]) {
        await write(db, () =>
          rows()
            .where({ span })
            .where('from_at', '<', now - keptMs[span])
            .delete(),
        )
      }
    },

    async forget(configuration) {
      await write(db, () => rows().where({ configuration }).delete())
    },
  }
}

function summands(
  rows: Knex.QueryBuilder<Row>,
  configuration: number,
  areas: readonly HealthArea[],
  from: number,
  to: number,
) {
  return rows
    .where({ configuration })
    .whereIn('area', areas)
    .where('from_at', '>=', from)
    .where('from_at', '<', to)
    .orderBy('from_at')
    .select(
      ...(['from_at', 'area', 'subject', 'answered', 'remembered', 'results'] as const),
      ...(['kept', 'failures', 'latencies'] as const),
    )
}

/** In one order on all nodes, so that they do not lock each other out. */
async function addRows(trx: Knex, deltas: readonly HealthDelta[]): Promise<void> {
  const wanted = new Map<string, { key: Key; deltas: HealthDelta[] }>()
  for (const delta of deltas) {
    for (const span of ['hour', 'day'] as const) {
      const key = keyOf(delta, span)
      const name = JSON.stringify(Object.values(key))
      const entry = wanted.get(name) ?? { key, deltas: [] }
      entry.deltas.push(delta)
      wanted.set(name, entry)
    }
  }
  for (const [, { key, deltas: added }] of [...wanted].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const known = await trx<Row>(table).where(key).forUpdate().first()
    const row = added.reduce(plus, known ?? emptyRow(key))
    await trx<Row>(table).insert(row).onConflict(keyColumns).merge()
  }
}

function keyOf({ configuration, area, subject, hour }: HealthDelta, span: HealthSpan): Key {
  return { configuration, span, from_at: hour - (hour % spanMs[span]), area, subject }
}

function emptyRow(key: Key): Row {
  const nothing = { answered: 0, remembered: 0, results: 0, kept: 0, failures: '{}' }
  return { ...key, ...nothing, latencies: null, p50: null, p95: null, p99: null }
}

function plus(row: Row, delta: HealthDelta): Row {
  const failures = plusFailures(readFailures(row.failures), delta.failures)
  const latencies = addLatencies(row.latencies, delta.latencies)
  return {
    ...row,
    answered: row.answered + delta.answered,
    remembered: row.remembered + delta.remembered,
    results: row.results + delta.results,
    kept: row.kept + delta.kept,
    failures: JSON.stringify(failures),
    latencies: latencies?.text ?? null,
    p50: latencies?.p50 ?? null,
    p95: latencies?.p95 ?? null,
    p99: latencies?.p99 ?? null,
  }
}

type Hour = Omit<Row, 'configuration' | 'span' | 'p50' | 'p95' | 'p99'>
type Sum = Omit<Hour, 'from_at' | 'failures' | 'latencies'> & {
  readonly from: number
  readonly failures: Map<string, number>
  readonly latencies: string[]
}

/** A month of ten sources has thousands of hours, so sums are added to in place and equal failures are read once. */
function sumsOf(hours: readonly Hour[], starts: readonly number[]): readonly HealthBucket[] {
  const slotOf = slotFinder({ kind: 'line', starts })
  const slots = starts.map(() => new Map<string, Sum>())
  for (const hour of hours) {
    const slot = slotOf(hour.from_at)
    const sums = slots[slot]!
    const { area, subject } = hour
    const key = `${area} ${subject}`
    let sum = sums.get(key)
    if (!sum) {
      const nothing = { answered: 0, remembered: 0, results: 0, kept: 0 }
      sum = { ...nothing, area, subject, from: starts[slot]!, failures: new Map(), latencies: [] }
      sums.set(key, sum)
    }
    addHour(sum, hour)
  }
  return slots.flatMap((sums) =>
    [...sums.values()].map(({ area, failures, latencies, ...sum }) => ({
      ...sum,
      area: area as HealthArea,
      failures: [...failures].reduce<Failures>(
        (added, [text, hours]) => plusFailures(added, readFailures(text), hours),
        {},
      ),
      ...(percentilesOf(latencies) ?? { p50: null, p95: null, p99: null }),
    })),
  )
}

function addHour(sum: Sum, hour: Hour): void {
  sum.answered += hour.answered
  sum.remembered += hour.remembered
  sum.results += hour.results
  sum.kept += hour.kept
  sum.failures.set(hour.failures, (sum.failures.get(hour.failures) ?? 0) + 1)
  if (hour.latencies !== null) sum.latencies.push(hour.latencies)
}

function plusFailures(failures: Failures, added: Failures, times = 1): Failures {
  const sum = { ...failures }
  for (const [kind, count] of Object.entries(added)) {
    sum[kind as FailureKind] = (sum[kind as FailureKind] ?? 0) + count * times
  }
  return sum
}

function readFailures(text: string): Failures {
  return JSON.parse(text) as Failures
}

type Listed = Omit<Row, 'configuration' | 'span' | 'latencies'>

/** Thousands of hours have few different failures, so equal ones are read once. */
function toBuckets(rows: readonly Listed[]): readonly HealthBucket[] {
  const read = new Map<string, Failures>()
  return rows.map((row) => {
    let failures = read.get(row.failures)
    if (!failures) read.set(row.failures, (failures = readFailures(row.failures)))
    return {
      from: row.from_at,
      area: row.area as HealthArea,
      subject: row.subject,
      answered: row.answered,
      remembered: row.remembered,
      results: row.results,
      kept: row.kept,
      failures,
      p50: row.p50,
      p95: row.p95,
      p99: row.p99,
    }
  })
}
