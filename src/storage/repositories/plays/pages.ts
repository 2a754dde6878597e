import type { Knex } from 'knex'
import type { PlayFilter } from '../../../model/play-filter.ts'
import type { PlayPage, PlayPageQuery, StoredPlay } from '../../../model/play-store.ts'
import { read } from '../../guard.ts'
import { scanOrdered } from '../../ordered-scan.ts'
import type { OrderedScan } from '../../scan-statements.ts'
import { filterPlays, namedKeys, setsOf } from './filter.ts'
import { playRows, playTable, timeIndex, toPlay } from './rows.ts'

/** A page of plays of several histories, as fast at any place and in a table of any size. */
export async function readPlayPage(
  db: Knex,
  { filter, descending, after, before, fromEnd, limit }: PlayPageQuery,
  maxRows?: number,
): Promise<PlayPage> {
  const [begin, end] = fromEnd ? [before, after] : [after, before]
  const found = await scanOrdered(db, {
    table: playTable,
    index: timeIndex,
    at: 'started_at',
    id: 'id',
    ...rangesOf(filter),
    where: (query) => filterPlays(query, db, filter),
    from: filter.from,
    to: filter.to,
    after: begin && { at: begin.startedAt, id: begin.id },
    before: end && { at: end.startedAt, id: end.id },
    descending: descending !== fromEnd,
    limit: limit + 1,
    ...(maxRows !== undefined && { maxRows }),
  })
  const ids = found.slice(0, limit).map(({ id }) => id)
  if (fromEnd) ids.reverse()
  // One may have been cleared since its id was read.
  return { plays: await readPlaysOf(db, ids), hasMore: found.length > limit }
}

export async function readPlaysOf(
  db: Knex,
  ids: readonly number[],
): Promise<readonly StoredPlay[]> {
  const rows = ids.length === 0 ? [] : await read(db, () => playRows(db).whereIn('id', [...ids]))
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? []).map(toPlay)
}

function rangesOf(filter: PlayFilter): Pick<OrderedScan, 'ranges' | 'oneOf'> {
  const { column, index, keys } = namedKeys(filter)
  return {
    ranges: filter.readers
      .filter(({ historyId }) => keys?.has(historyId) ?? true)
      .map(({ historyId }) => ({ history_id: historyId })),
    oneOf: keys && {
      column,
      rangeColumn: 'history_id',
      index,
      indexHasTime: true,
      values: setsOf(keys),
    },
  }
}
