import { describe, expect, it } from 'vitest'
import { filmStream, sourceAt, startAddon } from '../../support/addon.ts'
import { startFilmSource } from '../../support/film-source.ts'
import { freePort } from '../../support/free-port.ts'
import { signInApp } from '../../support/media-client.ts'
import { startService } from '../../support/service.ts'
import type { Auth, RunningService } from '../../support/service.ts'
import { silent, startUpstream, status } from '../../support/upstream.ts'

const query = `query ($from: DateTime!, $bucket: HealthBucketSize!, $area: HealthArea!, $timeZone: String! = "UTC") {
  sourceHealth(from: $from, bucket: $bucket, area: $area, timeZone: $timeZone) {
    source { id name }
    pause { since until }
    breaker { state since until }
    buckets {
      from asked answered failed unasked timedOut failures { kind count } remembered results kept deadLinks p50 p95 p99
    }
  }
}`

async function healthOf(
  { graphql }: RunningService,
  auth: Auth,
  { area = 'STREAMS', bucket = 'DAY', from = new Date(Date.now() - 60_000) } = {},
) {
  const { data, errors } = await graphql(query, { auth, variables: { area, bucket, from } })
  expect(errors).toBeUndefined()
  return data.sourceHealth as {
    source: { id: string; name: string }
    pause: { since: string; until: string } | null
    breaker: { state: string; since: string | null; until: string | null }
    // oxlint-disable-next-line typescript/no-explicit-any -- figures of many kinds
    buckets: any[]
  }[]
}

const search = ({ request }: RunningService, auth: Auth, id: string) =>
  request(`/api/v1/search?type=movie&id=${id}`, { auth })

