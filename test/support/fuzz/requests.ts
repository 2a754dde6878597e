import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import { hostileConfiguration } from './configurations.ts'
import { segments, odd, headerNames, headerValues, credentials, prefixes } from './request-parts.ts'
import { usualPath, withUsualQuery } from './usual-requests.ts'
import { hostileJson, hostileText } from './values.ts'

/** `{film}` and the like in any of its texts stand for what the household really has. */
export type FuzzRequest = {
  readonly method: string
  readonly target: string
  readonly headers: readonly (readonly [string, string])[]
  readonly body: string | null
  readonly framing: 'length' | 'chunked' | 'tooLong'
}

export type Pattern = { readonly method: string; readonly path: string }

/** What requests are made from. */
export type RequestStock = {
  readonly patterns: readonly Pattern[]
  /** Names of query parameters and of properties in bodies. */
  readonly names: readonly string[]
  /** Names of what the household has: `film`, `user`, … */
  readonly known: readonly string[]
  /** Documents of GraphQL with variables for them. */
  readonly operation: Arbitrary<object>
}

/** What a socket can send in the place of a text: one byte each. */
function asBytes(text: string): string {
  return Buffer.from(text.toWellFormed(), 'utf8').toString('latin1')
}

export function fuzzRequests(stock: RequestStock): Arbitrary<FuzzRequest> {
  const own = fc.constantFrom(...stock.known.map((name) => `{${name}}`))
  return fc
    .record({
      method: fc.oneof(
        { weight: 1, arbitrary: fc.constantFrom(...odd) },
        { weight: 9, arbitrary: fc.constant('') },
      ),
      target: targetOf(stock, own),
      headers: headersOf(),
      body: bodyOf(stock, own),
      operation: stock.operation.map((any) => asBytes(JSON.stringify(any))),
      framing: fc.oneof(
        { weight: 8, arbitrary: fc.constant('length' as const) },
        { weight: 2, arbitrary: fc.constant('chunked' as const) },
        { weight: 1, arbitrary: fc.constant('tooLong' as const) },
      ),
    })
    .map(({ target: { pattern, isUsual, target }, method, body, operation, ...rest }) => ({
      method: method === '' ? pattern.method : method,
      target: isUsual ? withUsualQuery(target, pattern.path) : target,
      body: isUsual && pattern.path === '/graphql' ? operation : body,
      ...rest,
    }))
}

/** What stands around a path. */
const extra = fc.constantFrom('/', '/%00', '//', '.json', '#x', 'http://other.example')

function targetOf({ patterns, names }: RequestStock, own: Arbitrary<string>) {
  const bytes = fc
    .uint8Array({ minLength: 1, maxLength: 20 })
    .map((values) => Buffer.from(values.filter((value) => value > 0x20)).toString('latin1'))
  const segment = fc.oneof(
    { weight: 9, arbitrary: own },
    { weight: 3, arbitrary: fc.constantFrom(...segments) },
    { weight: 1, arbitrary: hostileText.map((text) => encodeURIComponent(text.toWellFormed())) },
    { weight: 1, arbitrary: bytes },
  )
  const value = fc.oneof(
    { weight: 2, arbitrary: own },
    { weight: 3, arbitrary: hostileText.map((text) => encodeURIComponent(text.toWellFormed())) },
    { weight: 1, arbitrary: bytes },
    {
      weight: 2,
      arbitrary: fc.constantFrom(
        '',
        '1',
        'true',
        '10',
        'movie',
        'stremio',
        'SortName',
        'DatePlayed,Random',
        'Descending',
        'MediaSources,People',
        'malId',
        'imdbId',
      ),
    },
  )
  const parameter = fc
    .tuple(
      fc.oneof(
        { weight: 9, arbitrary: fc.constantFrom(...names) },
        { weight: 1, arbitrary: segment },
      ),
      fc.constantFrom('=', '=', '=', '[]=', '[0]=', ''),
      value,
    )
    .map((parts) => parts.join(''))
  const query = fc.array(parameter, { maxLength: 5 })
  return fc
    .tuple(
      oftenAsked(patterns),
      fc.constantFrom(...prefixes),
      fc.array(segment, { minLength: 10, maxLength: 10 }),
      // One part in ten is odd then, so that what lies behind the others is reached.
      fc.boolean(),
      fc.array(fc.integer({ min: 1, max: 10 }), { minLength: 10, maxLength: 10 }),
      query,
      fc.oneof({ weight: 7, arbitrary: fc.constant('') }, { weight: 3, arbitrary: extra }),
    )
    .map(([pattern, prefix, values, isUsual, chances, parameters, extra]) => {
      let next = 0
      const filled = isUsual
        ? usualPath(pattern.path, (place) => (chances[place] === 10 ? values[place]! : null))
        : pattern.path.replaceAll(/:\w+|\*/g, () => values[next++ % values.length]!)
      // Only paths of the media server, which begin with a capital, lie below prefixes.
      const before = /^\/[A-Z]/.test(pattern.path) ? prefix + filled : filled
      const path = extra.startsWith('http') ? extra + before : before + extra
      const target = parameters.length > 0 ? `${path}?${parameters.join('&')}` : path
      return { pattern, isUsual, target }
    })
}

