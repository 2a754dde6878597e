import { setImmediate } from 'node:timers/promises'
import type { Knex } from 'knex'
import { read, write } from '../guard.ts'

const table = 'stored_answers'
const measuredAtOnce = 500
const deletedAtOnce = 50

export type Room = { readonly maxBytes: number; readonly maxRows: number }

/** Deletes beyond the bounds: of the sites that take most, what expires soonest. */
export async function makeStoredRoom(
  db: Knex,
  { maxBytes, maxRows }: Room,
  signal: AbortSignal,
): Promise<void> {
  await measure(db, signal)
  await evenOut(db, 'sum(size)', maxBytes, signal, ({ size }) => size)
  await evenOut(db, 'count(*)', maxRows, signal, () => 1)
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

type Entry = { key: string; size: number }

async function evenOut(
  db: Knex,
  sum: 'sum(size)' | 'count(*)',
  most: number,
  signal: AbortSignal,
  weightOf: (entry: Entry) => number,
): Promise<void> {
  const sites = await read<{ site: string; used: number | string }[]>(db, () =>
    db(table)
      .groupBy('site')
      .select('site', db.raw(`${sum} as used`)),
  )
  const level = levelOf(
    sites.map(({ used }) => Number(used)),
    most,
  )
  for (const { site, used } of sites) {
    let left = Number(used) - level
    while (left > 0) {
      signal.throwIfAborted()
      const soonest = await read<Entry[]>(db, () =>
        db(table).where({ site }).orderBy('expires_at').limit(deletedAtOnce).select('key', 'size'),
      )
      if (soonest.length === 0) break
      const gone: string[] = []
      for (const entry of soonest) {
        if (left <= 0) break
        left -= weightOf(entry)
        gone.push(entry.key)
      }
      await write(db, () => db(table).whereIn('key', gone).delete())
      await setImmediate()
    }
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
