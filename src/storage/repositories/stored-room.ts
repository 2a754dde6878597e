import { setImmediate } from 'node:timers/promises'
import type { Knex } from 'knex'
import { read, transact, write } from '../guard.ts'

const table = 'stored_answers'
const measuredAtOnce = 500
const cutAtOnce = 2_000
const deletedAtOnce = 50

export type Room = { readonly maxBytes: number; readonly maxRows: number }

/** Deletes beyond the bounds: of the sites that take most, what expires soonest. */
export async function makeStoredRoom(
  db: Knex,
  { maxBytes, maxRows }: Room,
  signal: AbortSignal,
): Promise<void> {
  await measure(db, signal)
  await evenOut(db, maxBytes, { sum: 'sum(size)', weightOf: ({ size }) => size }, signal)
  await evenOut(db, maxRows, { sum: 'count(*)', weightOf: () => 1 }, signal)
}

/** What a previous release wrote, which knows no sites. */
async function measure(db: Knex, signal: AbortSignal): Promise<void> {
  let from = 0
  for (;;) {
    signal.throwIfAborted()
    const unknown = await read<{ key: string; expires_at: number }[]>(db, () =>
      db(table)
        .where({ site: '', size: 0 })
        .where('expires_at', '>=', from)
        .orderBy('expires_at')
        .limit(measuredAtOnce)
        .select('key', 'expires_at'),
    )
    const last = unknown.at(-1)
    if (!last) return
    from = last.expires_at
    const keys = unknown.map(({ key }) => key)
    const size = db.raw('length(body)')
    await write(db, () => db(table).whereIn('key', keys).where({ size: 0 }).update({ size }))
    await setImmediate()
  }
}

type Entry = { key: string; size: number; expires_at: number }
type Bound = { readonly sum: 'sum(size)' | 'count(*)'; readonly weightOf: (entry: Entry) => number }

async function evenOut(db: Knex, most: number, bound: Bound, signal: AbortSignal): Promise<void> {
  const sites = await read<{ site: string; used: number | string }[]>(db, () =>
    db(table)
      .groupBy('site')
      .select('site', db.raw(`${bound.sum} as used`)),
  )
  const level = levelOf(
    sites.map(({ used }) => Number(used)),
    most,
  )
  for (const { site, used } of sites) {
    if (Number(used) > level) await cut(db, site, level, bound, signal)
  }
}

/** Down to the level also where several nodes do so at once. */
async function cut(
  db: Knex,
  site: string,
  level: number,
  bound: Bound,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    // What is used and what goes are read of one state of the table.
    const last = await transact(db, (trx) => lastBeyond(trx, site, level, bound))
    if (!last) return
    await deleteThrough(db, site, last, signal)
  }
}

async function lastBeyond(trx: Knex, site: string, level: number, { sum, weightOf }: Bound) {
  const [found] = await trx(table)
    .where({ site })
    .select<{ used: number | string | null }[]>(trx.raw(`${sum} as used`))
  let left = Number(found!.used) - level
  if (left <= 0) return null
  const soonest = await trx(table)
    .where({ site })
    .orderBy(['expires_at', 'size', 'key'])
    .limit(cutAtOnce)
    .select<Entry[]>('key', 'size', 'expires_at')
  return soonest.find((entry) => (left -= weightOf(entry)) <= 0) ?? soonest.at(-1) ?? null
}

async function deleteThrough(
  db: Knex,
  site: string,
  { key, size, expires_at }: Entry,
  signal: AbortSignal,
): Promise<void> {
  const beyond = () =>
    db(table)
      .where({ site })
      .where((sooner) => {
        void sooner
          .where('expires_at', '<', expires_at)
          .orWhere((same) => void same.where({ expires_at }).where('size', '<', size))
          .orWhere((same) => void same.where({ expires_at, size }).where('key', '<=', key))
      })
  for (;;) {
    signal.throwIfAborted()
    const keys = await read<string[]>(db, () => beyond().limit(deletedAtOnce).pluck('key'))
    if (keys.length === 0) return
    await write(db, () => db(table).whereIn('key', keys).delete())
    await setImmediate()
  }
}

/** The most that each may have, so that all together have no more than `most`. */
function levelOf(used: readonly number[], most: number): number {
  let left = most
  const sorted = used.toSorted((a, b) => a - b)
  for (const [index, own] of sorted.entries()) {
    const share = left / (sorted.length - index)
    if (own > share) return share
    left -= own
  }
  return Infinity
}
