import { afterAll, describe, expect, it } from 'vitest'
import { sourceAt } from '../../support/addon.ts'
import { startService } from '../../support/service.ts'
import { detectFromURL, lintManifest } from '../../support/stremio.ts'
import { json, silent, startUpstream, status } from '../../support/upstream.ts'
import type { Handler } from '../../support/upstream.ts'

const manifestOf = (name: string) => ({
  id: `org.${name.toLowerCase()}`,
  version: '1.0.0',
  name,
  description: 'another addon',
  types: ['movie'],
  resources: ['stream'],
  catalogs: [],
})
const listed = (name: string, manifest: object = manifestOf(name)) => ({
  transportUrl: `https://${name.toLowerCase()}.example/manifest.json`,
  transportName: 'http',
  manifest,
})
const [one, two] = [listed('One'), listed('Two')]
const many = Array.from({ length: 400 }, (_, place) =>
  listed(`Large${place}`, { ...manifestOf('Large'), description: 'x'.repeat(5_000) }),
)

const good: Handler = json({ addons: [one, two] })
const bad: Readonly<Record<string, Handler>> = {
  'a fault': status(500),
  'no such list': status(404),
  'a page': (_request, response) => void response.end('<html>'),
  'other JSON': json({ addons: 5 }),
  'JSON null': json(null),
  'an empty body': (_request, response) => void response.end(),
  'a closed connection': (_request, response) => void response.destroy(),
  nothing: silent,
}
const mixed: Handler = json({
  addons: [
    null,
    'text',
    { ...one, transportUrl: 'file:///etc/passwd' },
    { ...one, transportUrl: 'javascript:alert(1)' },
    { ...one, manifest: null },
    listed('Nameless', { ...manifestOf('x'), name: 7 }),
    two,
  ],
})
const lists: Readonly<Record<string, Handler>> = {
  ...bad,
  good,
  mixed,
  large: json({ addons: many }),
}
const manifest = {
  ...manifestOf('Lists'),
  types: ['other'],
  resources: ['addon_catalog'],
  addonCatalogs: [
    ...Object.keys(lists).map((id) => ({ type: 'other', id, name: `List of ${id}` })),
    { type: 'other', name: 'without an id' },
    'nonsense',
  ],
}
const upstream = await startUpstream(
  (request, response) => {
    const [, id = ''] =
      /^\/addon_catalog\/other\/(.+)\.json$/.exec(decodeURIComponent(request.url!)) ?? []
    const answer = request.url === '/manifest.json' ? json(manifest) : lists[id]
    return (answer ?? status(404))(request, response)
  },
  '127.0.0.1',
  afterAll,
)
const source = { ...sourceAt(`${upstream.url}/manifest.json`, 'Lists'), id: 'lists' }
const { url, request, createUser } = await startService({ SOURCE_TIMEOUT: '700ms' }, afterAll)
const user = await createUser({ sources: [source] })
const path = `/stremio/${user.uuid}/${user.token}`
const { addon } = await detectFromURL(`${url}${path}/manifest.json`)
const shown = addon.manifest['addonCatalogs'] as { type: string; id: string; name: string }[]
const idOf = (list: string) => shown.find(({ name }) => name === `List of ${list}`)!.id

const ask = (id: string) => request(`${path}/addon_catalog/other/${id}.json`)

describe("the sources' lists of other addons", () => {
  it('are named in the manifest, and that has no fault', () => {
    expect(shown.map(({ type, name }) => [type, name])).toEqual(
      Object.keys(lists).map((id) => ['other', `List of ${id}`]),
    )
    expect(addon.manifest['resources']).toContain('addon_catalog')
    expect(lintManifest(addon.manifest)).toMatchObject({ valid: true, errors: [] })
  })

  it('are what the source says, for players and in GraphQL', async () => {
    const { addons } = await addon.get('addon_catalog', 'other', idOf('good'))
    expect(addons).toEqual([one, two])
    const query =
      '{ addon { lists { id } } listedAddons(type: "other", id: "$ID") { transportUrl manifest } }'
    const { body } = await request('/graphql', {
      method: 'POST',
      auth: user,
      json: { query: query.replace('$ID', idOf('good')) },
    })
    expect(body.data.listedAddons).toEqual(
      [one, two].map(({ transportUrl, manifest: own }) => ({ transportUrl, manifest: own })),
    )
    expect(body.data.addon.lists.map(({ id }: { id: string }) => id)).toEqual(
      shown.map(({ id }) => id),
    )
  })

  it('keep their ids when the source is named otherwise and moves', async () => {
    const other = await createUser({
      sources: [sourceAt(`${upstream.url}/other`, 'First'), { ...source, name: 'Renamed' }],
    })
    const { body } = await request(`/stremio/${other.uuid}/${other.token}/manifest.json`)
    expect(body).toMatchObject({ addonCatalogs: shown })
  })

  it('are not there where the source is not asked for them', async () => {
    const other = await createUser({ sources: [{ ...source, resources: ['stream'] }] })
    const { body } = await request(`/stremio/${other.uuid}/${other.token}/manifest.json`)
    expect(body).not.toHaveProperty('addonCatalogs')
  })
})

describe('a list of addons', () => {
  it.each(Object.keys(bad))('for which the source has %s is empty, and not kept', async (what) => {
    const { status: code, text, headers } = await ask(idOf(what))
    expect([code, text]).toEqual([200, '{"addons":[]}'])
    expect(headers.get('cache-control')).toBe('no-cache')
  })

  it('leaves out what is no addon', async () => {
    expect((await ask(idOf('mixed'))).body).toMatchObject({ addons: [two] })
  })

  it('is empty where there is no such list', async () => {
    expect(await ask('other')).toMatchObject({ status: 200, text: '{"addons":[]}' })
  })

  it('is at most 1 MB, and says how long it keeps', async () => {
    const { text, headers, body } = await ask(idOf('large'))
    expect(text.length).toBeLessThanOrEqual(1_000_000)
    expect(text.length).toBeGreaterThan(900_000)
    expect(headers.get('cache-control')).toMatch(/^private, max-age=3600, /)
    expect(body).toMatchObject({ cacheMaxAge: 3_600 })
  })
})
