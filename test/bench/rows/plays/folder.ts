import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createHistoryStore } from '../../../../src/storage/repositories/history/store.ts'
import { signInApp } from '../../library.ts'
import { withService } from '../../service.ts'
import type { Account, RunningService } from '../../service.ts'
import { loadHistory, withDatabase } from '../history/load.ts'
import { loadPlays } from './load.ts'
import type { PlayOwner } from './load.ts'

export type LoadedPlays = {
  readonly account: Account
  readonly count: number
  readonly loadedAt: number
}

const users = 20

/** A service with that database; null: with SQLite in its folder. */
export function databaseEnv(url: string | null): Readonly<Record<string, string>> {
  return url === null ? {} : { DATABASE_URL: url, SECRET_KEY: 'ab'.repeat(32) }
}

/** Makes a data folder of the service with so many plays of twenty users, and a tenth as many entries of the history. */
export async function makePlaysFolder(
  dataDir: string,
  count: number,
  url: string | null = null,
): Promise<LoadedPlays> {
  mkdirSync(dataDir, { recursive: true })
  const load = async (service: RunningService) => {
    const config = {
      mediaServer: {
        users: Array.from({ length: users - 1 }, (_, index) => ({ name: `User ${index}` })),
      },
    }
    const made = await service.createUser(config)
    const app = await signInApp(service, made)
    const { body } = await service.get('/Service/Users', app.headers)
    const found = JSON.parse(body) as { user: { Id: string } }[]
    return { account: made, profileIds: found.map(({ user }) => user.Id) }
  }
  const { account, profileIds } = await withService(load, dataDir, databaseEnv(url))
  const loadedAt = Date.now()
  await withDatabase({ dataDir, url }, async (db) => {
    const { number } = await db('configurations').first<{ number: number }>('number')
    const history = createHistoryStore(db)
    const owners: PlayOwner[] = []
    for (const profileId of profileIds) {
      owners.push({ profileId, historyId: await history.historyIdOf(number, profileId) })
    }
    await loadHistory(db, profileIds, Math.floor(count / 10))
    await loadPlays(db, owners, count, loadedAt)
  })
  const loaded = { account, count, loadedAt }
  writeFileSync(join(dataDir, 'plays.json'), JSON.stringify(loaded))
  return loaded
}

/** Null: nothing was loaded there. */
export function readPlaysFolder(dataDir: string): LoadedPlays | null {
  const file = join(dataDir, 'plays.json')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as LoadedPlays) : null
}
