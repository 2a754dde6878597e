import { EventEmitter, once } from 'node:events'
import type { FastifyReply } from 'fastify'
import { GraphQLObjectType, GraphQLSchema, GraphQLString } from 'graphql'
import { expect, it } from 'vitest'
import { createLogger } from '../../src/core/logger.ts'
import { toAppError } from '../../src/http/failures.ts'
import { createPersistedQueries } from '../../src/http/graphql/documents.ts'
import { createOperations } from '../../src/http/graphql/operations.ts'
import { createGraphqlServer } from '../../src/http/graphql/server.ts'
import { createReplyEnd } from '../../src/http/media-server/playback/end-reply.ts'

function quietLog() {
  const lines: string[] = []
  const log = createLogger({ level: 'warn', format: 'json' }, { write: (line) => lines.push(line) })
  return { log, lines }
}

/** Fails as work does that its signal ends. */
async function workUntil(signal: AbortSignal): Promise<never> {
  if (!signal.aborted) await once(signal, 'abort')
  throw signal.reason
}

it('a player that leaves while its version is chosen is no fault', async () => {
  const { log, lines } = quietLog()
  const raw = new EventEmitter()
  const ending = createReplyEnd({ raw } as unknown as FastifyReply)
  const choosing = ending.before(workUntil(ending.signal))
  raw.emit('close')
  const failure: unknown = await choosing.catch((error: unknown) => error)
  expect(toAppError(failure, log)).toMatchObject({ code: 'BAD_REQUEST' })
  expect(lines).toEqual([])
})

it('a client that ends an operation on its connection is no fault', async () => {
  const { log, lines } = quietLog()
  const tick = {
    type: GraphQLString,
    resolve: (_root: unknown, _args: unknown, { signal }: { signal: AbortSignal }) =>
      workUntil(signal),
  }
  const schema = new GraphQLSchema({
    query: new GraphQLObjectType({ name: 'Query', fields: { tick } }),
  })
  const find = createPersistedQueries()
  const yoga = createGraphqlServer({ schema, path: '/graphql', find, log })
  const operations = createOperations({ yoga, find, log })
  const prepared = await operations.prepare(
    { query: '{ tick }' },
    (signal) => ({ signal }) as never,
  )
  if (!('run' in prepared)) throw new Error('it was refused')
  const running = prepared.run()
  prepared.cancel()
  expect(await running).toMatchObject({ errors: [{ extensions: { code: 'BAD_REQUEST' } }] })
  expect(lines).toEqual([])
})
