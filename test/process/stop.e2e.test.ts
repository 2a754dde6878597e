import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { filmStream, startAddon } from '../support/addon.ts'
import { failure, userDataHeader } from '../support/service.ts'
import { startServiceProcess } from '../support/service-process.ts'
import { until } from '../support/until.ts'
import { json } from '../support/upstream.ts'

/** A service with a search that waits for its source until `answer` is called. */
async function startSlowSearch() {
  let answer = (): void => {}
  const addon = await startAddon({
    streams: (request, response) => {
      answer = () => json({ streams: [filmStream(1)] })(request, response)
    },
  })
  const service = await startServiceProcess({ SOURCE_TIMEOUT: '60s' })
  const config = { sources: [addon.source] }
  const search = service
    .request('/api/v1/search?type=movie&id=tt1', {
      headers: { 'x-service-user-data': userDataHeader(config) },
    })
    .then(({ status, body }) => ({ status, results: body.data.results.length as number }))
    .catch(() => 'cut off')
  await until('the search', () => addon.paths.some((path) => path.includes('/stream/')))
  return { ...service, search, addon, answer: () => answer() }
}

const said = (text: string) => (lines: readonly string[]) =>
  lines.some((line) => line.includes(text))

describe('a stop', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    'by %s finishes a search that runs, and refuses what is new',
    async (signal) => {
      const service = await startSlowSearch()
      service.signal(signal)
      await service.linesUntil(said('finishing running requests'))
      for (const path of ['/api/v1/user', '/stremio/u/home/manifest.json', '/healthz', '/readyz']) {
        const refused = await service.request(path)
        expect(refused.status).toBe(503)
        expect(refused.body).toEqual(
          failure('SERVICE_UNAVAILABLE', expect.stringContaining('stopping')),
        )
        expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
        expect(refused.headers.get('connection')).toBe('close')
        expect(refused.headers.get('access-control-allow-origin')).toBe('*')
      }
      const { status, errors } = await service.graphql('{ __typename }')
      expect({ status, errors }).toMatchObject({
        status: 503,
        errors: [{ extensions: { code: 'SERVICE_UNAVAILABLE' } }],
      })
      service.answer()
      expect(await service.search).toEqual({ status: 200, results: 1 })
      expect(await service.finished()).toEqual({ code: 0, errors: '' })
    },
  )

  it('is over at once where nothing is to be done', async () => {
    const service = await startServiceProcess()
    await service.request('/healthz')
    service.signal('SIGTERM')
    expect((await service.finished()).code).toBe(0)
  })

  it('that is asked for twice is over at once', async () => {
    const service = await startSlowSearch()
    service.signal('SIGTERM')
    await service.linesUntil(said('finishing running requests'))
    service.signal('SIGTERM')
    expect((await service.finished()).code).toBe(1)
    expect(await service.search).toBe('cut off')
  })

  it('does not wait for connections that ask for nothing', async () => {
    const { url, signal, finished } = await startServiceProcess()
    const { port } = new URL(url)
    const sockets = ['', 'GET /healthz HTTP/1.1\r\nhost: x\r\n', 'GET'].map((text) => {
      const socket = connect(Number(port), '127.0.0.1')
      socket.on('error', () => {})
      socket.write(text)
      return socket
    })
    await until('the connections', () => sockets.every((socket) => !socket.connecting))
    signal('SIGTERM')
    expect((await finished()).code).toBe(0)
    for (const socket of sockets) socket.destroy()
  })

  it('cuts off after ten seconds what does not end', async () => {
    const service = await startSlowSearch()
    service.signal('SIGTERM')
    expect(await service.search).toBe('cut off')
    expect((await service.finished()).code).toBe(0)
  }, 30_000)
})
