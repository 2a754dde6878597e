import { afterAll, describe, expect, it } from 'vitest'
import { startHostileSource, usualCase } from '../../support/fuzz/hostile-source.ts'
import type { SourceCase } from '../../support/fuzz/hostile-source.ts'
import { signInApp } from '../../support/media-client.ts'
import { head, sendRaw } from '../../support/raw-http.ts'
import { startService } from '../../support/service.ts'

const service = await startService({ RATE_LIMIT_SIGN_IN: 'off', PICTURES: 'redirect' }, afterAll)
const source = await startHostileSource(afterAll)
const owner = await service.createUser()
const { token } = await signInApp(service.url, owner)
const headers = { authorization: `MediaBrowser Token="${token}"` }

/** The id of the film once the source says this. */
async function filmOf(said: Partial<SourceCase>): Promise<string> {
  const config = { sources: [{ type: 'stremio', url: source.say({ ...usualCase, ...said }) }] }
  const auth = { uuid: owner.uuid, password: owner.token }
  await service.request('/api/v1/user', { method: 'PUT', auth, json: { config } })
  const list = await service.request('/Items?recursive=true&includeItemTypes=Movie', { headers })
  const { Id } = (list.body as unknown as { Items: { Id: string }[] }).Items[0]!
  // The versions of an earlier case are kept.
  await service.request(`/Items/${Id}/PlaybackInfo?Refresh=true`, { method: 'POST', headers })
  return Id
}

const get = (path: string, more: Record<string, string> = {}) =>
  sendRaw(service.port, head(`GET ${path} HTTP/1.1`, more))

const written: [what: string, address: string, location: string][] = [
  ['letters of any script', 'https://p.example/é/日.jpg', 'https://p.example/%C3%A9/%E6%97%A5.jpg'],
  ['a host of any script', 'https://höst.example/a', 'https://xn--hst-sna.example/a'],
  ['controls', 'https://p.example/\0\u0007x', 'https://p.example/%00%07x'],
  ['a line break', 'https://p.example/a\r\nX-Injected: 1', 'https://p.example/aX-Injected:%201'],
  ['half a character', 'https://p.example/\ud800', 'https://p.example/%EF%BF%BD'],
  ['spaces in a query', 'https://p.example/?q=a b', 'https://p.example/?q=a%20b'],
]
const unusable = ['https://p.example:99999/x', 'https://%00/', 'https://[::1/x']

describe('An address that a source gives', () => {
  it.each(written)('leads to a picture as plain text: %s', async (_what, poster, location) => {
    const film = await filmOf({ film: { ...usualCase.film, poster } })
    const answer = await get(`/Items/${film}/Images/Primary`)
    expect(answer).toMatchObject({ status: 302, headers: { location } })
    expect(answer.headers).not.toHaveProperty('x-injected')
  })

  it.each(written)('leads to a video as plain text: %s', async (_what, url, location) => {
    const film = await filmOf({ streams: { streams: [{ name: '1080p', url }] } })
    expect(await get(`/Videos/${film}/stream`)).toMatchObject({
      status: 302,
      headers: { location },
    })
  })

  it.each(unusable)('that nobody can open is not found: %s', async (address) => {
    const film = await filmOf({
      film: { ...usualCase.film, poster: address },
      streams: { streams: [{ name: '1080p', url: address }] },
    })
    expect((await get(`/Items/${film}/Images/Primary`)).status).toBe(404)
    expect((await get(`/Videos/${film}/stream`)).status).toBe(404)
  })
})

describe('A header that a video comes with', () => {
  it('is carried where HTTP allows it, and left out otherwise', async () => {
    const film = await filmOf({
      streams: { streams: [{ name: '1080p', url: '{video}' }] },
      video: {
        'content-type': 'video/mp4',
        'last-modified': 'Thu, 01 Jan 1970 00:00:00 GMT',
        etag: Buffer.from('"日本"').toString('latin1'),
      },
    })
    const answer = await get(`/Videos/${film}/stream`, { origin: 'https://page.example' })
    expect(answer).toMatchObject({
      status: 200,
      headers: {
        'content-type': 'video/mp4',
        'last-modified': 'Thu, 01 Jan 1970 00:00:00 GMT',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
      },
    })
    expect(answer.headers).not.toHaveProperty('etag')
  })
})
