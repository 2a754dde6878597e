import { hash } from 'node:crypto'
import { ApolloClient, gql, HttpLink, InMemoryCache } from '@apollo/client'
import { PersistedQueryLink } from '@apollo/client/link/persisted-queries'
import { fetchExchange } from '@urql/core'
import { persistedExchange } from '@urql/exchange-persisted'
import { afterAll, describe, expect, it } from 'vitest'
import { urqlWith } from '../../../support/graphql-clients.ts'
import { basic, startService } from '../../../support/service.ts'

const service = await startService({}, afterAll)
const owner = await service.createUser({ mediaServer: { owner: { name: 'Olga' } } })
const authorization = basic(owner)
const sha256 = (text: string) => hash('sha256', text)
const url = `${service.url}/graphql`

/** Counts what goes out, and what of it holds the text of a query. */
function watchedFetch() {
  const sent: string[] = []
  const watched: typeof fetch = (input, init) => {
    sent.push(JSON.stringify([input, init?.body]))
    return fetch(input, init)
  }
  return { watched, withText: () => sent.filter((text) => /activity/.test(text)).length, sent }
}

describe.each([true, false])('A query by its hash (GET: %s)', (useGETForHashedQueries) => {
  it('is sent with its text once by Apollo Client', async () => {
    const { watched, withText, sent } = watchedFetch()
    const text = `query Apollo${useGETForHashedQueries} { activity { users { user { name } } } }`
    const ask = async () => {
      const link = new PersistedQueryLink({ sha256, useGETForHashedQueries }).concat(
        new HttpLink({ uri: url, headers: { authorization }, fetch: watched }),
      )
      const client = new ApolloClient({ link, cache: new InMemoryCache() })
      return (await client.query({ query: gql(text) })).data
    }
    const first = await ask()
    expect(first).toMatchObject({ activity: { users: [{ user: { name: 'Olga' } }] } })
    expect(await ask()).toEqual(first)
    expect([sent.length, withText()]).toEqual([3, 1])
  })

  it('is sent with its text once by urql', async () => {
    const text = `query Urql${useGETForHashedQueries} { activity { users { user { name } } } }`
    const exchange = persistedExchange({ preferGetForPersistedQueries: useGETForHashedQueries })
    const client = urqlWith(service.url, authorization, [exchange, fetchExchange])
    const { data, error } = await client.query(text, {}).toPromise()
    expect(error).toBeUndefined()
    expect(data.activity.users).toHaveLength(1)
  })
})

const post = (json: object) => service.request('/graphql', { method: 'POST', json, auth: owner })
const persisted = (sha256Hash: unknown, version: unknown = 1) => ({
  extensions: { persistedQuery: { version, sha256Hash } },
})

it('An unknown hash is answered with the code by which clients send the text', async () => {
  const { status, body } = await post(persisted(sha256('unknown')))
  expect(status).toBe(200)
  expect(body).toMatchObject({
    errors: [
      { message: 'PersistedQueryNotFound', extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' } },
    ],
  })
})

it.each([
  ['a hash of another query', { query: '{ __typename }', ...persisted(sha256('other')) }],
  ['a hash that is none', persisted(7)],
  ['another version', persisted(sha256('x'), 2)],
  ['variables that are text', { query: '{ __typename }', variables: 'x' }],
  ['an operation name that is a number', { query: '{ __typename }', operationName: 7 }],
  ['an unknown parameter', { query: '{ __typename }', variable: {} }],
  ['a query that is no text', { query: 7 }],
])('%s is refused', async (_what, params) => {
  const { status, body } = await post(params)
  expect(status).toBe(400)
  expect(body).toMatchObject({ errors: [{ extensions: { code: 'BAD_REQUEST' } }] })
})

it('A query that is too large to keep is answered all the same', async () => {
  const query = `{ __typename }${' '.repeat(70_000)}`
  const params = persisted(sha256(query))
  expect((await post({ query, ...params })).body).toEqual({ data: { __typename: 'Query' } })
  expect((await post(params)).body).toMatchObject({
    errors: [{ message: 'PersistedQueryNotFound' }],
  })
})
