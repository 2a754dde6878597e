import { setImmediate } from 'node:timers/promises'
import type { Knex } from 'knex'
import { read, write } from '../guard.ts'

const table = 'stored_answers'
const measuredAtOnce = 500
const deletedAtOnce = 50

export type Room = { readonly maxBytes: number; readonly maxRows: number }

/** Deletes beyond the bounds: of the sites that take most, what expires soonest. */
export async function makeStoredRoom(db: Knex, { maxBytes, maxRows }: Room): Promise<void> {
  await measure(db)
  await evenOut(db, 'sum(size)', maxBytes, ({ size }) => size)
  await evenOut(db, 'count(*)', maxRows, () => 1)
}

/** What a previous release wrote. */
async function measure(db: Knex): Promise<void> {
  for (;;) {
    const unknown = () => db(table).where({ size: 0 })
    const keys = await read<string[]>(db, () => unknown().limit(measuredAtOnce).pluck('key'))
    if (keys.length === 0) return
    const size = db.raw('length(body)')
    await write(db, () => unknown().whereIn('key', keys).update({ size }))
    await setImmediate()
  }
}

type Entry = { key: string; size: number }

async function evenOut(
  db: Knex,
  sum: 'sum(size)' | 'count(*)',
  most: number,
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
