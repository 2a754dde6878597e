import type { Knex } from 'knex'
import { read } from '../../guard.ts'
import { liveRows } from '../history/rows.ts'
import { numbersOf } from './title-sums.ts'

/** The favorites of a history, by the numbers and keys of its titles. */
export type FavoriteTitles = {
  /** Series: all that belongs to them is a favorite. */
  readonly series: ReadonlySet<number>
  /** Films and videos. */
  readonly films: ReadonlySet<number>
  /** Series of which single episodes are favorites. */
  readonly partial: ReadonlyMap<number, string>
}

const seriesPrefix = 'series '

export async function favoriteTitles(db: Knex, historyId: number): Promise<FavoriteTitles> {
  const rows = await read(db, () =>
    liveRows(db, historyId)
      .where({ favorite: true })
      // Whether a play counts as a favorite depends on its item and its series alone.
      .whereNot({ kind: 'season' })
      .select('item_key', 'title_key'),
  )
  const {
    series = [],
    film = [],
    episode = [],
  } = Object.groupBy(rows, (row) => {
    if (row.item_key.startsWith(seriesPrefix)) return 'series'
    return row.item_key === row.title_key ? 'film' : 'episode'
  })
  const whole = await numbersIn(
    db,
    series.map((row) => row.item_key.slice(seriesPrefix.length)),
  )
  const films = await numbersIn(
    db,
    film.map((row) => row.item_key),
  )
  const partial = await numbersIn(
    db,
    episode.map((row) => row.title_key),
  )
  return {
    series: new Set(whole.values()),
    films: new Set(films.values()),
    partial: new Map(
      [...partial].flatMap(([key, number]) => (whole.has(key) ? [] : [[number, key] as const])),
    ),
  }
}

function numbersIn(db: Knex, keys: readonly string[]): Promise<ReadonlyMap<string, number>> {
  return read(db, () => numbersOf(db, [...new Set(keys)]))
}
