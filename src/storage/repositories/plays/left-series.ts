import type { Knex } from 'knex'
import type { LeftSeries, LeftSeriesQuery } from '../../../model/play-store.ts'
import { read } from '../../guard.ts'
import { liveRows } from '../history/rows.ts'
import type { Row } from '../history/rows.ts'
import { episodeCounts } from './title-facts.ts'

/** Series of one history that are looked through. */
const mostSeries = 2_000
const rowsAtOnce = 200
const mostRowsAtOnce = 3_200
const seriesAtOnce = 20

type Place = Pick<Row, 'last_played_at' | 'number'>
type Step = Place & Pick<Row, 'title_key'>

/** Walks from the newest episode before a time to older ones, so that the answer is there before all of them are read. */
export async function leftSeries(
  db: Knex,
  query: LeftSeriesQuery,
  atOnce = rowsAtOnce,
): Promise<readonly LeftSeries[]> {
  const { before, first, titles } = query
  const shown = titles && new Set(titles)
  const found: LeftSeries[] = []
  const met = new Set<string>()
  let place: Place = { last_played_at: before, number: 0 }
  for (let size = atOnce; ; size = Math.min(2 * size, mostRowsAtOnce)) {
    const steps = await stepsBefore(db, query, place, size)
    const fresh = [...new Set(steps.map(({ title_key }) => title_key))].filter(
      (key) => !met.has(key),
    )
    for (const key of fresh) met.add(key)
    const asked = fresh.filter((key) => shown?.has(key) ?? true)
    for (let start = 0; start < asked.length && found.length < first; start += seriesAtOnce) {
      found.push(...(await leftOf(db, query, asked.slice(start, start + seriesAtOnce))))
    }
    if (found.length >= first || steps.length < size || met.size >= mostSeries) break
    place = steps.at(-1)!
  }
  return found.slice(0, first)
}

/** Episodes that were played before a place, newest first. Each half is read from the index that begins with `played`. */
async function stepsBefore(
  db: Knex,
  { historyId, after }: LeftSeriesQuery,
  { last_played_at: at, number }: Place,
  size: number,
): Promise<readonly Step[]> {
  const half = (played: boolean): Promise<readonly Step[]> =>
    read(db, () =>
      liveRows(db, historyId)
        .where({ played, kind: 'episode' })
        .where('last_played_at', '<=', at)
        .where((rows) => void (after !== null && rows.where('last_played_at', '>', after)))
        .where((rows) => void rows.where('last_played_at', '<', at).orWhere('number', '<', number))
        .orderBy([
          { column: 'last_played_at', order: 'desc' },
          { column: 'number', order: 'desc' },
        ])
        .limit(size)
        .select('number', 'title_key', 'last_played_at'),
    )
  const both = [...(await half(true)), ...(await half(false))]
  return both
    .toSorted((a, b) => Number(b.last_played_at) - Number(a.last_played_at) || b.number - a.number)
    .slice(0, size)
}

/** Those of these series that were not played since, and of which not every episode was. */
async function leftOf(
  db: Knex,
  { configuration, historyId, before }: LeftSeriesQuery,
  titleKeys: readonly string[],
): Promise<readonly LeftSeries[]> {
  const counts = await countsOf(db, historyId, titleKeys)
  const known = await episodeCounts(db, configuration, titleKeys)
  return titleKeys.flatMap((titleKey) => {
    const { lastAt, played } = counts.get(titleKey) ?? { lastAt: 0, played: 0 }
    const episodes = known.get(titleKey) ?? 0
    return lastAt < before && played < episodes ? [{ titleKey, lastAt, played, episodes }] : []
  })
}

/** Of each series: when an episode was last played, and how many regular ones were. */
async function countsOf(
  db: Knex,
  historyId: number,
  titleKeys: readonly string[],
): Promise<ReadonlyMap<string, { readonly lastAt: number; readonly played: number }>> {
  const rows = await read(db, () =>
    liveRows(db, historyId)
      .whereIn('title_key', [...titleKeys])
      .where({ kind: 'episode' })
      .groupBy('title_key')
      .select('title_key')
      .max({ latest: 'last_played_at' })
      .sum({
        played: db.raw('case when ?? and (?? > 0 or ?? is null) then 1 else 0 end', [
          'played',
          'season',
          'season',
        ]),
      }),
  )
  return new Map(
    rows.map((row) => [
      row['title_key'],
      { lastAt: Number(row['latest'] ?? 0), played: Number(row['played']) },
    ]),
  )
}