describe('the health of sources', () => {
  it('counts what each source of the configuration answered, failed at and was kept', async () => {
    const service = await startService()
    const streams = [filmStream(1), filmStream(2), filmStream(2)]
    const good = await startAddon({ name: 'Good', streams })
    const broken = await startAddon({ name: 'Broken', streams: status(500) })
    const slow = await startAddon({ name: 'Slow', streams: silent })
    const long = 'good '.repeat(60)
    const auth = await service.createUser({
      sources: [
        { ...good.source, id: long },
        { ...broken.source, id: 'broken' },
        { ...slow.source, id: 'slow', timeout: 150 },
      ],
      dedupe: { enabled: true },
    })
    for (const id of ['tt0000001', 'tt0000001', 'tt0000002']) await search(service, auth, id)
    const found = await healthOf(service, auth)
    expect(found.map(({ source }) => source)).toEqual([
      { id: long, name: 'Good' },
      { id: 'broken', name: 'Broken' },
      { id: 'slow', name: 'Slow' },
    ])
    const [first, second, third] = found.map(({ buckets }) => buckets.at(-1))
    expect(first).toMatchObject({ asked: 3, answered: 3, failed: 0, results: 9, kept: 6 })
    expect(first.p50).toBeGreaterThan(0)
    expect(first.p99).toBeGreaterThanOrEqual(first.p50)
    expect(second).toMatchObject({
      asked: 3,
      answered: 0,
      failed: 3,
      timedOut: 0,
      failures: [{ kind: 'STATUS', count: 3 }],
      p50: null,
    })
    expect(third).toMatchObject({ answered: 0, failed: 3, timedOut: 3 })
  })

  it('counts streams that did not play, once each, beside its answers', async () => {
    const service = await startService()
    const gone = await startUpstream(status(404))
    const { source } = await startFilmSource({ films: 1, series: 0, videoUrl: `${gone.url}/film` })
    const auth = await service.createUser({ sources: [source], mediaServer: { proxy: true } })
    const { token } = await signInApp(service.url, auth)
    const films = await fetch(`${service.url}/Items?recursive=true&includeItemTypes=Movie`, {
      headers: { 'x-emby-token': token },
    })
    const [film] = ((await films.json()) as { Items: { Id: string }[] }).Items
    for (const expected of [503, 503]) {
      const answer = await fetch(`${service.url}/Videos/${film!.Id}/stream`)
      expect(answer.status).toBe(expected)
    }
    const [found] = await healthOf(service, auth)
    expect(found!.buckets.at(-1)).toMatchObject({
      asked: 1,
      answered: 1,
      failed: 0,
      failures: [],
      deadLinks: 3,
    })
    const [hourly] = await healthOf(service, auth, { bucket: 'HOUR' })
    expect(hourly!.buckets.reduce((sum, { deadLinks }) => sum + deadLinks, 0)).toBe(3)
    const [metadata] = await healthOf(service, auth, { area: 'METADATA' })
    expect(metadata!.buckets.at(-1)).toMatchObject({ deadLinks: 0 })
  })

  it('tells answers of the cache apart', async () => {
    const service = await startService()
    const headers = { 'cache-control': 'max-age=600' }
    const kept = await startAddon({
      name: 'Kept',
      streams: (_request, response) => {
        response.writeHead(200, { 'content-type': 'application/json', ...headers })
        response.end(JSON.stringify({ streams: [filmStream(1)] }))
      },
    })
    const auth = await service.createUser({ sources: [kept.source] })
    await search(service, auth, 'tt0000001')
    await search(service, auth, 'tt0000001')
    const [{ source, buckets } = { source: null, buckets: [] }] = await healthOf(service, auth)
    expect(source?.id).toBe('#1')
    expect(buckets.at(-1)).toMatchObject({ asked: 1, remembered: 1, results: 2, kept: 2 })
  })

  it('says since when a source that is down is left in peace', async () => {
    const service = await startService()
    const up = await startAddon({ name: 'Gone' })
    const auth = await service.createUser({ sources: [up.source] })
    await search(service, auth, 'tt0000001')
    expect((await healthOf(service, auth))[0]).toMatchObject({
      pause: null,
      breaker: { state: 'CLOSED', since: null, until: null },
    })
    await up.close()
    for (let time = 2; time < 9; time++) await search(service, auth, `tt000000${time}`)
    const [{ pause, breaker, buckets } = { pause: null, breaker: null, buckets: [] }] =
      await healthOf(service, auth)
    expect(breaker).toEqual({ state: 'OPEN', ...pause })
    const [titles] = await healthOf(service, auth, { area: 'METADATA' })
    expect(titles!.breaker.state).toBe('CLOSED')
    expect(Date.parse(pause!.since)).toBeLessThanOrEqual(Date.now())
    expect(Date.parse(pause!.until)).toBeGreaterThan(Date.now())
    const { text } = await service.request('/metrics')
    expect(text).toMatch(/upstream_breakers{area="streams",source="127[^"]*",state="open"} 1/)
    expect(text).toMatch(
      new RegExp(
        `upstream_breaker_failing_since_timestamp_seconds{area="streams",.*} ${Date.parse(pause!.since) / 1_000}`,
      ),
    )
    expect(buckets.at(-1)).toMatchObject({
      asked: 6,
      answered: 1,
      failed: 5,
      unasked: 2,
      failures: [
        { kind: 'CONNECT', count: 5 },
        { kind: 'PAUSED', count: 2 },
      ],
    })
  })

  it('does not count as asked a source at an address that is not asked', async () => {
    const service = await startService({ ALLOW_PRIVATE_URLS: '127.0.0.1' })
    const auth = await service.createUser({ sources: [sourceAt('http://10.0.0.1/manifest.json')] })
    await search(service, auth, 'tt0000001')
    const [{ buckets } = { buckets: [] }] = await healthOf(service, auth)
    expect(buckets.at(-1)).toMatchObject({
      asked: 0,
      failed: 0,
      unasked: 1,
      failures: [{ kind: 'REFUSED_ADDRESS', count: 1 }],
    })
  })

  it('counts as failed a source that leads to an address that is not asked', async () => {
    const service = await startService({ ALLOW_PRIVATE_URLS: '127.0.0.1' })
    const moved = await startUpstream((_request, response) => {
      response.writeHead(302, { location: 'http://10.0.0.1/manifest.json' }).end()
    })
    const auth = await service.createUser({ sources: [sourceAt(`${moved.url}/manifest.json`)] })
    await search(service, auth, 'tt0000001')
    const [{ buckets } = { buckets: [] }] = await healthOf(service, auth)
    expect(buckets.at(-1)).toMatchObject({
      asked: 1,
      failed: 1,
      unasked: 0,
      failures: [{ kind: 'REDIRECTS', count: 1 }],
    })
  })

  it('shows a source as paused in every area while its manifest, which is asked for first, does not come', async () => {
    const service = await startService()
    const auth = await service.createUser({
      sources: [{ type: 'stremio', url: `http://127.0.0.1:${await freePort()}/manifest.json` }],
    })
    for (let time = 1; time < 6; time++) await search(service, auth, `tt000000${time}`)
    for (const area of ['STREAMS', 'METADATA', 'CATALOGS', 'SUBTITLES']) {
      const [health] = await healthOf(service, auth, { area })
      expect(health!.breaker).toMatchObject({ state: 'OPEN', since: expect.any(String) as string })
    }
  })

  it('counts titles, catalogs and subtitles apart', async () => {
    const service = await startService()
    const films = await startFilmSource({ films: 3, series: 1 })
    const auth = await service.createUser({ sources: [films.source], mediaServer: {} })
    const { token } = await signInApp(service.url, auth)
    const get = (path: string) =>
      fetch(service.url + path, { headers: { 'x-emby-token': token } }).then((answer) =>
        answer.json(),
      )
    const { Items } = await get('/Items?recursive=true&includeItemTypes=Movie')
    expect(Items).toHaveLength(3)
    await get(`/Items/${Items[0].Id}`)
    expect((await healthOf(service, auth, { area: 'CATALOGS' }))[0]!.buckets.at(-1)).toMatchObject({
      failed: 0,
      answered: expect.any(Number) as number,
    })
    const [titles] = await healthOf(service, auth, { area: 'METADATA' })
    expect(titles!.buckets.at(-1)).toMatchObject({
      failed: 0,
      results: titles!.buckets.at(-1).asked,
    })
    expect(titles!.buckets.at(-1).asked).toBeGreaterThan(0)
  })

  it('fills hours without questions, and refuses a time that is too long or ends before it begins', async () => {
    const service = await startService()
    const auth = await service.createUser({
      sources: [sourceAt(`http://127.0.0.1:${await freePort()}/manifest.json`)],
    })
    const now = Date.now()
    const from = new Date(now - 5 * 3_600_000)
    const [{ buckets } = { buckets: [] }] = await healthOf(service, auth, { bucket: 'HOUR', from })
    expect(buckets.length).toBeGreaterThanOrEqual(5)
    expect(buckets.every(({ asked, p95 }) => asked === 0 && p95 === null)).toBe(true)
    for (const wrong of [new Date(now - 365 * 86_400_000), new Date(now + 86_400_000)]) {
      const variables = { area: 'STREAMS', bucket: 'HOUR', from: wrong }
      const { errors } = await service.graphql(query, { auth, variables })
      expect(errors?.[0]?.extensions?.code).toBe('BAD_REQUEST')
    }
  })

  it('counts the days of a time zone, and refuses one that is unknown or an offset', async () => {
    const service = await startService()
    const films = await startAddon({ name: 'Films' })
    const auth = await service.createUser({ sources: [films.source] })
    await search(service, auth, 'tt0000001')
    const trackers = `query ($from: DateTime!, $timeZone: String!) {
      trackerHealth(from: $from, bucket: DAY, timeZone: $timeZone) { tracker }
    }`
    const variables = { area: 'STREAMS', bucket: 'DAY', from: new Date(Date.now() - 86_400_000) }
    const asked = { ...variables, timeZone: 'Asia/Kolkata' }
    const { data } = await service.graphql(query, { auth, variables: asked })
    const buckets = data.sourceHealth[0].buckets as { from: string; answered: number }[]
    expect(buckets.map(({ from }) => from.slice(11, 16))).toEqual(['18:30', '18:30'])
    // Half an hour after midnight the hour still is one of the day before.
    expect(buckets.reduce((sum, { answered }) => sum + answered, 0)).toBe(1)
    for (const timeZone of ['Mars/Crater', '+02:00']) {
      for (const one of [query, trackers]) {
        const wrong = { auth, variables: { ...variables, timeZone } }
        const { errors } = await service.graphql(one, wrong)
        expect(errors?.[0]).toMatchObject({
          message: expect.stringContaining('IANA') as string,
          extensions: { code: 'BAD_REQUEST' },
        })
      }
    }
  })

  it('is for the first user alone', async () => {
    const service = await startService()
    const auth = await service.createUser({ mediaServer: { users: [{ name: 'Kim' }] } })
    const kim = { uuid: `${auth.uuid}/Kim`, password: auth.password }
    const { token } = await signInApp(service.url, kim)
    const { errors } = await service.graphql(query, {
      headers: { authorization: `MediaBrowser Token="${token}"` },
      variables: { area: 'STREAMS', bucket: 'DAY', from: new Date() },
    })
    expect(errors?.[0]?.extensions?.code).toBe('FORBIDDEN')
  })
})
