import type { Knex } from 'knex'
import type { PlayFilter } from '../../../model/play-filter.ts'
import { read } from '../../guard.ts'
import { liveRows } from '../history/rows.ts'

/** Names the titles of favorites where a filter asks for it: mostly they are few, and found by an index. */
export async function nameFavorites<F extends PlayFilter>(db: Knex, filter: F): Promise<F> {
  if (filter.favorite !== true || filter.items !== null) return filter
  const titles = new Map<number, readonly string[]>()
  for (const { historyId } of filter.readers) {
    const favorites = await read(db, () =>
      liveRows(db, historyId).where({ favorite: true }).distinct('title_key').pluck('title_key'),
    )
    const asked = filter.titles && new Set(filter.titles.get(historyId))
    titles.set(
      historyId,
      favorites.filter((key) => asked?.has(key) ?? true),
    )
  }
  return { ...filter, titles }
}
