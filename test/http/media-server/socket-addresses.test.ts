import { expect, it, onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import { createLogger } from '../../../src/core/logger.ts'
import { createMetrics } from '../../../src/core/metrics.ts'
import type { Services } from '../../../src/graphql/services.ts'
import { createMediaSocket } from '../../../src/http/media-server/transport/websocket.ts'
import { createServer } from '../../../src/http/server.ts'
import { mountUpgrades } from '../../../src/http/upgrades.ts'

/** Answers where a request and a web socket come from, as the service sees it. */
async function addressesSeen(trustedProxies: readonly string[], forwardedFor: string) {
  const log = createLogger({ level: 'silent', format: 'json' })
  const memory = { isTight: () => false }
  const server = await createServer({ trustedProxies, log, metrics: createMetrics(), memory })
  const seen = { request: '', socket: '' }
  server.app.get('/address', ({ ip }) => (seen.request = ip))
  const users = {
    async isServed(_scope: unknown, _member: unknown, client: { address: string }) {
      seen.socket = client.address
      return false
    },
  }
  const sockets = createMediaSocket({
    services: { users } as unknown as Services,
    sessions: async () => [],
    prefix: 'media',
    addresses: server.addresses,
    log,
  })
  mountUpgrades(server.app, [sockets], log)
  onTestFinished(() => server.close())
  onTestFinished(() => sockets.close())
  const url = await server.app.listen({ port: 0, host: '127.0.0.1' })
  const headers = { 'x-forwarded-for': forwardedFor }
  await fetch(`${url}/address`, { headers })
  const socket = new WebSocket(`${url.replace('http', 'ws')}/media/u/home/socket`, { headers })
  await new Promise((resolve) => {
    socket.once('error', resolve)
  })
  return seen
}

it.each([
  ['the client that a trusted proxy names', ['127.0.0.1'], '198.51.100.1', '198.51.100.1'],
  ['the proxy that names it, of two one trusted', ['127.0.0.1'], '1.1.1.1, 10.0.0.9', '10.0.0.9'],
  ['the client behind both', ['127.0.0.1', '10.0.0.0/8'], '1.1.1.1, 10.0.0.9', '1.1.1.1'],
  ['the peer, where nobody is trusted', [], '198.51.100.1', '127.0.0.1'],
  ['the peer, where it is no proxy', ['203.0.113.9'], '198.51.100.1', '127.0.0.1'],
])('takes for the client of a web socket %s, as for a request', async (_who, trusted, via, ip) => {
  expect(await addressesSeen(trusted, via)).toEqual({ request: ip, socket: ip })
})