/** All routes, and half the time those few that read the most. */
function oftenAsked(patterns: readonly Pattern[]): Arbitrary<Pattern> {
  const core = patterns.filter(({ path }) => /^\/(?:api|graphql$|stremio)/.test(path))
  return fc.oneof(fc.constantFrom(...patterns), fc.constantFrom(...core))
}

function headersOf() {
  const raw = fc
    .uint8Array({ maxLength: 30 })
    .map((values) =>
      Buffer.from(values.filter((value) => value >= 0x20 && value !== 0x7f)).toString('latin1'),
    )
  const one = fc.tuple(
    fc.constantFrom(...headerNames),
    fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...headerValues) },
      { weight: 1, arbitrary: raw },
    ),
  )
  return fc
    .tuple(fc.option(fc.constantFrom(...credentials), { freq: 8 }), fc.array(one, { maxLength: 3 }))
    .map(([credential, others]) => (credential ? [credential, ...others] : others))
}

function bodyOf(
  { names, operation }: RequestStock,
  own: Arbitrary<string>,
): Arbitrary<string | null> {
  const flat = fc.dictionary(
    fc.constantFrom(...names),
    fc.oneof({ weight: 1, arbitrary: own }, { weight: 1, arbitrary: hostileJson(names, 2) }),
    { maxKeys: 8 },
  )
  const user = fc.record({
    config: hostileConfiguration,
    password: fc.oneof(
      { weight: 3, arbitrary: fc.constant('long enough') },
      { weight: 1, arbitrary: hostileText },
    ),
  })
  const json = (value: Arbitrary<unknown>) => value.map((any) => asBytes(JSON.stringify(any) ?? ''))
  return fc.oneof(
    { weight: 2, arbitrary: fc.constant(null) },
    { weight: 5, arbitrary: json(flat) },
    { weight: 3, arbitrary: json(operation) },
    { weight: 3, arbitrary: json(user) },
    { weight: 1, arbitrary: json(hostileJson(names)) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '{',
        '[1',
        '{"a":1e999}',
        '"\\ud800"',
        '\ufeff{}'.slice(1),
        'a=b',
        '[{},{}]',
        '['.repeat(20_000),
        `${'{"config":'.repeat(5_000)}1`,
        '\xff\xfe',
        '{"__proto__":{"x":1}}',
        '{"config":{"__proto__":[]},"password":"long enough"}',
      ),
    },
  )
}

/** The bytes of a request; `own` fills in what the household really has. */
export function bytesOf(
  { method, target, headers, body, framing }: FuzzRequest,
  own: Readonly<Record<string, string>>,
): Buffer {
  const filled = (text: string): string =>
    text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => own[name] ?? whole)
  const content = body === null ? '' : filled(body)
  const lines = new Map([
    ['host', 'localhost'],
    ['connection', 'close'],
  ])
  if (body !== null) {
    lines.set('content-type', 'application/json')
    if (framing === 'chunked') lines.set('transfer-encoding', 'chunked')
    else lines.set('content-length', String(content.length + (framing === 'tooLong' ? 10 : 0)))
  }
  for (const [name, value] of headers) lines.set(name, filled(value))
  const start = `${method} ${filled(target).replaceAll(/[\s]/g, '+')} HTTP/1.1`
  const head = [start, ...[...lines].map(([name, value]) => `${name}: ${value}`), '', ''].join(
    '\r\n',
  )
  const sent = body !== null && framing === 'chunked' ? chunked(content) : content
  return Buffer.from(head + sent, 'latin1')
}

function chunked(content: string): string {
  const chunk = content === '' ? '' : `${content.length.toString(16)}\r\n${content}\r\n`
  return `${chunk}0\r\n\r\n`
}
