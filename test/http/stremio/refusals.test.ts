import { afterAll, describe, expect, it } from 'vitest'
import { range, startCatalogAddon } from '../../support/catalog-addon.ts'
import { sendRaw } from '../../support/raw-http.ts'
import { startService, unknownUuid } from '../../support/service.ts'

const { source } = await startCatalogAddon({ name: 'Alpha', films: range(1, 3), ends: afterAll })
const { dataDir, request, createUser, port } = await startService({}, afterAll)
const user = await createUser({ sources: [source] })
const path = `/stremio/${user.uuid}/${user.token}`

/** What stands for an answer of each resource. */
const empty = {
  'stream/movie/tt1000001.json': {
    streams: [
      {
        name: expect.any(String),
        description: expect.any(String),
        externalUrl: expect.any(String),
      },
    ],
  },
  'catalog/movie/top.json': { metas: [] },
  'catalog/movie/search.all/search=film.json': { metas: [] },
  'meta/movie/tt1000001.json': { meta: null },
  'subtitles/movie/tt1000001/videoSize=1.json': { subtitles: [] },
  'addon_catalog/other/list.json': { addons: [] },
} as const
const resources = Object.entries(empty)

describe.each(resources)('%s', (resource, expected) => {
  it('is refused in its own form where one client asks too often, with the time to wait', async () => {
    const limited = await startService({ DATA_DIR: dataDir, RATE_LIMIT_SEARCH: '1/1m' })
    await limited.request(`${path}/manifest.json`)
    const { status, headers, body } = await limited.request(`${path}/${resource}`)
    expect(status).toBe(429)
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect(headers.get('cache-control')).toBe('no-cache')
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(body).toEqual(expected)
  })

  it.each([
    ['a wrong password', `/stremio/${user.uuid}/wrong-horse`, 401],
    ['an unknown configuration', `/stremio/${unknownUuid}/${user.token}`, 401],
    ['an unknown alias', '/stremio/u/nobody', 404],
  ])('is refused in its own form at an address with %s', async (_what, prefix, code) => {
    const { status, body } = await request(`${prefix}/${resource}`)
    expect([status, body]).toEqual([code, expected])
  })

  it('is refused in its own form before anybody looks at it', async () => {
    const { status, body } = await sendRaw(port, `GET ${path}/${resource} HTTP/1.1\r\n\r\n`)
    expect([status, JSON.parse(body)]).toEqual([400, expected])
  })
})

it('A refused stream says why', async () => {
  const { body } = await request(`/stremio/u/nobody/stream/movie/tt1.json`)
  expect(body).toMatchObject({
    streams: [{ description: expect.stringContaining('alias is unknown') }],
  })
})

describe.each([
  ['a former password', `/stremio/${user.uuid}/wrong-horse`, 401, /another password/],
  ['an unknown configuration', `/stremio/${unknownUuid}/${user.token}`, 401, /been deleted/],
  ['an unknown alias', '/stremio/u/nobody', 404, /alias is unknown/],
  ['an unknown personal address', '/stremio/p/nobody', 404, /been renewed/],
  ['an unknown user', `${path}/u/Nobody`, 404, /no such user/],
])('An address with %s', (_what, prefix, code, why) => {
  it('is explained to people on a page', async () => {
    const { status, text, headers } = await request(`${prefix}/configure`)
    expect([status, headers.get('cache-control')]).toEqual([code, 'no-store'])
    expect(headers.get('content-type')).toMatch(/^text\/html/)
    expect(text).toMatch(why)
  })

  it.each(['manifest.json', 'configure', ...Object.keys(empty)])(
    'makes no browser ask for a password at %s',
    async (resource) => {
      const { status, text, headers } = await request(`${prefix}/${resource}`)
      expect([status, headers.get('www-authenticate')]).toEqual([code, null])
      expect(text).not.toContain('Basic')
    },
  )
})
