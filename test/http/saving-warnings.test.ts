import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { sourceAt, startAddon } from '../support/addon.ts'
import { saveTo, warningsOf } from '../support/saving.ts'
import type { Warning } from '../support/saving.ts'
import { startService } from '../support/service.ts'
import { json, startUpstream, status } from '../support/upstream.ts'

const service = await startService({ SOURCE_TIMEOUT: '20s' }, afterAll)
const good = await startAddon({ ends: afterAll })
const password = 'correct horse'

/** Takes connections and says nothing. */
async function silentUrl(): Promise<string> {
  const server = createServer((socket) => void socket.on('error', () => {}))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/manifest.json`
}

describe('saving', () => {
  it('warns of nothing where there is nothing to warn of', async () => {
    expect(await warningsOf(service, {})).toEqual([])
    expect(
      await warningsOf(service, {
        name: 'Home',
        sources: [good.source],
        filters: { language: { prefer: ['english', 'Multi', 'Unknown'] } },
        sort: { global: [{ by: 'language' }, { by: 'size' }] },
        formatter: { id: 'plain' },
        limits: { total: 10, resolution: 5 },
        mediaServer: { users: [{ name: 'Kim' }] },
        trackers: [{ type: 'source', source: good.source.name, user: 'kim' }],
      }),
    ).toEqual([])
  })

  it('answers them beside the other keys on POST and PUT, and saves all the same', async () => {
    const config = { formater: { id: 'plain' } }
    const warnings = [{ path: 'formater', message: 'is not known; did you mean "formatter"?' }]
    const created = await saveTo(service, config)
    expect(created.body.data).toEqual({
      uuid: expect.any(String),
      encryptedPassword: expect.any(String),
      warnings,
    })
    const auth = { uuid: created.body.data.uuid, password }
    const replaced = await service.request('/api/v1/user', {
      method: 'PUT',
      auth,
      json: { config: { limit: { total: 1 } } },
    })
    expect(replaced.body.data).toEqual({
      uuid: auth.uuid,
      userData: { limit: { total: 1 } },
      warnings: [{ path: 'limit', message: 'is not known; did you mean "limits"?' }],
    })
    const { body } = await service.request('/api/v1/user', { auth })
    expect(body.data).toEqual({
      userData: { limit: { total: 1 } },
      encryptedPassword: expect.any(String),
    })
  })

  it('answers them over GraphQL, where they are asked for', async () => {
    const created = await service.graphql(
      `mutation ($config: UserData!) { createUser(config: $config, password: "${password}") { uuid warnings { path message } } }`,
      { variables: { config: { nmae: 'x' } } },
    )
    const { uuid, warnings } = created.data.createUser
    expect(warnings).toEqual([{ path: 'nmae', message: 'is not known; did you mean "name"?' }])
    const auth = { uuid, password }
    const updated = await service.graphql(
      `mutation { updateUser(config: {sourcs: []}) { warnings { path } } }`,
      { auth },
    )
    expect(updated.data.updateUser.warnings).toEqual([{ path: 'sourcs' }])
    const later = await service.graphql(`{ me { warnings { path } } }`, { auth })
    expect(later.data.me.warnings).toEqual([{ path: 'sourcs' }])
    const foreign = await service.graphql(`{ user(uuid: "${uuid}") { warnings { path } } }`, {
      auth: await service.createUser(),
    })
    expect(foreign.errors?.[0]?.extensions?.code).toBe('FORBIDDEN')
  })
})

describe('an unknown key', () => {
  it.each<[object, string, string | null]>([
    [{ dedup: {} }, 'dedup', 'dedupe'],
    [{ Sources: [] }, 'Sources', 'sources'],
    [{ filters: { resolutions: {} } }, 'filters.resolutions', 'resolution'],
    [{ filters: { size: { mn: 1 } } }, 'filters.size.mn', 'min'],
    [{ filters: { size: { movies: { maxx: 1 } } } }, 'filters.size.movies.maxx', 'max'],
    [{ filters: { quality: { exlude: [] } } }, 'filters.quality.exlude', 'exclude'],
    [
      { filters: { regex: { prefer: [{ pattern: 'a', scroe: 1 }] } } },
      'filters.regex.prefer[0].scroe',
      'score',
    ],
    [
      { sort: { global: [{ by: 'size', directon: 'asc' }] } },
      'sort.global[0].directon',
      'direction',
    ],
    [
      { mediaServer: { users: [{ name: 'Kim', hiden: true }] } },
      'mediaServer.users[0].hiden',
      'hidden',
    ],
    [{ mediaServer: { libraries: { maxitem: 5 } } }, 'mediaServer.libraries.maxitem', 'maxItems'],
    [{ formatter: { id: 'plain', nam: 'x' } }, 'formatter.nam', 'name'],
    [{ somethingElse: { formater: 1 } }, 'somethingElse', null],
    [{ limits: { completelyDifferent: 1 } }, 'limits.completelyDifferent', null],
  ])('is named with the known one that is meant: %j', async (config, path, near) => {
    expect(await warningsOf(service, config)).toEqual([
      {
        path,
        message: expect.stringContaining(
          near === null
            ? 'is not known and has no effect; known here are '
            : `is not known; did you mean "${near}"?`,
        ),
      },
    ])
  })

  it('is none where keys are free', async () => {
    const options = { anything: { at: ['all'] } }
    expect(
      await warningsOf(service, {
        sources: [{ ...good.source, options }],
        mediaServer: { proxy: { later: 1 } },
      }),
    ).toEqual([])
  })

  it('among a hundred thousand does not make a large answer', async () => {
    const keys = Array.from({ length: 60_000 }, (_, index) => [`k${index}`, 1])
    const { body, text } = await saveTo(service, {
      [`x${'y'.repeat(5_000)}`]: 1,
      ...Object.fromEntries(keys),
    })
    expect(body.data.warnings).toHaveLength(101)
    expect(body.data.warnings.at(-1)).toEqual({ path: '', message: 'and more' })
    expect(text.length).toBeLessThan(60_000)
  })
})

describe('a source', () => {
  it('that cannot be used now is warned of with the reason, all in three seconds and none asked for longer', async () => {
    const failing = await startUpstream(status(500))
    const page = await startUpstream((_request, response) => void response.end('<html></html>'))
    const other = await startUpstream(json({ hello: 1 }))
    const closed = await startUpstream(json({}))
    const silent = await Promise.all(Array.from({ length: 20 }, silentUrl))
    const sources = [
      good.source,
      sourceAt(`${failing.url}/secret-key/manifest.json?token=secret-key`),
      sourceAt(`${page.url}/manifest.json`),
      sourceAt(`${other.url}/manifest.json`),
      sourceAt('https://nobody.invalid/manifest.json'),
      sourceAt('http://127.0.0.1:1/manifest.json'),
      sourceAt(`${closed.url}/off/manifest.json`, 'Off', { enabled: false }),
      ...silent.map((url) => sourceAt(url, 'Silent', { timeout: 60_000 })),
    ]
    const { status: code, body, text, tookMs } = await saveTo(service, { sources })
    expect(code).toBe(201)
    expect(tookMs).toBeLessThan(6_000)
    const found = new Map(
      (body.data.warnings as Warning[]).map(({ path, message }) => [path, message]),
    )
    expect([...found.keys()]).toEqual(
      sources.flatMap(({ name }, index) =>
        index === 0 || name === 'Off' ? [] : [`sources[${index}].url`],
      ),
    )
    expect(found.get('sources[1].url')).toMatch(/^cannot be used now: .* has a fault of its own/)
    expect(found.get('sources[2].url')).toMatch(/a web page instead of JSON/)
    expect(found.get('sources[3].url')).toMatch(/is no manifest/)
    expect(found.get('sources[4].url')).toMatch(/nobody\.invalid/)
    expect(found.get('sources[5].url')).toMatch(/cannot be reached/)
    expect(found.get('sources[7].url')).toMatch(/within 3 s/)
    expect(text).not.toContain('secret-key')
  })

  it('at a private address is refused without being asked, and the setting that allows it is named', async () => {
    let asked = 0
    const upstream = await startUpstream((_request, response) => {
      asked += 1
      response.end()
    })
    const strict = await startService({ ALLOW_PRIVATE_URLS: 'false' })
    const sources = [
      sourceAt(`${upstream.url}/manifest.json`),
      sourceAt('http://169.254.169.254/latest/manifest.json'),
      sourceAt('http://[::1]:9/manifest.json'),
      sourceAt('http://10.0.0.1:22/manifest.json'),
      sourceAt('http://10.0.0.1:23/manifest.json'),
    ]
    const warnings = await warningsOf(strict, { sources })
    expect(warnings.map(({ path }) => path)).toEqual(
      sources.map((_, index) => `sources[${index}].url`),
    )
    for (const { message } of warnings)
      expect(message).toMatch(/is a private address; ALLOW_PRIVATE_URLS/)
    expect(asked).toBe(0)
  })

  it('written twice is asked once', async () => {
    let asked = 0
    const manifest = {
      id: 'x',
      name: 'X',
      version: '1.0.0',
      resources: ['stream'],
      types: ['movie'],
    }
    const upstream = await startUpstream((request, response) => {
      asked += 1
      json(manifest)(request, response)
    })
    const again = sourceAt(`${upstream.url}/configure`, 'Again')
    expect(
      await warningsOf(service, { sources: [sourceAt(`${upstream.url}/manifest.json`), again] }),
    ).toEqual([{ path: 'sources[1].url', message: 'is also the address of sources[0]' }])
    expect(asked).toBe(1)
  })

  it.each<[string, object, object, Warning]>([
    [
      'has to be set up first',
      { behaviorHints: { configurationRequired: true } },
      {},
      { path: 'sources[0].url', message: expect.stringMatching(/set up on its own page first/) },
    ],
    [
      'offers nothing of use',
      { resources: ['other'] },
      {},
      { path: 'sources[0].url', message: expect.stringMatching(/offers nothing that can be used/) },
    ],
    [
      'does not offer what it is to be asked for',
      {},
      { resources: ['stream', 'subtitles'] },
      { path: 'sources[0].resources[1]', message: 'is not offered; the source offers stream' },
    ],
    [
      'does not have the type',
      {},
      { mediaTypes: ['movie', 'music'] },
      {
        path: 'sources[0].mediaTypes[1]',
        message: 'is not offered; the source offers movie, series',
      },
    ],
    [
      'is asked for nothing',
      {},
      { resources: [] },
      {
        path: 'sources[0].resources',
        message: expect.stringMatching(/^is empty, so the source is never asked/),
      },
    ],
  ])('that %s', async (_what, manifest, values, warning) => {
    const { source } = await startAddon({ manifest })
    expect(await warningsOf(service, { sources: [{ ...source, ...values }] })).toEqual([warning])
  })
})
