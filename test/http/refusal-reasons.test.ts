import { fastify } from 'fastify'
import { GraphQLObjectType, GraphQLSchema, GraphQLString } from 'graphql'
import { expect, it, onTestFinished } from 'vitest'
import { AppError } from '../../src/core/errors.ts'
import { refusal } from '../../src/core/refusal-texts.ts'
import { TypedDocumentString } from '../../src/http/documents/documents.ts'
import { mountFetchHandler } from '../../src/http/fetch-bridge.ts'
import { compileRoutes, documentRoute } from '../../src/http/media-server/transport/define-route.ts'

const reason = refusal('FILE_TOO_LARGE', { most: '5' })

it('a refusal before any operation says its reason and when to try again', async () => {
  const app = fastify()
  onTestFinished(() => app.close())
  mountFetchHandler(app, { url: '/graphql', methods: ['POST'], log: {} as never }, () =>
    Promise.reject(new AppError('RATE_LIMIT_EXCEEDED', reason, { retryAfter: 7 })),
  )
  const headers = { 'content-type': 'application/json' }
  const answer = await app.inject({ method: 'POST', url: '/graphql', headers, payload: '{}' })
  expect(answer.statusCode).toBe(429)
  expect(answer.headers['retry-after']).toBe('7')
  expect(answer.json()).toEqual({
    errors: [
      {
        message: reason.message,
        extensions: {
          code: 'RATE_LIMIT_EXCEEDED',
          reason: { code: 'FILE_TOO_LARGE', values: [{ name: 'most', text: '5' }] },
          retryAfter: 7,
        },
      },
    ],
  })
})

it('a refusal in the words of a route keeps its reason', async () => {
  const resolve = (): never => {
    throw new AppError('BAD_REQUEST', { ...reason, message: 'first must be a number.' })
  }
  const fields = { pages: { type: GraphQLString, resolve } }
  const schema = new GraphQLSchema({ query: new GraphQLObjectType({ name: 'Query', fields }) })
  const route = documentRoute({
    method: 'GET',
    path: '/Pages',
    access: 'signedIn',
    document: new TypedDocumentString('query Pages { pages }'),
    words: { first: 'limit' },
    variables: () => ({}),
    answer: (data) => data,
  })
  const [compiled] = compileRoutes([route], schema)
  await expect(compiled!.handle({ caller: {} } as never)).rejects.toMatchObject({
    message: 'limit must be a number.',
    reason: { code: 'FILE_TOO_LARGE', values: { most: '5' } },
  })
})
