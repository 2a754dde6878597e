import type { Knex } from 'knex'
import type { KeyChoice, PlayFilter } from '../../../model/play-filter.ts'
import { dialectOf } from '../../dialect.ts'
import { historyTable } from '../history/rows.ts'
import { itemIndex, playTable, titleIndex } from './rows.ts'
import { filmKinds } from './title-sums.ts'

/** Titles that have a range of the index each; of more, all rows are looked through. */
export const mostTitleRanges = 400

/** The index that finds what a filter names, and which of its keys are asked for; null: all. */
export function namedKeys({ titles, items }: PlayFilter) {
  return items === null
    ? ({ column: 'title_key', index: titleIndex, keys: titles } as const)
    : ({ column: 'item_key', index: itemIndex, keys: items } as const)
}

/** Parts of titles, of which no count is kept, and whose plays are few. */
export function isOfParts({ items, season }: PlayFilter): boolean {
  return items !== null || season !== null
}

/** Asks for names only: '' is what kept counts have for plays without one. */
export function askNames<F extends PlayFilter>(filter: F): F {
  const names = (values: readonly string[] | null) =>
    values?.filter((value) => value !== '') ?? null
  return { ...filter, clients: names(filter.clients), devices: names(filter.devices) }
}

/** What of a filter no range of an index says: all but whose history, the time, the titles and the items. */
export function filterPlays(query: Knex.QueryBuilder, on: Knex, filter: PlayFilter): void {
  const profileIds = filter.readers.flatMap((reader) => reader.profileIds)
  void query.whereIn('profile_id', [...new Set(profileIds)])
  const { season, kinds, finished, favorite, origin, clients, devices } = filter
  leaveOut(query, filter.except)
  if (season !== null) void query.where({ season })
  if (kinds !== null) void query.whereIn('kind', [...kinds])
  if (finished !== null) void query.where({ finished })
  if (origin !== null) void query.where({ origin })
  if (clients !== null) void query.whereIn('client', [...clients])
  if (devices !== null) void query.whereIn('device_name', [...devices])
  const names = { owner: 'history_id', table: playTable }
  if (favorite === true) void query.whereExists(favoriteOf(on, names))
  if (favorite === false) void query.whereNotExists(favoriteOf(on, names))
}

/** What of a filter keeps titles apart that have the same key. */
export function leaveOut(query: Knex.QueryBuilder, except: PlayFilter['except']): void {
  for (const [space, titles] of Map.groupBy(except, (title) => title.space)) {
    void query.whereNot((rows) => {
      const keys = titles.map(({ titleKey }) => titleKey)
      if (space === 'movie') void rows.whereIn('kind', filmKinds).whereIn('title_key', keys)
      else void rows.whereNotIn('kind', filmKinds).whereIn('title_key', keys)
    })
  }
}

/** Whether the item of a row of a table, or its series, is a favorite in the history of its owner. */
export function favoriteOf(
  on: Knex,
  { owner, table }: { readonly owner: string; readonly table: string },
): Knex.QueryBuilder {
  const series =
    dialectOf(on) === 'mysql'
      ? `concat('series ', ${table}.title_key)`
      : `'series ' || ${table}.title_key`
  const isFilm = `${table}.kind in ('${filmKinds.join("', '")}')`
  const own = `case when ${isFilm} then ${table}.item_key else ${series} end`
  return on(`${historyTable} as favorites`)
    .select(on.raw('1'))
    .whereRaw(`favorites.viewer = ${table}.${owner}`)
    .whereRaw(`favorites.item_key in (${table}.item_key, ${own})`)
    .where('favorites.favorite', true)
    .where('favorites.sort_at', '>', 0)
}

/** The keys of each history; the histories of a household mostly share theirs. */
export function setsOf(chosen: NonNullable<KeyChoice>): ReadonlyMap<number, ReadonlySet<string>> {
  const sets = new Map<readonly string[], ReadonlySet<string>>()
  const setOf = (list: readonly string[]): ReadonlySet<string> => {
    const known = sets.get(list) ?? new Set(list)
    sets.set(list, known)
    return known
  }
  return new Map([...chosen].map(([historyId, list]) => [historyId, setOf(list)]))
}
