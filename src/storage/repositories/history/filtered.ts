import type { Knex } from 'knex'
import type { HistoryPageQuery } from '../../../model/history-store.ts'
import type { PlayFilter } from '../../../model/play-filter.ts'
import { scanOrdered } from '../../ordered-scan.ts'
import type { OrderedScan } from '../../scan-statements.ts'
import { favoriteOf, leaveOut, setsOf } from '../plays/filter.ts'
import { playTable } from '../plays/rows.ts'
import { historyTable } from './rows.ts'

type FilteredQuery = HistoryPageQuery & { readonly filter: PlayFilter }

const origins = ['local', 'import'] as const

/** Entries that a filter fits, in the order of reading. */
export async function filteredEntries(
  db: Knex,
  query: FilteredQuery,
): Promise<{ number: number; sort_at: number }[]> {
  const { filter, after, before, fromEnd, limit } = query
  const [begin, end] = fromEnd ? [before, after] : [after, before]
  const found = await scanOrdered(db, {
    table: historyTable,
    index: 'history_viewer_origin_sort_at_number_index',
    at: 'sort_at',
    id: 'number',
    ...rangesOf(query),
    where: (rows) => filterEntries(rows, db, query),
    from: Math.max(1, filter.from ?? 1),
    to: filter.to,
    after: begin && { at: begin.sortAt, id: begin.rowId },
    before: end && { at: end.sortAt, id: end.rowId },
    descending: !fromEnd,
    limit,
  })
  return found.map(({ at, id }) => ({ number: id, sort_at: at }))
}

function rangesOf({
  historyIds,
  imports,
  filter: { titles, items },
}: FilteredQuery): Pick<OrderedScan, 'ranges' | 'oneOf'> {
  const named =
    items === null
      ? ({ column: 'title_key', index: 'history_viewer_title_key_season_played_index' } as const)
      : ({ column: 'item_key', index: 'history_viewer_item_key_unique' } as const)
  const keys = items ?? titles
  const known = historyIds.filter((historyId) => keys?.has(historyId) ?? true)
  const shown = imports ? origins : (['local'] as const)
  return {
    ranges: known.flatMap((viewer) => shown.map((origin) => ({ viewer, origin }))),
    oneOf: keys && { ...named, rangeColumn: 'viewer', indexHasTime: false, values: setsOf(keys) },
  }
}

function filterEntries(
  query: Knex.QueryBuilder,
  on: Knex,
  { imports, filter }: FilteredQuery,
): void {
  const { season, kinds, finished, favorite, origin, clients, devices } = filter
  leaveOut(query, filter.except)
  if (!imports) void query.where({ origin: 'local' })
  if (season !== null) void query.where({ season })
  if (kinds !== null) void query.whereIn('kind', [...kinds])
  if (finished !== null) void query.where({ played: finished })
  const names = { owner: 'viewer', table: historyTable }
  if (favorite === true) void query.whereExists(favoriteOf(on, names))
  if (favorite === false) void query.whereNotExists(favoriteOf(on, names))
  // An entry of the history does not tell its Stremio plays from the others.
  if (origin === 'local' || origin === 'import') void query.where({ origin })
  const isOfPlays = clients !== null || devices !== null || origin === 'stremio'
  if (!isOfPlays) return
  const plays = on(playTable)
    .select(on.raw('1'))
    .whereRaw(`${playTable}.history_id = ${historyTable}.viewer`)
    .whereRaw(`${playTable}.title_key = ${historyTable}.title_key`)
    .whereRaw(`${playTable}.item_key = ${historyTable}.item_key`)
  if (clients !== null) void plays.whereIn(`${playTable}.client`, [...clients])
  if (devices !== null) void plays.whereIn(`${playTable}.device_name`, [...devices])
  if (origin === 'stremio') void plays.where(`${playTable}.origin`, origin)
  void query.whereExists(plays)
}
