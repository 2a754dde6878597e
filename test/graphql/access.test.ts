import SchemaBuilder from '@pothos/core'
import ScopeAuthPlugin, { RequestCache } from '@pothos/plugin-scope-auth'
import { graphql, parse, type GraphQLSchema } from 'graphql'
import { describe, expect, it } from 'vitest'
import { AppError } from '../../src/core/errors.ts'
import AccessPlugin from '../../src/graphql/access-plugin.ts'
import { builder } from '../../src/graphql/builder.ts'
import { createContext } from '../../src/graphql/context.ts'
import type { ContextInput, RequestContext } from '../../src/graphql/context.ts'
import type { Services } from '../../src/graphql/services.ts'
import { schema } from '../../src/graphql/schema.ts'
import { scopesOf } from '../../src/graphql/scopes.ts'
import { compileQuery, isCompiledQuery } from '../../src/http/compile-query.ts'
import { AnimeIdDocument } from '../../src/http/documents/documents.ts'

type Scope = 'open' | 'closed'

/** A schema of its own: a call that is let in answers `done`. */
function newBuilder() {
  return new SchemaBuilder<{
    Context: RequestContext
    AuthScopes: Record<Scope, true> & { reads: string }
    DefaultFieldNullability: false
  }>({
    defaultFieldNullability: false,
    plugins: [AccessPlugin, ScopeAuthPlugin],
    scopeAuth: {
      authScopes: () => ({
        open: true,
        reads: () => true,
        closed: () => {
          throw new AppError('UNAUTHORIZED', 'Sign in.')
        },
      }),
    },
  })
}

type RootFields = Parameters<ReturnType<typeof newBuilder>['queryType']>[0] & object
type Field = Omit<
  Parameters<Parameters<NonNullable<RootFields['fields']>>[0]['string']>[0],
  'resolve'
>

function schemaOf(field: Field): GraphQLSchema {
  const builder = newBuilder()
  builder.queryType({ fields: (t) => ({ probe: t.string({ ...field, resolve: () => 'done' }) }) })
  return builder.toSchema()
}

const counting = (taken: string[]) =>
  ({
    take(operation: string) {
      taken.push(operation)
      return undefined
    },
  }) as unknown as RequestContext

async function probe(field: Field, context: RequestContext = counting([])) {
  const { data, errors } = await graphql({
    schema: schemaOf(field),
    source: '{ probe }',
    contextValue: context,
  })
  return errors?.[0]?.originalError ?? data?.['probe']
}

describe('A field of a root type', () => {
  it('does not build without saying who may call it', () => {
    expect(() => schemaOf({})).toThrow('Query.probe has no authScopes')
  })

  it('answers callers that its scope lets in, and refuses others in the words of the scope', async () => {
    expect(await probe({ authScopes: { open: true } })).toBe('done')
    expect(await probe({ authScopes: { closed: true } })).toMatchObject({
      code: 'UNAUTHORIZED',
      message: 'Sign in.',
    })
  })

  it('is counted before its caller is verified', async () => {
    const taken: string[] = []
    await probe({ authScopes: { closed: true }, rate: 'search' }, counting(taken))
    expect(taken).toEqual(['search'])
  })

  it('is refused past the limit without being run', async () => {
    const refusal = new AppError('RATE_LIMIT_EXCEEDED', 'Too many.')
    const context = { take: () => Promise.reject(refusal) } as unknown as RequestContext
    expect(await probe({ authScopes: { open: true }, rate: 'search' }, context)).toBe(refusal)
  })

  it('may be counted by its arguments', async () => {
    const taken: string[] = []
    await probe({ authScopes: { open: true }, rate: () => null }, counting(taken))
    await probe({ authScopes: { open: true }, rate: () => 'anime' }, counting(taken))
    expect(taken).toEqual(['anime'])
  })
})

it('A field of another type has no rate', () => {
  const builder = newBuilder()
  const inner = builder
    .objectRef<object>('Inner')
    .implement({ fields: (t) => ({ name: t.string({ rate: 'search', resolve: () => '' }) }) })
  const field = { type: inner, authScopes: { open: true }, resolve: () => ({}) } as const
  builder.queryType({ fields: (t) => ({ inner: t.field(field) }) })
  expect(() => builder.toSchema()).toThrow('Inner.name has a rate')
})

describe('A nested field that dashboards can reach', () => {
  type Nested = Parameters<Parameters<NonNullable<RootFields['fields']>>[0]['string']>[0]

  function build(field: Nested, authScopes: object = { reads: 'activity' }) {
    const builder = newBuilder()
    const inner = builder
      .objectRef<object>('Inner')
      .implement({ fields: (t) => ({ name: t.string(field as never) }) })
    const outer = builder
      .objectRef<object>('Outer')
      .implement({ fields: (t) => ({ inner: t.field({ type: inner, resolve: () => ({}) }) }) })
    const root = { type: outer, authScopes, resolve: () => ({}) } as const
    builder.queryType({ fields: (t) => ({ outer: t.field(root) }) })
    return builder.toSchema()
  }

  const loads = (_parent: unknown, _args: unknown, context: unknown) => String(context)

  it('does not build without saying which of them may read it, if it reads the context', () => {
    expect(() => build({ resolve: loads })).toThrow(
      'Inner.name reads the context where dashboards can reach it',
    )
  })

  it.each([['activity'], ['parent'], [null]] as const)(
    'builds with dashboards: %s',
    (dashboards) => {
      expect(() => build({ dashboards, resolve: loads })).not.toThrow()
    },
  )

  it.each([
    ['only shows what its parent holds', { resolve: () => '' }, undefined],
    ['is closed to dashboards', { resolve: loads }, { open: true }],
  ])('builds if it %s', (_what, field, scopes) => {
    expect(() => build(field, scopes)).not.toThrow()
  })
})

describe('The context of a request', () => {
  const context = createContext({ services: {} as Services } as ContextInput)

  it('has no caller unless a field asked for one', () => {
    expect(() => context.user).toThrow('does not declare the scope user')
    expect(() => context.account).toThrow('does not declare the scope configuration')
  })

  it('is not held by what verifies its caller, who is waited for once', async () => {
    const user = { via: 'token', userData: {} }
    const finding = createContext({
      services: { users: { findUser: async () => user } } as unknown as Services,
      credentials: { kind: 'token', token: 't' },
    } as ContextInput)
    const caches = () => RequestCache.fromContext(finding, builder)
    const before = caches()
    const find = scopesOf(finding).user as () => Promise<boolean>
    expect(caches()).not.toBe(before)
    expect(await find()).toBe(true)
    expect(finding.user).toBe(user)
    expect(scopesOf(finding).user).toBe(true)
  })
})

it('A public look-up that is counted already is answered at once', () => {
  const anime = { entryId: () => 'one', state: () => ({ version: null }) }
  const context = createContext({
    services: { anime } as unknown as Services,
    take: () => undefined,
  } as unknown as ContextInput)
  const compiled = compileQuery(schema, parse(AnimeIdDocument.toString()))
  if (!isCompiledQuery(compiled)) throw new Error('not compiled')
  expect(compiled.query({}, context, { idType: 'malId', idValue: '21' })).toEqual({
    data: { animeId: 'one', animeState: { version: null } },
  })
})
