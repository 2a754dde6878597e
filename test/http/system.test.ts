import { afterAll, describe, expect, it } from 'vitest'
import { filmStream, sourceAt, startAddon } from '../support/addon.ts'
import { startBareProxy } from '../support/bare-proxy.ts'
import { head, sendRaw } from '../support/raw-http.ts'
import { createClient, startService, userDataHeader } from '../support/service.ts'
import { startUpstream, status } from '../support/upstream.ts'

const { request, createUser, port } = await startService({}, afterAll)

type Sample = { name: string; labels: Record<string, string>; value: number }

/** Reads the text format of Prometheus. */
function samples(text: string): Sample[] {
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name, labels = '', value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line)!
      const pairs = [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, key, text]) => [key, text])
      return { name: name!, labels: Object.fromEntries(pairs), value: Number(value) }
    })
}

async function measure(name: string, labels: Record<string, string> = {}): Promise<number> {
  const { text } = await request('/metrics')
  return samples(text)
    .filter((sample) => sample.name === name)
    .filter((sample) => Object.entries(labels).every(([key, text]) => sample.labels[key] === text))
    .reduce((sum, { value }) => sum + value, 0)
}

describe('/healthz', () => {
  it('answers while the process lives', async () => {
    const { status, text } = await request('/healthz')
    expect({ status, text }).toEqual({ status: 200, text: '{"status":"ok"}' })
  })
})

describe('/readyz', () => {
  it('says that it can serve, and that anime data is missing', async () => {
    const { status, body } = await request('/readyz')
    expect(status).toBe(200)
    expect(body).toEqual({ status: 'ready', problems: [], anime: 'missing' })
  })
})

