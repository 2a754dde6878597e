import { ApolloClient, gql, HttpLink, InMemoryCache } from '@apollo/client'
import type { ApolloLink } from '@apollo/client'
import { GraphQLWsLink } from '@apollo/client/link/subscriptions'
import { cacheExchange, Client, fetchExchange, subscriptionExchange } from '@urql/core'
import type { Exchange } from '@urql/core'
import { createClient as createSseClient } from 'graphql-sse'
import { createClient as createWsClient } from 'graphql-ws'
import { WebSocket } from 'ws'

/** What one client hears of a subscription, and whether it is over. */
export type Heard = {
  readonly results: unknown[]
  readonly isOver: () => boolean
  readonly error: () => unknown
  readonly stop: () => void
}

export type DashboardClient = {
  query(text: string, variables?: Record<string, unknown>): Promise<unknown>
  subscribe(text: string): Heard
  close(): unknown
}

type Sink = {
  next(value: unknown): void
  error(error: unknown): void
  complete(): void
}

function hear(subscribe: (sink: Sink) => () => void): Heard {
  const results: unknown[] = []
  let isOver = false
  let error: unknown = null
  const stop = subscribe({
    next: (value) => void results.push(value),
    error: (thrown) => {
      error = thrown
      isOver = true
    },
    complete: () => {
      isOver = true
    },
  })
  return { results, isOver: () => isOver, error: () => error, stop }
}

function dataOf({ data, errors }: { data?: unknown; errors?: readonly unknown[] }): unknown {
  if (errors) throw new AggregateError(errors)
  return data
}

export const webSocketsOf = (url: string, authorization: string) =>
  createWsClient({
    url: `${url.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: { authorization },
    retryAttempts: 0,
  })

function graphqlWs(url: string, authorization: string): DashboardClient {
  const client = webSocketsOf(url, authorization)
  return {
    async query(query, variables) {
      for await (const result of client.iterate({ query, variables })) return dataOf(result)
      return undefined
    },
    subscribe: (query) => hear((sink) => client.subscribe({ query }, sink)),
    close: () => client.dispose(),
  }
}

function graphqlSse(singleConnection: boolean) {
  return (url: string, authorization: string): DashboardClient => {
    const client = createSseClient({
      url: `${url}/graphql`,
      headers: { authorization },
      singleConnection,
      retryAttempts: 0,
    })
    return {
      async query(query, variables) {
        for await (const result of client.iterate({ query, variables })) return dataOf(result)
        return undefined
      },
      subscribe: (query) => hear((sink) => client.subscribe({ query }, sink)),
      close: () => client.dispose(),
    }
  }
}

function apolloWith(link: ApolloLink, close: () => unknown): DashboardClient {
  const client = new ApolloClient({ link, cache: new InMemoryCache() })
  return {
    query: async (text, variables) =>
      (await client.query({ query: gql(text), variables: variables ?? {} })).data,
    subscribe: (text) =>
      hear((sink) => {
        const heard = client.subscribe({ query: gql(text) }).subscribe(sink)
        return () => heard.unsubscribe()
      }),
    close() {
      client.stop()
      return close()
    },
  }
}

export function apollo(url: string, authorization: string): DashboardClient {
  return apolloWith(new HttpLink({ uri: `${url}/graphql`, headers: { authorization } }), () => {})
}

function apolloOverWs(url: string, authorization: string): DashboardClient {
  const client = webSocketsOf(url, authorization)
  return apolloWith(new GraphQLWsLink(client), () => client.dispose())
}

export function urqlWith(
  url: string,
  authorization: string,
  exchanges: readonly Exchange[],
  get = false,
) {
  return new Client({
    url: `${url}/graphql`,
    exchanges: [...exchanges],
    preferGetMethod: get ? 'force' : false,
    fetchSubscriptions: true,
    fetchOptions: { headers: { authorization } },
  })
}

function urql({ get = false, overWs = false } = {}) {
  return (url: string, authorization: string): DashboardClient => {
    const sockets = overWs ? webSocketsOf(url, authorization) : null
    const overSockets = subscriptionExchange({
      forwardSubscription: ({ query = '', variables }) => ({
        subscribe: (sink) => ({
          unsubscribe: sockets!.subscribe({ query, variables }, sink as Sink),
        }),
      }),
    })
    const exchanges = [cacheExchange, ...(sockets ? [overSockets] : []), fetchExchange]
    const client = urqlWith(url, authorization, exchanges, get)
    return {
      async query(text, variables) {
        const { data, error } = await client.query(text, variables ?? {}).toPromise()
        if (error) throw error
        return data
      },
      subscribe: (text) =>
        hear((sink) => {
          const heard = client.subscription(text, {}).subscribe((result) => {
            if (result.error) sink.error(result.error)
            else sink.next(result)
            if (!result.hasNext) sink.complete()
          })
          return () => heard.unsubscribe()
        }),
      close: () => sockets?.dispose(),
    }
  }
}

export const dashboardClients: readonly {
  readonly name: string
  readonly open: (url: string, authorization: string) => DashboardClient
}[] = [
  { name: 'graphql-ws', open: graphqlWs },
  { name: 'graphql-sse, distinct connections', open: graphqlSse(false) },
  { name: 'graphql-sse, a single connection', open: graphqlSse(true) },
  { name: 'Apollo Client, multipart subscriptions', open: apollo },
  { name: 'Apollo Client over graphql-ws', open: apolloOverWs },
  { name: 'urql, POST and server-sent events', open: urql() },
  { name: 'urql, GET', open: urql({ get: true }) },
  { name: 'urql over graphql-ws', open: urql({ overWs: true }) },
]
