import type { Knex } from 'knex'
import { AppError } from '../../core/errors.ts'
import { spanMs } from '../../model/source-health.ts'
import type {
  FailureKind,
  HealthBucket,
  HealthDelta,
  HealthSpan,
  HealthStore,
} from '../../model/source-health.ts'
import { read, transact, write } from '../guard.ts'
import { addLatencies } from '../latencies.ts'

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
const day = 86_400_000
/** How long rows are kept. */
export const keptMs: Readonly<Record<HealthSpan, number>> = { hour: 32 * day, day: 400 * day }
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

    async list(configuration, area, span, from, to) {
      const found = await read(db, () =>
        rows()
          .where({ configuration, span, area })
          .where('from_at', '>=', from)
          .where('from_at', '<', to)
          .orderBy('from_at')
          .select(
            ...(['from_at', 'area', 'subject', 'answered', 'remembered', 'results'] as const),
            ...(['kept', 'failures', 'p50', 'p95', 'p99'] as const),
          ),
      )
      return found.map(toBucket)
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
  const failures = readFailures(row.failures)
  for (const [kind, count] of Object.entries(delta.failures)) {
    failures[kind as FailureKind] = (failures[kind as FailureKind] ?? 0) + count
  }
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

function readFailures(text: string): Partial<Record<FailureKind, number>> {
  return JSON.parse(text) as Partial<Record<FailureKind, number>>
}

function toBucket({
  from_at: from,
  area,
  failures,
  ...row
}: Omit<Row, 'configuration' | 'span' | 'latencies'>) {
  return { ...row, from, area: area as HealthBucket['area'], failures: readFailures(failures) }
}
