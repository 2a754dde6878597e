import { afterAll, describe, expect, it } from 'vitest'
import { createPageClient } from '../../support/browser-session.ts'
import { failure, startService, unknownUuid } from '../../support/service.ts'

const running = await startService({ RATE_LIMIT_SIGN_IN: 'off' }, afterAll)
const { url, createUser } = running
const ownUuid = '{ me { uuid } }'

async function signedIn(remember = false) {
  const user = await createUser()
  const page = createPageClient(running)
  const { set } = await page.signIn({ id: user.uuid, password: user.password, remember })
  return { user, page, set: set! }
}

describe('Signing a browser in', () => {
  it('sets a cookie that scripts cannot read and other sites do not send', async () => {
    const { set } = await signedIn()
    expect(set).toMatch(/^session-[\da-f]{8}=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/)
  })

  it('keeps it for 90 days where the browser is to be remembered', async () => {
    const { set } = await signedIn(true)
    expect(set).toContain('Max-Age=7776000')
  })

  it('binds it to the host where the page was opened by https', async () => {
    const { user } = await signedIn()
    const page = createPageClient(running)
    const secure = { origin: url.replace('http:', 'https:') }
    const { set } = await page.signIn({ id: user.uuid, password: user.password }, secure)
    expect(set).toMatch(
      /^__Host-session-[\da-f]{8}=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
    expect(await page.graphql(ownUuid, secure)).toMatchObject({ data: { me: { uuid: user.uuid } } })
    page.plant(page.cookie()!.replace('__Host-', ''))
    expect(await page.graphql(ownUuid, secure)).toMatchObject({ code: 'UNAUTHORIZED' })
  })

  it('finds it again behind a proxy that keeps quiet about TLS, and ends it there', async () => {
    const { user } = await signedIn()
    const page = createPageClient(running)
    const secure = { origin: url.replace('http:', 'https:') }
    await page.signIn({ id: user.uuid, password: user.password }, secure)
    const { body, set } = await page.resume()
    expect(body.data).toEqual({ uuid: user.uuid, csrfToken: page.csrfToken() })
    expect(set).toBeUndefined()
    await page.signOut(secure)
    page.plant(`${page.cookie()!.split('=')[0]}=${'x'.repeat(43)}`)
    expect((await page.resume()).set).toMatch(/^__Host-session-[\da-f]{8}=; Max-Age=0; .*Secure/)
  })

  it('takes an alias in place of the UUID', async () => {
    const { uuid, password } = await createUser()
    const aliased = await startService({
      DATA_DIR: running.dataDir,
      ALIASED_CONFIGURATIONS: `home:${uuid}`,
    })
    const page = createPageClient(aliased)
    const { status, body } = await page.signIn({ id: 'home', password })
    expect({ status, data: body.data }).toMatchObject({ status: 200, data: { uuid } })
    expect(await page.graphql(ownUuid)).toMatchObject({ data: { me: { uuid } } })
    expect((await page.signIn({ id: 'home', password: 'wrong horse' })).status).toBe(401)
  })

  it('answers unknown configurations and wrong passwords alike', async () => {
    const { user } = await signedIn()
    const page = createPageClient(running)
    const answers = [
      await page.signIn({ id: user.uuid, password: 'wrong horse' }),
      await page.signIn({ id: unknownUuid, password: user.password }),
    ]
    for (const { status, body, set, headers } of answers) {
      expect(headers.get('www-authenticate')).toBeNull()
      expect({ status, body, set }).toEqual({
        status: 401,
        body: failure('UNAUTHORIZED', answers[0]!.body.error!.message),
        set: undefined,
      })
    }
  })

  it.each([
    ['no object', 'text'],
    ['no password', { id: unknownUuid }],
    ['a number as password', { id: unknownUuid, password: 12345678 }],
    ['a password without end', { id: unknownUuid, password: 'x'.repeat(2_000) }],
  ])('refuses %s', async (_case, json) => {
    const answer = await running.request('/session', { method: 'POST', json })
    expect(answer).toMatchObject({ status: 400, body: failure('BAD_REQUEST') })
  })

  it('makes a new session whatever the browser sends, and ends the one before', async () => {
    const { user, page } = await signedIn()
    const planted = page.cookie()
    const victim = createPageClient(running)
    victim.plant(planted)
    await victim.signIn({ id: user.uuid, password: user.password })
    expect(victim.cookie()).not.toBe(planted)
    expect(await page.graphql(ownUuid)).toMatchObject({ code: 'UNAUTHORIZED' })
  })

  it('is counted as signing in elsewhere is', async () => {
    const limited = await startService({ RATE_LIMIT_SIGN_IN: '2/1m' })
    const user = await limited.createUser()
    const page = createPageClient(limited)
    const wrong = { id: user.uuid, password: 'wrong horse' }
    const statuses = [await page.signIn(wrong), await page.signIn(wrong), await page.signIn(wrong)]
    expect(statuses.map(({ status }) => status)).toEqual([401, 401, 429])
    expect(await page.signIn({ ...wrong, password: user.password })).toMatchObject({ status: 429 })
  })
})

describe('A page that is opened again', () => {
  it('learns who is signed in, and gets the same CSRF token', async () => {
    const { user, page } = await signedIn()
    const csrfToken = page.csrfToken()
    const { body, set } = await page.resume()
    expect(body.data).toEqual({ uuid: user.uuid, csrfToken })
    expect(set).toBeUndefined()
  })

  it('learns that nobody is, and drops a cookie that opens nothing', async () => {
    const { page } = await signedIn()
    const [name] = page.cookie()!.split('=')
    page.plant(null)
    expect((await page.resume()).body.data).toEqual({ uuid: null, csrfToken: null })
    page.plant(`${name}=${'x'.repeat(43)}`)
    const { body, set } = await page.resume()
    expect(body.data).toEqual({ uuid: null, csrfToken: null })
    expect(set).toContain('Max-Age=0')
  })
})

describe('Pages of other sites', () => {
  const other = { origin: 'https://evil.example' }
  const crossSite = { 'sec-fetch-site': 'cross-site' }

  it.each([
    ['by its origin', other],
    ['by what the browser says', crossSite],
    ['from a sandboxed frame', { origin: 'null' }],
  ])('cannot sign in, out or look, told %s', async (_case, headers) => {
    const { user, page } = await signedIn()
    const input = { id: user.uuid, password: user.password }
    for (const answer of [
      await page.signIn(input, headers),
      await page.resume(headers),
      await page.signOut(headers),
    ]) {
      expect(answer).toMatchObject({ status: 403, body: failure('FORBIDDEN') })
    }
    expect(await page.graphql(ownUuid)).toMatchObject({ data: { me: { uuid: user.uuid } } })
    expect(await page.graphql(ownUuid, headers)).toMatchObject({ code: 'UNAUTHORIZED' })
  })

  it('are never allowed to send cookies', async () => {
    const { page } = await signedIn()
    const { headers } = await page.resume()
    expect(headers.get('access-control-allow-origin')).toBeNull()
    expect(headers.get('access-control-allow-credentials')).toBeNull()
  })
})

describe('The CSRF token', () => {
  it('must come with everything that the cookie opens', async () => {
    const { page } = await signedIn()
    const { cookie } = { cookie: page.cookie()! }
    const answer = await running.graphql(ownUuid, { headers: { cookie } })
    expect(answer.errors?.[0]?.extensions?.code).toBe('UNAUTHORIZED')
  })

  it('of another session opens nothing', async () => {
    const [{ page }, { page: other }] = [await signedIn(), await signedIn()]
    const headers = { 'x-csrf-token': other.csrfToken()! }
    expect(await page.graphql(ownUuid, headers)).toMatchObject({ code: 'FORBIDDEN' })
  })

  it('leaves credentials that a program sends as they are', async () => {
    const { page } = await signedIn()
    const other = await createUser()
    const answer = await running.graphql(ownUuid, {
      auth: other,
      headers: { cookie: page.cookie()!, 'x-csrf-token': page.csrfToken()! },
    })
    expect(answer.data).toEqual({ me: { uuid: other.uuid } })
  })
})

describe('What a session opens', () => {
  it('is the search of its configuration, too', async () => {
    const { page } = await signedIn()
    const query = '{ search(type: "movie", id: "tt0063350") { results { url } } }'
    expect(await page.graphql(query)).toEqual({ data: { search: { results: [] } }, code: null })
  })

  it('is not REST: there a cookie is nothing', async () => {
    const { page } = await signedIn()
    const headers = { cookie: page.cookie()!, 'x-csrf-token': page.csrfToken()! }
    expect(await running.request('/api/v1/user', { headers })).toMatchObject({ status: 401 })
  })
})
