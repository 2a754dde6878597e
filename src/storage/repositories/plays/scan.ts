import type { Knex } from 'knex'
import { read } from '../../guard.ts'
import { playRows } from './rows.ts'
import type { PlayRow } from './rows.ts'

const atOnce = 5_000

export const countedColumns = [
  'id',
  'profile_id',
  'kind',
  'started_at',
  'watched_ms',
  'finished',
  'client',
  'device_name',
  'resolution',
  'source',
  'service',
  'origin',
] as const satisfies readonly (keyof PlayRow)[]

export type CountedPlay = Pick<PlayRow, (typeof countedColumns)[number]>

/** Tells each play of a history in a time, some at once. Answers how many rows there were. */
export async function scanPlays(
  on: Knex,
  historyId: number,
  { from, to }: { readonly from: number; readonly to: number },
  visit: (play: CountedPlay) => void,
  where: ((query: Knex.QueryBuilder) => unknown) | null = null,
): Promise<number> {
  let count = 0
  let place = { at: from, id: 0 }
  for (;;) {
    const query = playRows(on)
      .where({ history_id: historyId })
      .where('started_at', '>=', place.at)
      .where('started_at', '<', to)
      .where((rows) => void rows.where('started_at', '>', place.at).orWhere('id', '>', place.id))
      .orderBy('started_at')
      .orderBy('id')
      .limit(atOnce)
    if (where !== null) void where(query)
    const rows: CountedPlay[] = await read(on, () => query.select(...countedColumns))
    for (const row of rows) visit(row)
    count += rows.length
    const last = rows.at(-1)
    if (last === undefined || rows.length < atOnce) return count
    place = { at: last.started_at, id: last.id }
  }
}
