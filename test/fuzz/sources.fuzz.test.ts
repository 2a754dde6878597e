import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { fuzz, fuzzTimeoutMs } from '../support/fuzz/fuzzing.ts'
import { sourceCase, startHostileSource } from '../support/fuzz/hostile-source.ts'
import { faultOf } from '../support/fuzz/judge.ts'
import { signInApp } from '../support/media-client.ts'
import { startService } from '../support/service.ts'

const service = await startService({ LOG_LEVEL: 'error', RATE_LIMIT_SIGN_IN: 'off' }, afterAll)
const source = await startHostileSource(afterAll)
const owner = await service.createUser()
const { token, userId } = await signInApp(service.url, owner)
const auth = { uuid: owner.uuid, password: owner.token }
const asApp = { authorization: `MediaBrowser Token="${token}"` }

/** Asks, notes what is wrong with the answer, and gives its JSON; undefined where it has none. */
function createAsker(faults: string[]) {
  // oxlint-disable-next-line typescript/no-explicit-any -- answers of many forms
  return async (path: string, init: RequestInit = {}): Promise<any> => {
    const began = performance.now()
    const response = await fetch(service.url + path, { redirect: 'manual', ...init })
    const body = await response.text().catch(() => '')
    const headers = Object.fromEntries(response.headers)
    const ms = performance.now() - began
    const fault = faultOf({ status: response.status, headers, body, ms, ended: true }, path)
    if (fault) faults.push(`${path}: ${fault}`)
    return response.ok && headers['content-type']?.includes('json') ? JSON.parse(body) : undefined
  }
}

/** What apps do with a source: open libraries and titles, show pictures, play. */
async function walk(): Promise<string[]> {
  const faults: string[] = []
  const ask = createAsker(faults)
  const app = (path: string, init: RequestInit = {}) => ask(path, { ...init, headers: asApp })
  await app('/UserViews')
  const list = await app('/Items?recursive=true&fields=Overview,People,Genres,MediaSources')
  await Promise.all(
    [
      'Genres',
      'Persons',
      'Studios',
      'Years',
      'Search/Hints?searchTerm=i',
      'Items/Latest',
      'Items/Filters',
      'Shows/NextUp',
      `Items?ids=${list?.Items[0]?.Id}&fields=MediaSources`,
    ].map((path) => app(`/${path}`)),
  )
  for (const { Id, Type } of list?.Items.slice(0, 6) ?? []) {
    await app(`/Items/${Id}`)
    await Promise.all(
      ['Primary', 'Backdrop', 'Logo', 'Thumb'].map((type) =>
        ask(`/Items/${Id}/Images/${type}?maxWidth=300`),
      ),
    )
    if (Type === 'Series') await app(`/Shows/${Id}/Seasons`)
    if (Type === 'Series') await app(`/Shows/${Id}/Episodes`)
    const info = await app(`/Items/${Id}/PlaybackInfo?refresh=true&userId=${userId}`, {
      method: 'POST',
    })
    for (const version of info?.MediaSources.slice(0, 3) ?? []) await play(ask, Id, version)
  }
  await openAddon((path) => ask(`/stremio/${owner.uuid}/${owner.token}${path}`))
  const basic = `Basic ${Buffer.from(`${auth.uuid}:${auth.password}`).toString('base64')}`
  for (const format of ['true', 'stremio']) {
    const query = `type=movie&id=tt1000000&format=${format}`
    await ask(`/api/v1/search?${query}`, { headers: { authorization: basic } })
  }
  return faults
}

/** What players do with it. */
async function openAddon(ask: ReturnType<typeof createAsker>): Promise<void> {
  const manifest = await ask('/manifest.json')
  const pathOf = (resource: string) => (one: { type: string; id: string }) =>
    `/${resource}/${encodeURIComponent(one.type)}/${encodeURIComponent(one.id)}.json`
  const titles = [
    { type: 'movie', id: 'tt1000000' },
    { type: 'series', id: 'tt2000000:1:1' },
  ]
  await Promise.all([
    ...['stream', 'meta', 'subtitles'].flatMap((resource) =>
      titles.map((title) => ask(pathOf(resource)(title))),
    ),
    ...manifest.catalogs
      .slice(0, 4)
      .map((own: { type: string; id: string }) => ask(pathOf('catalog')(own))),
    ...(manifest.addonCatalogs ?? [])
      .slice(0, 2)
      .map((own: { type: string; id: string }) => ask(pathOf('addon_catalog')(own))),
    ask('/catalog/movie/search.all/search=film.json'),
  ])
}

type Version = { Id: string; MediaStreams: { DeliveryUrl?: string }[] }

async function play(
  ask: ReturnType<typeof createAsker>,
  id: string,
  { Id, MediaStreams }: Version,
): Promise<void> {
  const path = `/Videos/${id}/stream?mediaSourceId=${Id}`
  await ask(path)
  await ask(path, { headers: { origin: 'https://page.example', range: 'bytes=0-' } })
  await ask(path, { method: 'HEAD' })
  for (const { DeliveryUrl } of MediaStreams) if (DeliveryUrl) await ask(DeliveryUrl)
}

describe('No source', () => {
  it(
    'makes the service fail, whatever it says',
    async () => {
      await fuzz(
        'sources',
        fc.asyncProperty(sourceCase, fc.boolean(), async (said, proxy) => {
          const logged = service.lines.length
          const config = {
            sources: [{ type: 'stremio', url: source.say(said) }],
            mediaServer: { proxy },
          }
          const { status } = await service.request('/api/v1/user', {
            method: 'PUT',
            auth,
            json: { config },
          })
          expect(status).toBe(200)
          expect(await walk()).toEqual([])
          expect(service.lines.slice(logged)).toEqual([])
        }),
      )
    },
    fuzzTimeoutMs,
  )
})
