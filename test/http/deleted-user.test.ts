import { join } from 'node:path'
import { expect, it } from 'vitest'
import { closeDatabase, openDatabase } from '../../src/storage/database.ts'
import { createAccessToken } from '../support/access-tokens.ts'
import { sourceAt } from '../support/addon.ts'
import { deviceProfiles } from '../support/device-profiles.ts'
import { senderOf, signInApp } from '../support/media-client.ts'
import { mediaFile, startMediaServer } from '../support/media-files.ts'
import { startService } from '../support/service.ts'
import { serveAddon } from '../support/stremio.ts'
import { untilSteady } from '../support/until.ts'

const film = { id: 'tt1000001', type: 'movie', name: 'Film', releaseInfo: '2001' }
const collection = { id: 'ctmdb.77', name: 'The Trilogy', items: [film] }

async function start() {
  const file = await startMediaServer(mediaFile('hdr10.mkv'), {})
  const { url } = await serveAddon(
    {
      id: 'test.deleted',
      version: '1.0.0',
      name: 'Films',
      description: 'a film of a collection',
      types: ['movie'],
      resources: ['catalog', 'meta', 'stream'],
      idPrefixes: ['tt'],
      catalogs: [{ type: 'movie', id: 'top', name: 'Top', extra: [] }],
    },
    {
      catalog: () => ({ metas: [film] }),
      meta: () => ({ meta: { ...film, collection } }),
      stream: () => ({ streams: [{ name: 'Film', url: `${file.url}/film.mkv` }] }),
    },
  )
  const service = await startService({ READ_FILE_HEADERS: 'true' })
  const db = openDatabase({ dialect: 'sqlite', file: join(service.dataDir, 'service.db') })
  /** By table. */
  async function countRows(): Promise<string> {
    const tables = await db('sqlite_master').where({ type: 'table' }).pluck('name')
    const named = tables.filter((table: string) => !table.startsWith('sqlite_'))
    const counts = named.map(async (table: string) => {
      const [found] = await db(table).count({ rows: '*' })
      return `${table}: ${found?.rows}`
    })
    return (await Promise.all(counts)).join('\n')
  }

  /** Creates a user who watches, lists and marks. */
  async function live() {
    const owner = await service.createUser({
      sources: [sourceAt(url, 'Films')],
      searchLog: true,
      mediaServer: { owner: { name: 'Olga' } },
    })
    const { token, userId } = await signInApp(service.url, owner)
    const send = senderOf(service.url, token)
    await send('/Sessions/Capabilities/Full', { DeviceProfile: deviceProfiles.web })
    const { body } = await send('/Items?recursive=true&includeItemTypes=Movie')
    const [{ Id }] = body.Items
    await send(`/Items/${Id}`)
    await send(`/Items/${Id}/PlaybackInfo`, {})
    await send(`/UserPlayedItems/${Id}`, {})
    await send(`/UserFavoriteItems/${Id}`, {})
    await send('/Playlists', { Name: 'Mine', Ids: [Id], UserId: userId })
    await createAccessToken(service, owner, { scopes: ['HEALTH'] })
    await service.request('/api/v1/search?type=movie&id=tt1000001', { auth: owner })
    return owner
  }
  return { service, live, countRows, close: () => closeDatabase(db) }
}

/** Answers and profiles that are stored. */
function storedIn(rows: string): string {
  return rows.match(/^stored_answers: \d+$/m)![0]
}

it('A deleted user leaves nothing in any table', async () => {
  const { service, live, countRows, close } = await start()
  await live()
  const before = await untilSteady('what the first user leaves', countRows)
  const gone = await live()
  const both = await untilSteady('what the second one leaves', countRows)
  expect(both).not.toBe(before)
  const { status } = await service.request('/api/v1/user', { method: 'DELETE', auth: gone })
  expect(status).toBe(200)
  await expect.poll(countRows).toBe(before)
  await close()
})

it('A device that signs in again or is signed out leaves no profile behind', async () => {
  const { service, live, countRows, close } = await start()
  const owner = await live()
  const countStored = async () => storedIn(await countRows())
  const before = await untilSteady('what is kept beside the device', countStored)
  async function report() {
    const { token } = await signInApp(service.url, owner, 'bedroom')
    const send = senderOf(service.url, token)
    await expect.poll(countStored).toBe(before)
    await send('/Sessions/Capabilities/Full', { DeviceProfile: deviceProfiles.web })
    await expect.poll(countStored).not.toBe(before)
    return send
  }
  await report()
  const send = await report()
  await send('/Sessions/Logout', {})
  await expect.poll(countStored).toBe(before)
  await close()
})

it('A deleted user leaves no profile of apps that sign in without a device', async () => {
  const { service, countRows, close } = await start()
  const owner = await service.createUser({ mediaServer: { owner: { name: 'Olga' } } })
  const before = await untilSteady('what is kept of a new user', countRows)
  const report =
    'mutation { setCapabilities(playableMediaTypes: [VIDEO], device: { maxBitrate: 5000000 }) }'
  const { data } = await service.graphql(report, { auth: owner })
  expect(data).toEqual({ setCapabilities: true })
  await expect.poll(async () => storedIn(await countRows())).not.toBe(storedIn(before))
  await service.request('/api/v1/user', { method: 'DELETE', auth: owner })
  await expect.poll(async () => storedIn(await countRows())).toBe(storedIn(before))
  await close()
})
