import { setTimeout as sleep } from 'node:timers/promises'
import type { Knex } from 'knex'
import { expireDays } from '../../../../src/storage/repositories/plays/stale-days.ts'
import { withDatabase } from '../history/load.ts'
import type { LoadedPlays } from './folder.ts'
import { insertSome } from './load.ts'

const everyMs = 100

/** Does some work while plays end, one after the other, as a service on another node would write them. */
export function whilePlaysEnd<T>(
  place: { readonly dataDir: string; readonly url: string | null },
  loaded: LoadedPlays,
  work: () => Promise<T>,
): Promise<T> {
  return withDatabase(place, async (db) => {
    const ended = new AbortController()
    const playing = endPlays(db, loaded, ended.signal)
    try {
      return await work()
    } finally {
      ended.abort()
      await playing
    }
  })
}

async function endPlays(db: Knex, { loadedAt }: LoadedPlays, signal: AbortSignal): Promise<void> {
  const rows = await db('viewers').select<{ number: number; profile_id: string }[]>(
    'number',
    'profile_id',
  )
  const owners = rows.map((row) => ({ historyId: row.number, profileId: row.profile_id }))
  const begin = loadedAt - 60_000
  for (let from = 0; !signal.aborted; from++) {
    await db.transaction(async (trx) => {
      await insertSome(trx, owners, { from, count: 1, begin, step: 0 })
      await expireDays(trx, owners[from % owners.length]!.historyId, [begin])
    })
    await sleep(everyMs)
  }
}
