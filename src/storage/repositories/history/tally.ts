import type { Knex } from 'knex'
import { liveRows, ownerTable } from './rows.ts'
import type { Row } from './rows.ts'

export type Tally = {
  readonly movies: number
  readonly episodes: number
  readonly in_progress: number
  readonly favorites: number
}

const names = ['movies', 'episodes', 'in_progress', 'favorites'] as const

type Scope = (query: Knex.QueryBuilder<Row>) => unknown

/**
 * Changes the rows that `scopes` name and updates the counts, within the caller's transaction. Changes of one history's
 * counted rows wait for each other.
 */
export async function tallied<T>(
  trx: Knex,
  historyId: number,
  scopes: readonly Scope[],
  work: () => Promise<T>,
): Promise<T> {
  await lockHistory(trx, historyId)
  const before = await tallyOf(trx, historyId, scopes)
  const result = await work()
  const after = await tallyOf(trx, historyId, scopes)
  const changes = names.flatMap((name) => {
    const change = after[name] - before[name]
    return change === 0 ? [] : [[name, trx.raw('?? + ?', [name, change])] as const]
  })
  if (changes.length > 0) {
    await trx(ownerTable).where({ number: historyId }).update(Object.fromEntries(changes))
  }
  return result
}

export function keyScopes(itemKeys: readonly string[], chunkSize: number): Scope[] {
  const scopes: Scope[] = []
  for (let start = 0; start < itemKeys.length; start += chunkSize) {
    const part = itemKeys.slice(start, start + chunkSize)
    scopes.push((query) => query.whereIn('item_key', part))
  }
  return scopes
}

/** A write that changes nothing: it takes the lock in both dialects. False: the history is deleted. */
export async function lockHistory(trx: Knex, historyId: number): Promise<boolean> {
  const locked = await trx(ownerTable)
    .where({ number: historyId })
    .update({ movies: trx.ref('movies') })
  return locked > 0
}

export async function tallyOf(
  trx: Knex,
  historyId: number,
  scopes: readonly Scope[] = [() => undefined],
): Promise<Tally> {
  const total = { movies: 0, episodes: 0, in_progress: 0, favorites: 0 }
  for (const scope of scopes) {
    const query = liveRows(trx, historyId)
    void scope(query)
    const [found] = (await query.select(
      trx.raw(
        "sum(case when played = 1 and kind in ('movie', 'video') then 1 else 0 end) as movies",
      ),
      trx.raw("sum(case when played = 1 and kind = 'episode' then 1 else 0 end) as episodes"),
      trx.raw('sum(case when resumable = 1 then 1 else 0 end) as in_progress'),
      trx.raw('sum(case when favorite = 1 then 1 else 0 end) as favorites'),
    )) as unknown as Record<keyof Tally, unknown>[]
    for (const name of names) total[name] += Number(found?.[name] ?? 0)
  }
  return total
}
