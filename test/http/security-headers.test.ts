import { afterAll, describe, expect, it } from 'vitest'
import { startFilmSource } from '../support/film-source.ts'
import { signInApp } from '../support/media-client.ts'
import { startMediaHousehold } from '../support/media-household.ts'
import { head, sendRaw } from '../support/raw-http.ts'
import { startService, userDataHeader } from '../support/service.ts'
import { startUpstream } from '../support/upstream.ts'

const { port, film, owner, userId } = await startMediaHousehold(afterAll, {
  PICTURES: 'redirect',
})

const get = (path: string, headers: Record<string, string> = {}): string =>
  head(`GET ${path} HTTP/1.1`, headers)

const html = { accept: 'text/html,application/xhtml+xml' }
const userData = { 'x-service-user-data': userDataHeader({}) }
const upgrade = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
}

const answers: [what: string, bytes: string, status: number][] = [
  ['a success of the interface', get('/api/v1/search?type=movie&id=tt1', userData), 200],
  ['a failure of the interface', get('/api/v1/search'), 400],
  ['an unknown path of the interface', get('/api/v1/nothing'), 404],
  ['another method', head('DELETE /api/v1/search HTTP/1.1'), 405],
  ['GraphQL', get('/graphql?query={__typename}'), 200],
  [
    'a failure of GraphQL',
    get('/graphql?query={', { accept: 'application/graphql-response+json' }),
    400,
  ],
  ['GraphQL as REST', get('/rest/user-exists?uuid=x'), 200],
  ['the addon', get(`/stremio/${owner.uuid}/${owner.token}/manifest.json`), 200],
  ['a success of the media server', get('/System/Info/Public'), 200],
  ['a failure of the media server', get('/Users/Me'), 401],
  ['an unknown path of the media server', get('/media/nothing'), 404],
  ['a redirect', get(`/Items/${film}/Images/Primary`), 302],
  ['a preflight', preflight(), 204],
  ['OPTIONS', head('OPTIONS /api/v1/user HTTP/1.1'), 204],
  ['HEAD', head('HEAD /System/Info/Public HTTP/1.1'), 200],
  ['health', get('/healthz'), 200],
  ['metrics', get('/metrics'), 200],
  ['a file of a page', get('/docs/files/swagger-ui.css'), 200],
  ['the logo', get('/logo.svg'), 200],
  ['the icon', get('/favicon.ico'), 200],
  ['the page at the root', get('/', html), 200],
  ['the documentation', get('/docs', html), 200],
  ['GraphiQL', get('/graphql', html), 200],
  ['the page of a wrong path', get('/nothing', html), 404],
  ['a path that is no text', get('/%zz'), 400],
  ['bytes that are no request', 'what is this\r\n\r\n', 400],
  ['headers that are too long', get('/', { x: 'x'.repeat(300 * 1024) }), 431],
  ['a method of proxies', 'CONNECT localhost:80 HTTP/1.1\r\nhost: localhost\r\n\r\n', 405],
  ['an expectation that nobody knows', get('/healthz', { expect: 'tea' }), 200],
  ['a socket that is refused', get('/socket', upgrade), 401],
  ['a socket elsewhere', get('/nothing', upgrade), 404],
]

function preflight(): string {
  return head('OPTIONS /api/v1/user HTTP/1.1', {
    origin: 'https://page.example',
    'access-control-request-method': 'PUT',
  })
}

/** Directives of a policy by their names. */
function directives(policy: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    policy.split(';').map((part) => {
      const [name = '', ...values] = part.trim().split(/\s+/)
      return [name, values.join(' ')]
    }),
  )
}

describe('Every answer', () => {
  it.each(answers)(
    'keeps browsers from guessing and from telling: %s',
    async (_, bytes, status) => {
      const answer = await sendRaw(port, bytes)
      expect(answer.status).toBe(status)
      expect(answer.headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
      })
    },
  )

  it('that is not modified does so too', async () => {
    const path = `/Items/${film}/Images/Primary`
    const { headers } = await sendRaw(port, get(path))
    const again = await sendRaw(port, get(path, { 'if-none-match': headers['etag']! }))
    expect(again).toMatchObject({ status: 304, headers: { 'referrer-policy': 'no-referrer' } })
  })
})

