import { once } from 'node:events'
import { GraphQLObjectType, GraphQLSchema, GraphQLString } from 'graphql'
import { expect, it, onTestFinished } from 'vitest'
import { createLogger } from '../../../src/core/logger.ts'
import { createMetrics } from '../../../src/core/metrics.ts'
import type { RequestContext } from '../../../src/graphql/context.ts'
import { mountFetchHandler } from '../../../src/http/fetch-bridge.ts'
import { createPersistedQueries } from '../../../src/http/graphql/documents.ts'
import { createGraphqlServer } from '../../../src/http/graphql/server.ts'
import { createServer } from '../../../src/http/server.ts'

/** A subscription that says when it has ended. */
function endlessSchema(onEnd: () => void): GraphQLSchema {
  async function* ticks() {
    try {
      for (;;) yield { tick: 'tick' }
    } finally {
      onEnd()
    }
  }
  const fields = { tick: { type: GraphQLString } }
  return new GraphQLSchema({
    query: new GraphQLObjectType({ name: 'Query', fields }),
    subscription: new GraphQLObjectType({
      name: 'Subscription',
      fields: { tick: { type: GraphQLString, subscribe: ticks } },
    }),
  })
}

it('a client that leaves before its event stream begins is no fault, and the stream ends', async () => {
  const lines: string[] = []
  const log = createLogger({ level: 'warn', format: 'json' }, { write: (line) => lines.push(line) })
  const memory = { isTight: () => false }
  const server = await createServer({
    trustedProxies: [],
    log,
    metrics: createMetrics(),
    memory,
  })
  onTestFinished(() => server.close())
  let ended = false
  const yoga = createGraphqlServer({
    schema: endlessSchema(() => (ended = true)),
    path: '/graphql',
    find: createPersistedQueries(),
    log,
  })
  const client = new AbortController()
  let answered = false
  mountFetchHandler(server.app, { url: '/graphql', methods: ['POST'], log }, async () => {
    return async (_request, reply, input) => {
      client.abort()
      if (!reply.raw.destroyed) await once(reply.raw, 'close')
      const response = await yoga.fetch(input, {} as RequestContext)
      answered = true
      return response
    }
  })
  const url = await server.app.listen({ port: 0, host: '127.0.0.1' })
  const asked = fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify({ query: 'subscription { tick }' }),
    signal: client.signal,
  })
  await expect(asked).rejects.toThrow('aborted')
  await expect.poll(() => answered).toBe(true)
  await expect.poll(() => ended).toBe(true)
  expect(lines).toEqual([])
})
