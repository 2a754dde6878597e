import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createHistoryStore } from '../../../../src/storage/repositories/history/store.ts'
import { signInApp } from '../../library.ts'
import { withService } from '../../service.ts'
import type { Account, RunningService } from '../../service.ts'
import { freePort } from '../../../support/free-port.ts'
import { loadHealth, silentSources } from '../health/load.ts'
import { loadHistory, withDatabase } from '../history/load.ts'
import { loadPlays, years } from './load.ts'
import type { PlayOwner } from './load.ts'

export type LoadedPlays = {
  readonly account: Account
  readonly count: number
  readonly loadedAt: number
  /** Of the source of which a film plays. */
  readonly libraryPort: number
}

const users = 20
const sourceIds = Array.from({ length: 9 }, (_, index) => `source-${index}`)

/** A service with that database; null: with SQLite in its folder. */
export function databaseEnv(url: string | null): Readonly<Record<string, string>> {
  return url === null ? {} : { DATABASE_URL: url, SECRET_KEY: 'ab'.repeat(32) }
}

/** Makes a data folder of the service with so many plays of twenty users, and a tenth as many entries of the history. */
export async function makePlaysFolder(
  dataDir: string,
  count: number,
  url: string | null = null,
  otherSources: readonly object[] = [],
): Promise<LoadedPlays> {
  mkdirSync(dataDir, { recursive: true })
  const libraryPort = await freePort()
  const library = {
    type: 'stremio',
    id: 'library',
    url: `http://127.0.0.1:${libraryPort}/manifest.json`,
  }
  const load = async (service: RunningService) => {
    const config = {
      sources: [library, ...silentSources(sourceIds), ...otherSources],
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
    const entries = Math.floor(count / 10)
    const step = Math.floor((years * 365 * 86_400_000) / (entries / users))
    await loadHistory(db, profileIds, entries, step)
    await loadPlays(db, owners, count, loadedAt)
    await loadHealth(db, [library.id, ...sourceIds], loadedAt)
  })
  const loaded = { account, count, loadedAt, libraryPort }
  writeFileSync(join(dataDir, 'plays.json'), JSON.stringify(loaded))
  return loaded
}

/** Null: nothing was loaded there. */
export function readPlaysFolder(dataDir: string): LoadedPlays | null {
  const file = join(dataDir, 'plays.json')
  if (!existsSync(file)) return null
  const loaded = JSON.parse(readFileSync(file, 'utf8')) as LoadedPlays
  if (loaded.libraryPort === undefined) throw new Error(`${dataDir} is older than this bench`)
  return loaded
}
