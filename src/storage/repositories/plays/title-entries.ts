import type { Knex } from 'knex'
import { storedItemKey } from '../../../model/history-key.ts'
import type { PlayedTitle } from '../../../model/play-filter.ts'
import type { WatchEntry } from '../../../model/watch.ts'
import { byIndex, dialectOf, listTable } from '../../dialect.ts'
import { read } from '../../guard.ts'
import { rowsOf } from '../../statement.ts'
import { historyRows, historyTable, inChunks, toEntry } from '../history/rows.ts'

const itemIndex = 'history_viewer_item_key_unique'
const titleIndex = 'history_viewer_title_key_season_played_index'

/** What any of some histories says of each title, as an entry of the film or series; null: nothing. */
export async function titleEntries(
  db: Knex,
  historyIds: readonly number[],
  titles: readonly PlayedTitle[],
): Promise<readonly (WatchEntry | null)[]> {
  const keys = (space: PlayedTitle['space']) =>
    titles.flatMap((title) => (title.space === space ? [title.titleKey] : []))
  const films = inChunks(keys('movie'), (some) =>
    read(db, () =>
      historyRows(db)
        .from(db.raw(byIndex(db, historyTable, itemIndex)))
        .whereIn('viewer', [...historyIds])
        .whereIn('item_key', [...some])
        .where('sort_at', '>', 0),
    ),
  )
  const latest = inChunks(keys('series'), (some) => lastEpisodes(db, historyIds, some))
  const [ofFilms, numbers] = await Promise.all([films, latest])
  const episodes = await inChunks(numbers, (some) =>
    read(db, () => historyRows(db).whereIn('number', [...some])),
  )
  const known = new Map([
    ...ofFilms.map((row) => [`movie ${row.title_key}`, toEntry(row)] as const),
    ...episodes.map((row) => [`series ${row.title_key}`, seriesOf(toEntry(row))] as const),
  ])
  return titles.map(({ space, titleKey }) => known.get(`${space} ${titleKey}`) ?? null)
}

/** The number of one entry of each series. Only one row of each history is looked at, of its last season: it may have hundreds. */
async function lastEpisodes(
  db: Knex,
  historyIds: readonly number[],
  titleKeys: readonly string[],
): Promise<readonly number[]> {
  const last = `select number from ${byIndex(db, historyTable, titleIndex)}
     where viewer = histories.value and title_key = titles.value and season is not null and sort_at > 0
     order by season desc, played desc, number desc limit 1`
  const lists = `${listTable(db, 'titles', 'text')} cross join ${listTable(db, 'histories', 'number')}`
  const join = dialectOf(db) === 'mysql' ? 'straight_join' : 'cross join'
  const rows = await read(db, () =>
    rowsOf<{ number: number }>(
      db,
      `select max(entry.number) as number from (select (${last}) as number from ${lists}) found
       ${join} ${historyTable} entry on entry.number = found.number group by entry.title_key`,
      [JSON.stringify(titleKeys), JSON.stringify(historyIds)],
    ),
  )
  return rows.map(({ number }) => number)
}

function seriesOf(entry: WatchEntry): WatchEntry {
  const { item, titleKey } = entry
  return {
    ...entry,
    kind: 'series',
    itemKey: titleKey,
    storedKey: storedItemKey({ kind: 'series', itemKey: titleKey }),
    season: null,
    episode: null,
    durationMs: null,
    item: {
      ...item,
      name: item.seriesName ?? item.name,
      year: null,
      seriesName: null,
      runtimeMs: null,
      primary: item.seriesPrimary,
      seriesPrimary: null,
    },
  }
}
