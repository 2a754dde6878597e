import type { Knex } from 'knex'
import type { AreaFigures, InstanceFigures } from '../../model/instance-figures.ts'
import type { FailureKind, HealthArea } from '../../model/source-health.ts'
import { read } from '../guard.ts'
import { configurationTable } from './configurations.ts'

/** Where a use of a configuration leaves a time. Hours of the health of sources stand for searches. */
const uses = [
  { table: 'devices', at: 'seen_at', where: {} },
  { table: 'browser_sessions', at: 'seen_at', where: {} },
  { table: 'access_tokens', at: 'used_at', where: {} },
  { table: 'source_health', at: 'from_at', where: { span: 'hour' } },
] as const

type Grouped = {
  area: HealthArea
  tracker: string
  failures: string
  // MySQL answers sums as text.
  rows: number | string
  answered: number | string
  remembered: number | string
}

/** Reads every configuration's rows, but only counts them. */
export function createInstanceFigures(db: Knex): InstanceFigures {
  const count = async (query: Knex.QueryBuilder): Promise<number> => {
    const [row] = (await read(db, () => query.count({ count: '*' }))) as {
      count: number | string
    }[]
    return Number(row!.count)
  }

  return {
    async configurations() {
      const latest = [
        db(configurationTable).max({ at: 'updated_at' }),
        ...uses.map(({ table, at, where }) => db(table).where(where).max({ at })),
      ]
      const times: number[] = []
      for (const query of latest) {
        const [row] = (await read(db, () => query)) as { at: number | string | null }[]
        times.push(Number(row?.at ?? 0))
      }
      const total = await count(db(configurationTable))
      return { total, lastUsedAt: total === 0 ? null : Math.max(...times) }
    },

    usedSince: (since) =>
      count(
        db(configurationTable).where((one) => {
          void one.where('updated_at', '>=', since)
          for (const { table, at, where } of uses) {
            const used = db(table)
              .select(db.raw('1'))
              .whereRaw(`${table}.configuration = ${configurationTable}.number`)
              .where(where)
              .where(at, '>=', since)
            void one.orWhereExists(used)
          }
        }),
      ),

    async areas(since, trackers) {
      const marks = trackers.map(() => '?').join(', ')
      const tracker = db.raw(
        `case when area = 'tracker' and subject in (${marks}) then subject else '' end`,
        [...trackers],
      )
      const found = (await read(db, () =>
        db('source_health')
          .where('span', 'hour')
          .where('from_at', '>=', since)
          .whereNot('area', 'links')
          .select('area', 'failures', db.raw('? as tracker', [tracker]))
          .count({ rows: '*' })
          .sum({ answered: 'answered', remembered: 'remembered' })
          .groupBy('area', 'tracker', 'failures'),
      )) as unknown as Grouped[]
      return added(found)
    },

    async trackerEvents() {
      const waiting = await count(db('tracker_events').where({ state: 'waiting' }))
      return { waiting, givenUp: await count(db('tracker_events').where({ state: 'dropped' })) }
    },

    devices: () => count(db('devices').whereNot('origin', 'apiKey')),
  }
}

/** Most rows have no failures, and share one group. */
function added(found: readonly Grouped[]): readonly AreaFigures[] {
  const sums = new Map<string, AreaFigures>()
  for (const { area, tracker, failures, rows, answered, remembered } of found) {
    const key = `${area} ${tracker}`
    const before = sums.get(key) ?? empty(area, tracker === '' ? null : tracker)
    const failed = { ...before.failures }
    for (const [kind, times] of Object.entries(JSON.parse(failures) as Record<string, number>)) {
      failed[kind as FailureKind] = (failed[kind as FailureKind] ?? 0) + times * Number(rows)
    }
    sums.set(key, {
      ...before,
      answered: before.answered + Number(answered),
      remembered: before.remembered + Number(remembered),
      failures: failed,
    })
  }
  return [...sums].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, figures]) => figures)
}

function empty(area: HealthArea, tracker: string | null): AreaFigures {
  return { area, tracker, answered: 0, remembered: 0, failures: {} }
}