describe('Every answer that is carried for another server', async () => {
  const upstream = await startUpstream(
    (request, response) => {
      const isWhole = request.headers.range === undefined
      response.writeHead(isWhole ? 200 : 206, {
        'content-type': 'video/mp4',
        'content-length': 4,
        'x-content-type-options': 'sniff',
        'referrer-policy': 'unsafe-url',
        ...(!isWhole && { 'content-range': 'bytes 0-3/4' }),
      })
      response.end('film')
    },
    '127.0.0.1',
    afterAll,
  )
  const { source } = await startFilmSource({ videoUrl: `${upstream.url}/film.mp4`, ends: afterAll })
  const service = await startService({}, afterAll)
  const home = await service.createUser({
    sources: [source],
    mediaServer: { proxy: true },
  })
  const { token } = await signInApp(service.url, home)
  const headers = { 'x-emby-token': token }
  const { body } = await service.request('/Items?includeItemTypes=Movie&recursive=true&limit=1', {
    headers,
  })
  const [{ Id }] = (body as unknown as { Items: [{ Id: string }] }).Items
  await service.request(`/Items/${Id}/PlaybackInfo`, { method: 'POST', headers })
  const servicePort = Number(new URL(service.url).port)

  it.each([
    ['a film', `/Videos/${Id}/stream`, {}, 200],
    ['a part of a film', `/Videos/${Id}/stream`, { range: 'bytes=0-3' }, 206],
    ['subtitles', `/Videos/${Id}/${Id}/Subtitles/2/0/Stream.vtt`, {}, 200],
  ])('keeps browsers from guessing and from telling: %s', async (_what, path, asked, status) => {
    const answer = await sendRaw(servicePort, get(path, asked))
    expect(answer).toMatchObject({
      status,
      headers: { 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' },
    })
  })
})

describe('Every page', () => {
  it.each(['/', '/docs', '/graphql', '/nothing', `/Users/${userId}/nothing`, '/media'])(
    'runs scripts of its own files alone and stands in no frame: %s',
    async (path) => {
      const { headers } = await sendRaw(port, get(path, html))
      expect(headers['content-type']).toMatch(/^text\/html; charset=utf-8/)
      const policy = directives(headers['content-security-policy']!)
      expect(policy).toMatchObject({
        'default-src': "'none'",
        'base-uri': "'none'",
        'form-action': "'none'",
        'frame-ancestors': "'none'",
      })
      expect(policy['script-src'] ?? policy['default-src']).toMatch(/^'(?:self|none)'(?: blob:)?$/)
    },
  )

  it.each([
    ['/', /^'sha256-[^' ]+'$/, "'sha256-[^' ]+'"],
    ['/nothing', /^'sha256-[^' ]+'$/, "'sha256-[^' ]+'"],
    ['/docs', /^'self' 'sha256-[^' ]+'$/, "'unsafe-inline'"],
    ['/graphql', /^'nonce-[\w+/]{24}'$/, "'unsafe-inline'"],
    ['/configure/', /^'self' 'nonce-[\w+/]{24}'$/, "'self' 'nonce-[^' ]+'"],
  ])('takes style sheets of its own alone: %s', async (path, sheets, attributes) => {
    const policyOf = async () =>
      directives((await sendRaw(port, get(path, html))).headers['content-security-policy']!)
    const policy = await policyOf()
    const elements = policy['style-src-elem'] ?? policy['style-src']!
    expect(elements).toMatch(sheets)
    // Only what the libraries of the two pages for exploring write into attributes.
    expect(policy['style-src-attr'] ?? policy['style-src']).toMatch(new RegExp(`^${attributes}$`))
    const again = await policyOf()
    const isNonce = elements.includes('nonce-')
    expect((again['style-src-elem'] ?? again['style-src']) === elements).toBe(!isNonce)
  })
})
