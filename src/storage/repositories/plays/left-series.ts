import type { Knex } from 'knex'
import type { LeftSeries } from '../../../model/play-store.ts'
import { read } from '../../guard.ts'
import { inChunks, liveRows } from '../history/rows.ts'
import { episodeCounts } from './title-facts.ts'

/** Series of one history that are looked through. */
const mostSeries = 2_000

/** Series of which nothing was played since a time, though episodes are known to be left; those left last first. */
export async function leftSeries(
  db: Knex,
  configuration: number,
  historyId: number,
  before: number,
): Promise<readonly LeftSeries[]> {
  const begun = await read(db, () =>
    liveRows(db, historyId)
      .where({ kind: 'episode' })
      .whereNotNull('last_played_at')
      .groupBy('title_key')
      .select('title_key')
      .max({ latest: 'last_played_at' })
      .having('latest', '<', before)
      .orderBy('latest', 'desc')
      .orderBy('title_key')
      .limit(mostSeries),
  )
  const keys = begun.map(({ title_key }) => title_key)
  const [counts, known] = await Promise.all([
    playedOf(db, historyId, keys),
    episodeCounts(db, configuration, keys),
  ])
  return begun.flatMap(({ title_key, latest }) => {
    const played = counts.get(title_key) ?? 0
    const episodes = known.get(title_key) ?? null
    if (episodes !== null && played >= episodes) return []
    return [{ titleKey: title_key, lastAt: Number(latest ?? 0), played, episodes }]
  })
}

/** Regular episodes that were played, by title. */
async function playedOf(
  db: Knex,
  historyId: number,
  titleKeys: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await inChunks(titleKeys, (some) =>
    read(db, () =>
      liveRows(db, historyId)
        .whereIn('title_key', [...some])
        .where({ kind: 'episode', played: true })
        .where((where) => where.where('season', '>', 0).orWhereNull('season'))
        .groupBy('title_key')
        .select('title_key')
        .count({ played: '*' }),
    ),
  )
  return new Map(rows.map((row) => [row['title_key'], Number(row['played'])]))
}
