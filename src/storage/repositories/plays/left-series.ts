import type { Knex } from 'knex'
import type { LeftSeries, LeftSeriesQuery } from '../../../model/play-store.ts'
import { read } from '../../guard.ts'
import { places, rowsOf } from '../../statement.ts'
import { historyTable } from '../history/rows.ts'
import type { Row } from '../history/rows.ts'
import { factTable } from './title-facts.ts'

/** Series of one history that are looked through. */
const mostSeries = 2_000
const rowsAtOnce = 200
const mostRowsAtOnce = 3_200
const seriesAtOnce = 20

const firstTime = -8.64e15

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
  const half = (played: 0 | 1) =>
    `select * from (
       select number, title_key, last_played_at from ${historyTable}
       where viewer = ? and sort_at > 0 and played = ${played} and kind = 'episode'
         and last_played_at > ? and last_played_at <= ? and (last_played_at < ? or number < ?)
       order by last_played_at desc, number desc limit ${size}
     ) half${played}`
  const values = [historyId, after ?? firstTime, at, at, number]
  const both = await read(db, () =>
    rowsOf<Step>(db, `${half(1)} union all ${half(0)}`, [...values, ...values]),
  )
  return both
    .toSorted((a, b) => Number(b.last_played_at) - Number(a.last_played_at) || b.number - a.number)
    .slice(0, size)
}

type Counted = {
  readonly title_key: string
  readonly latest: number | string | null
  readonly played: number | string
  readonly episodes: number | null
}

/** Those of these series that were not played since, and of which not every regular episode that was on air when they were last met was. */
async function leftOf(
  db: Knex,
  { configuration, historyId, before }: LeftSeriesQuery,
  titleKeys: readonly string[],
): Promise<readonly LeftSeries[]> {
  const sql = `
    select own.title_key, own.latest, own.played, known.episodes from (
      select title_key, max(last_played_at) as latest,
        sum(case when played and (season > 0 or season is null) then 1 else 0 end) as played
      from ${historyTable}
      where viewer = ? and sort_at > 0 and kind = 'episode' and title_key in (${places(titleKeys.length)})
      group by title_key
    ) own join ${factTable} known
      on known.configuration = ? and known.space = 1 and known.title_key = own.title_key`
  const rows = await read(db, () =>
    rowsOf<Counted>(db, sql, [historyId, ...titleKeys, configuration]),
  )
  const byKey = new Map(rows.map((row) => [row.title_key, row]))
  return titleKeys.flatMap((titleKey) => {
    const row = byKey.get(titleKey)
    const lastAt = Number(row?.latest ?? 0)
    const played = Number(row?.played ?? 0)
    const episodes = row?.episodes ?? 0
    return lastAt < before && played < episodes ? [{ titleKey, lastAt, played, episodes }] : []
  })
}
