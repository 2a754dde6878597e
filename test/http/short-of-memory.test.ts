import { describe, expect, it, onTestFinished } from 'vitest'
import { createLogger } from '../../src/core/logger.ts'
import { createMetrics } from '../../src/core/metrics.ts'
import { createServer } from '../../src/http/server.ts'
import { failure } from '../support/service.ts'

async function startServer() {
  let tight = true
  const server = await createServer({
    trustedProxies: [],
    log: createLogger({ level: 'silent', format: 'json' }),
    metrics: createMetrics(),
    memory: { isTight: () => tight },
  })
  const { app } = server
  onTestFinished(() => server.close())
  app.get('/work', () => 'done')
  for (const path of ['/healthz', '/readyz', '/metrics']) app.get(path, () => 'well')
  return { app, relieve: () => void (tight = false) }
}

describe('a server that is short of memory', () => {
  it('refuses new work with 503 and says when to try again, until it has room', async () => {
    const { app, relieve } = await startServer()
    const refused = await app.inject('/work')
    expect(refused.statusCode).toBe(503)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(refused.json()).toEqual(failure('SERVICE_UNAVAILABLE', expect.stringMatching(/memory/)))
    relieve()
    expect((await app.inject('/work')).body).toBe('done')
  })

  it('still answers those who watch it', async () => {
    const { app } = await startServer()
    for (const path of ['/healthz', '/readyz', '/metrics']) {
      expect((await app.inject(path)).statusCode).toBe(200)
    }
  })
})
