import type { Knex } from 'knex'
import { quarterMs } from '../../model/time-slots.ts'
import { byQuarter } from '../../model/watched-time.ts'
import type { WatchedTime, WatchedTimeStore } from '../../model/watched-time.ts'
import { dialectOf } from '../dialect.ts'
import { read, write } from '../guard.ts'
import { changedBy } from '../statement.ts'

type Row = { configuration: number; profile_id: string; quarter: number; watched_ms: number }

const table = 'watched_quarters'
const chunkSize = 500

export function createWatchedTimeStore(db: Knex): WatchedTimeStore {
  const rows = () => db<Row>(table)

  return {
    async in(configuration, spans) {
      if (spans.length === 0) return []
      const quarters = spans.map(({ from, to }) => [quarterOf(from), quarterOf(to)] as const)
      const found = await read(db, () =>
        rows()
          .where({ configuration })
          .whereIn('profile_id', [...new Set(spans.map(({ profileId }) => profileId))])
          .where('quarter', '>=', Math.min(...quarters.map(([first]) => first)))
          .where('quarter', '<', Math.max(...quarters.map(([, end]) => end))),
      )
      return spans.map(({ profileId }, index) => {
        const [first, end] = quarters[index]!
        return found
          .filter((row) => row.profile_id === profileId)
          .filter(({ quarter }) => first <= quarter && quarter < end)
          .reduce((sum, { watched_ms: ms }) => sum + ms, 0)
      })
    },

    async sweep(before, signal) {
      for (;;) {
        if (signal?.aborted) return
        const oldest = await read(db, () =>
          rows()
            .where('quarter', '<', quarterOf(before))
            .orderBy('quarter')
            .first<Pick<Row, 'quarter'> | undefined>('quarter'),
        )
        if (!oldest) return
        await write(db, () => rows().where(oldest).delete())
      }
    },

    async forget(configuration) {
      await write(db, () => rows().where({ configuration }).delete())
    },
  }
}

const added = {
  sqlite: `on conflict (configuration, profile_id, quarter) do update set watched_ms = watched_ms + excluded.watched_ms`,
  mysql: `on duplicate key update ${table}.watched_ms = ${table}.watched_ms + values(watched_ms)`,
} as const

/** Within the transaction that writes the plays, so that no time counts twice. */
export async function addWatched(trx: Knex, { configuration, parts }: WatchedTime): Promise<void> {
  const found = parts.flatMap(({ profileId, ...part }) =>
    byQuarter(part).map(({ quarter, ms }) => ({ profileId, quarter, ms })),
  )
  // In a fixed order, so that two devices cannot deadlock.
  const sorted = found.toSorted(
    (a, b) => a.profileId.localeCompare(b.profileId) || a.quarter - b.quarter,
  )
  for (let start = 0; start < sorted.length; start += chunkSize) {
    const rows = sorted.slice(start, start + chunkSize)
    await changedBy(
      trx,
      `insert into ${table} (configuration, profile_id, quarter, watched_ms)
       values ${rows.map(() => '(?, ?, ?, ?)').join(', ')} ${added[dialectOf(trx)]}`,
      rows.flatMap(({ profileId, quarter, ms }) => [configuration, profileId, quarter, ms]),
    )
  }
}

function quarterOf(at: number): number {
  return Math.floor(at / quarterMs)
}