describe('/metrics', () => {
  it('answers in the format of Prometheus, with a help text for each measurement', async () => {
    const { status, headers, text } = await request('/metrics')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
    const helped = new Set([...text.matchAll(/^# HELP (\w+)/gm)].map(([, name]) => name))
    for (const { name } of samples(text)) {
      expect(helped.has(name) || helped.has(name.replace(/_(bucket|sum|count)$/, ''))).toBe(true)
    }
  })

  it.each([
    'nodejs_eventloop_lag_p99_seconds',
    'process_resident_memory_bytes',
    'process_cpu_seconds_total',
    'searches_in_progress',
  ])('knows %s', async (name) => {
    const { text } = await request('/metrics')
    expect(samples(text).map((sample) => sample.name)).toContain(name)
  })

  it('counts requests by route, method and status, with their times', async () => {
    const labels = { route: '/api/v1/user', method: 'GET', status: '200' }
    const user = await createUser()
    const before = await measure('http_request_duration_seconds_count', labels)
    await request('/api/v1/user?raw=1', { auth: user })
    expect(await measure('http_request_duration_seconds_count', labels)).toBe(before + 1)
    expect(await measure('http_request_duration_seconds_bucket', { ...labels, le: '+Inf' })).toBe(
      before + 1,
    )
  })

  it('counts unknown paths under one name, whatever they are', async () => {
    for (let number = 0; number < 5; number += 1) await request(`/nothing/${number}`)
    const { text } = await request('/metrics')
    expect(text).not.toContain('/nothing')
    expect(
      await measure('http_request_duration_seconds_count', { route: 'unknown', status: '404' }),
    ).toBeGreaterThanOrEqual(5)
  })

  it('counts what sources answer, how long they take, and how often they fail', async () => {
    const good = await startAddon({ streams: [filmStream(1), filmStream(2)] })
    const bad = await startUpstream(status(500))
    const key = 'key-of-a-source'
    const sources = [good.source, sourceAt(`${bad.url}/${key}/manifest.json?token=${key}`)]
    await request('/api/v1/search?type=movie&id=tt1', {
      headers: { 'x-service-user-data': userDataHeader({ sources }) },
    })
    const answered = { source: good.host, outcome: 'answered' }
    expect(await measure('source_request_duration_seconds_count', answered)).toBe(1)
    expect(await measure('source_results_total', { source: good.host })).toBe(2)
    const failed = { source: bad.host, outcome: 'failed' }
    expect(await measure('source_request_duration_seconds_count', failed)).toBe(1)
    expect((await request('/metrics')).text).not.toContain(key)
  })

  it('counts for the operator how sources fail and what searches keep, without their names', async () => {
    const good = await startAddon({ streams: [filmStream(1), filmStream(2), filmStream(2)] })
    const bad = await startAddon({ streams: status(500) })
    const names = ['upstream_answers_total', 'upstream_results_total', 'upstream_kept_total']
    const figures = async () => [
      await measure('upstream_answer_duration_seconds_count', { area: 'streams' }),
      await measure(names[0]!, { area: 'streams', outcome: 'answered' }),
      await measure(names[0]!, { area: 'streams', outcome: 'status' }),
      await measure(names[1]!, { area: 'streams' }),
      await measure(names[2]!, { area: 'streams' }),
    ]
    const before = await figures()
    const sources = [good, bad].map(({ source }, index) => ({ ...source, id: `secret-${index}` }))
    const auth = await createUser({ sources, dedupe: { enabled: true } })
    await request('/api/v1/search?type=movie&id=tt0000001', { auth })
    const after = await figures()
    expect(after.map((figure, index) => (figure ?? 0) - (before[index] ?? 0))).toEqual([
      1, 1, 1, 3, 2,
    ])
    expect((await request('/metrics')).text).not.toContain('secret-')
  })

  it('counts hits and misses of the cache of answers', async () => {
    const addon = await startAddon({
      streams: (_request, response) => {
        response.writeHead(200, { 'cache-control': 'max-age=60' })
        response.end(JSON.stringify({ streams: [filmStream(1)] }))
      },
    })
    const headers = { 'x-service-user-data': userDataHeader({ sources: [addon.source] }) }
    const search = () => request('/api/v1/search?type=movie&id=tt1', { headers })
    const counts = async () => ({
      hits: await measure('cache_requests_total', { outcome: 'hit' }),
      misses: await measure('cache_requests_total', { outcome: 'miss' }),
    })
    const before = await counts()
    await search()
    const first = await counts()
    expect(first.misses).toBeGreaterThan(before.misses)
    await search()
    const second = await counts()
    expect(second.hits).toBeGreaterThan(first.hits)
    expect(second.misses).toBe(first.misses)
  })

  it('names at most a few hundred sources, however many users write', async () => {
    const sources = Array.from({ length: 100 }, (_, index) =>
      sourceAt(`http://10.0.0.1:${index + 1}/manifest.json`),
    )
    const closed = await startService({ ALLOW_PRIVATE_URLS: 'false' })
    for (const network of ['1', '2', '3']) {
      await closed.request('/api/v1/search?type=movie&id=tt1', {
        headers: {
          'x-service-user-data': userDataHeader({
            sources: sources.map(({ url, ...rest }) => ({
              ...rest,
              url: url.replace('10.0.0.1', `10.0.0.${network}`),
            })),
          }),
        },
      })
    }
    const { text } = await closed.request('/metrics')
    const named = new Set(samples(text).flatMap(({ labels }) => labels['source'] ?? []))
    expect(named.size).toBeGreaterThan(100)
    expect(named.size).toBeLessThan(300)
  })
})

describe('who may read /metrics', () => {
  it.each([
    'forwarded',
    'x-forwarded-for',
    'x-forwarded-host',
    'x-forwarded-proto',
    'x-real-ip',
    'via',
    'cf-connecting-ip',
    'true-client-ip',
  ])('without a token nobody whose request carries %s', async (name) => {
    const { status, text } = await request('/metrics', { headers: { [name]: '127.0.0.1' } })
    expect(status).toBe(403)
    expect(text).toContain('METRICS_TOKEN')
  })

  it.each(['https://films.example', 'null'])('without a token no page of %s', async (origin) => {
    expect((await request('/metrics', { headers: { origin } })).status).toBe(403)
  })

  it('without a token nobody who asks at another name than this machine', async () => {
    const asked = (host: string) => sendRaw(port, head('GET /metrics HTTP/1.1', { host }))
    expect((await asked('films.example')).status).toBe(403)
    expect((await asked(`localhost:${port}`)).status).toBe(200)
  })

  it('without a token nobody through a proxy that says nothing of itself', async () => {
    const { request } = createClient(await startBareProxy(port))
    expect((await request('/healthz')).status).toBe(200)
    expect((await request('/metrics')).status).toBe(403)
  })

  it('with a token whoever has it, by whichever way it comes', async () => {
    const { request } = await startService({ METRICS_TOKEN: 'a-long-random-text' })
    const ask = async (headers: Record<string, string>) =>
      (await request('/metrics', { headers })).status
    expect(await ask({ authorization: 'Bearer a-long-random-text' })).toBe(200)
    expect(
      await ask({ authorization: 'Bearer a-long-random-text', 'x-forwarded-for': '192.0.2.1' }),
    ).toBe(200)
    for (const authorization of ['Bearer a-long-random-tex', 'Bearer', 'a-long-random-text', '']) {
      expect(await ask({ authorization })).toBe(403)
    }
    expect(await ask({})).toBe(403)
  })
})
