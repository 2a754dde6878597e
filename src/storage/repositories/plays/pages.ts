import type { Knex } from 'knex'
import type { PlayFilter } from '../../../model/play-filter.ts'
import type { PlayPage, PlayPageQuery } from '../../../model/play-store.ts'
import { read } from '../../guard.ts'
import { scanOrdered } from '../../ordered-scan.ts'
import type { OrderedScan } from '../../ordered-scan.ts'
import { filterPlays, mostTitleRanges } from './filter.ts'
import { playRows, playTable, toPlay } from './rows.ts'

/** A page of plays of several histories, as fast at any place and in a table of any size. */
export async function readPlayPage(
  db: Knex,
  { filter, descending, after, limit }: PlayPageQuery,
): Promise<PlayPage> {
  const found = await scanOrdered(db, {
    table: playTable,
    at: 'started_at',
    id: 'id',
    ...rangesOf(filter),
    where: (query) => filterPlays(query, db, filter),
    from: filter.from,
    to: filter.to,
    after: after && { at: after.startedAt, id: after.id },
    descending,
    limit: limit + 1,
  })
  const ids = found.slice(0, limit).map(({ id }) => id)
  const rows = ids.length === 0 ? [] : await read(db, () => playRows(db).whereIn('id', ids))
  const byId = new Map(rows.map((row) => [row.id, row]))
  return {
    // One may have been cleared since its id was read.
    plays: ids.flatMap((id) => byId.get(id) ?? []).map(toPlay),
    hasNextPage: found.length > limit,
  }
}

/** The plays of few titles lie side by side in an index. */
function rangesOf({ readers, titles }: PlayFilter): Pick<OrderedScan, 'ranges' | 'oneOf'> {
  const whole = readers.map(({ historyId }) => ({ history_id: historyId }))
  if (titles === null) return { ranges: whole, oneOf: null }
  const chosen = readers.flatMap(({ historyId }) =>
    (titles.get(historyId) ?? []).map((title_key) => ({ history_id: historyId, title_key })),
  )
  if (chosen.length <= mostTitleRanges) return { ranges: chosen, oneOf: null }
  const values = new Set(chosen.map(({ title_key }) => title_key))
  return {
    ranges: whole.filter(({ history_id }) => titles.has(history_id)),
    oneOf: { column: 'title_key', values },
  }
}
