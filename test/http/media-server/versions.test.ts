import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { startFilmSource } from '../../support/film-source.ts'
import { signInApp } from '../../support/media-client.ts'
import { startService } from '../../support/service.ts'

type Source = { Id: string; ETag: string; Name: string; service: { id: string; name: string } }

/** A household with a source of three versions for each film, and plain requests to it. */
async function open(
  mediaServer: object = {},
  env: Record<string, string> = {},
  files?: readonly string[],
) {
  const source = await startFilmSource({ films: 3, series: 1, ...(files && { files }) })
  const service = await startService(env)
  const owner = await service.createUser({ sources: [source.source], mediaServer })
  const { token } = await signInApp(service.url, owner)
  async function ask(path: string, body?: object, as = token) {
    const response = await fetch(service.url + path, {
      method: body ? 'POST' : 'GET',
      headers: { 'x-emby-token': as, 'content-type': 'application/json' },
      redirect: 'manual',
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json')
    return {
      status: response.status,
      headers: response.headers,
      body: isJson ? JSON.parse(text) : null,
    }
  }
  const { body } = await ask('/Items?recursive=true&includeItemTypes=Movie&sortBy=SortName')
  const film = body.Items[0].Id as string
  const info = async (values: object = {}, as = token) =>
    (await ask(`/Items/${film}/PlaybackInfo`, values, as)).body.MediaSources as Source[]
  return { source, service, owner, ask, film, info, token }
}

const pass = (ms: number) => vi.setSystemTime(Date.now() + ms)

/** Lists of versions that are stale after a minute, on a clock that stands still. */
async function openTimed() {
  const files = [1, 2, 3].map((number) => `Film.0.1950.1080p.WEB-DL-OLD${number}.mkv`)
  const home = await open({}, { VERSIONS_TTL: '1m' }, files)
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  let devices = 0
  /** Names in the list that a device sees which was shown none before. */
  async function onAnotherDevice() {
    const { token } = await signInApp(home.service.url, home.owner, `device-${devices++}`)
    const sources = await home.info({}, token)
    return sources.map(({ service }) => service.name)
  }
  return { ...home, files, onAnotherDevice }
}

describe('Streams are looked up', () => {
  it('for playing and for opening one film, and never for a list', async () => {
    const { source, ask, film, info } = await open()
    await ask('/Items?recursive=true&fields=MediaSources,Overview')
    await ask(`/Items?ids=${film}`)
    await ask('/Items/Latest')
    expect(source.counts.stream).toBe(0)
    await ask(`/Items?ids=${film}&fields=MediaSources`)
    expect(source.counts.stream).toBe(1)
    await info()
    await ask(`/Items/${film}`)
    expect(source.counts.stream).toBe(1)
  })

  it('again when an app asks for it, and for all who ask at the same time once', async () => {
    const { source, info } = await open()
    await Promise.all([info(), info(), info()])
    expect(source.counts.stream).toBe(1)
    await info({ Fresh: true })
    expect(source.counts.stream).toBe(1)
    await info({ refresh: 'True' })
    expect(source.counts.stream).toBe(2)
  })

  it('again behind the answer where a list is no longer fresh', async () => {
    const { source, info, files, onAnotherDevice } = await openTimed()
    const before = await info()
    pass(61_000)
    files.splice(0, 3, 'Film.0.1950.1080p.WEB-DL-NEW.mkv')
    expect(await info()).toEqual(before)
    await expect.poll(onAnotherDevice).toHaveLength(1)
    expect(source.counts.stream).toBe(2)
    pass(61_000)
    await info({ Fresh: true })
    expect(source.counts.stream).toBe(3)
  })

  it('once where a device goes on seeing the list it was shown, however often it asks', async () => {
    const { source, info, files, onAnotherDevice } = await openTimed()
    const before = await info()
    pass(61_000)
    files.splice(0, 3, 'Film.0.1950.1080p.WEB-DL-NEW.mkv')
    expect(await info()).toEqual(before)
    await expect.poll(onAnotherDevice).toHaveLength(1)
    for (let time = 0; time < 5; time += 1) expect(await info()).toEqual(before)
    expect(await info({ Fresh: true })).toHaveLength(1)
    expect(source.counts.stream).toBe(2)
  })

  it('only for playing where the configuration says so: opening shows what stands for them', async () => {
    const { source, ask, film, info } = await open({ versions: { resolveOnOpen: false } })
    const { body } = await ask(`/Items/${film}`)
    expect(body.MediaSources).toEqual([
      expect.objectContaining({
        Id: film,
        Container: 'mkv',
        service: { id: film, name: expect.any(String), description: '' },
      }),
    ])
    expect(source.counts.stream).toBe(0)
    expect(await info({ MediaSourceId: film })).toHaveLength(1)
    expect(source.counts.stream).toBe(1)
    expect((await ask(`/Items/${film}`)).body.MediaSources).toHaveLength(3)
  })

  it('as often as searches are allowed', async () => {
    const { ask, film } = await open({}, { RATE_LIMIT_SEARCH: '2/1m' })
    const path = `/Items/${film}/PlaybackInfo`
    for (const status of [200, 200, 429]) {
      expect((await ask(path, { Refresh: true })).status).toBe(status)
    }
    expect((await ask(path, { Refresh: true })).headers.get('retry-after')).toMatch(/^\d+$/)
    expect((await ask(path, {})).status).toBe(200)
  })
})

describe('A version', () => {
  it('has the same id in every listing, after a restart, and tells itself apart', async () => {
    const { service, owner, info, film } = await open()
    const sources = await info()
    expect(new Set(sources.map(({ ETag }) => ETag)).size).toBe(3)
    expect(sources[0]!.Id).toBe(film)
    expect(sources[0]!.service.id).not.toBe(film)
    expect((await info({ Refresh: true })).map((source) => source.service)).toEqual(
      sources.map((source) => source.service),
    )
    await service.close()
    const again = await startService({ DATA_DIR: service.dataDir })
    const { token } = await signInApp(again.url, owner)
    const response = await fetch(`${again.url}/Items/${film}/PlaybackInfo`, {
      method: 'POST',
      headers: { 'x-emby-token': token },
    })
    const { MediaSources } = (await response.json()) as { MediaSources: Source[] }
    expect(MediaSources.map((source) => source.service)).toEqual(
      sources.map((source) => source.service),
    )
  })

  it('is answered alone where it is named, in the body or the query, which wins', async () => {
    const { ask, film, info } = await open()
    const [, second, third] = await info()
    expect(await info({ MediaSourceId: second!.Id })).toEqual([second])
    const { body } = await ask(`/Items/${film}/PlaybackInfo?mediaSourceId=${third!.Id}`, {
      MediaSourceId: second!.Id,
    })
    expect(body.MediaSources).toEqual([third])
  })

  it('that another server named says nothing', async () => {
    const { info } = await open()
    expect(await info({ MediaSourceId: 'd41d8cd98f00b204e9800998ecf8427e' })).toHaveLength(3)
  })

  it('that another configuration was given says nothing', async () => {
    const { service, source, film, info } = await open()
    const other = await service.createUser({ sources: [source.source], mediaServer: {} })
    const headers = { 'x-emby-token': (await signInApp(service.url, other)).token }
    const answer = async (path: string) =>
      (await fetch(service.url + path, { headers })).json() as Promise<{
        Items: { Id: string }[]
        MediaSources: Source[]
      }>
    const { Items } = await answer('/Items?recursive=true&includeItemTypes=Movie&sortBy=SortName')
    const { MediaSources } = await answer(`/Items/${Items[0]!.Id}/PlaybackInfo`)
    expect(Items[0]!.Id).not.toBe(film)
    expect(await info({ MediaSourceId: MediaSources[1]!.service.id })).toHaveLength(3)
  })

  it('is opened by its own id, with dashes and in capitals too', async () => {
    const { ask, film, info } = await open()
    const [, second] = await info()
    const id = second!.Id
    const dashed = id.toUpperCase().replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
    const { body } = await ask(`/Items/${dashed}`)
    expect(body).toMatchObject({ Id: id, Type: 'Movie', MediaSources: [{ ...second, Id: id }] })
    const paths = [`/Videos/${id}/stream`, `/Videos/${film}/stream.mkv?MediaSourceId=${dashed}`]
    for (const path of paths) {
      const { headers } = await ask(path)
      expect(headers.get('location')).toBe('https://streams.example/video.mp4?version=1')
    }
  })

  it('that did not start comes last for a while, and the first one is the item again', async () => {
    const { ask, film, info } = await open()
    const before = await info()
    await ask('/Sessions/Playing/Stopped', { ItemId: film, MediaSourceId: film, Failed: true })
    const after = await info()
    const order = (sources: Source[]) => sources.map(({ service }) => service.id)
    expect(order(after)).toEqual([order(before)[1], order(before)[2], order(before)[0]])
    expect(after[0]!.Id).toBe(film)
  })
})

it('A list of versions holds no more than one answer of a search may', async () => {
  const few = await open({ versions: { max: 1_000 } }, { MAX_RESULTS: '2' })
  expect(await few.info()).toHaveLength(2)
  const all = await open({ versions: { max: 1_000 } })
  expect(await all.info()).toHaveLength(3)
})
