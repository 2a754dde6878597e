import { afterAll, describe, expect, it } from 'vitest'
import {
  createOperatorClient,
  createPageClient,
  operatorPassword,
} from '../../support/browser-session.ts'
import { failure, startService } from '../../support/service.ts'

const running = await startService(
  { ADMIN_PASSWORD: operatorPassword, RATE_LIMIT_SIGN_IN: 'off' },
  afterAll,
)
const question = '{ operator { devices } }'

async function signedIn() {
  const operator = createOperatorClient(running)
  const { set } = await operator.signIn(operatorPassword)
  return { operator, set: set! }
}

describe('The operator', () => {
  it('signs in with a cookie that scripts cannot read and that ends with the browser', async () => {
    const { set, operator } = await signedIn()
    expect(set).toMatch(/^operator-[\da-f]{8}=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/)
    expect(await operator.graphql(question)).toEqual({
      data: { operator: { devices: 0 } },
      code: null,
    })
  })

  it('is refused with another password', async () => {
    const { status, body, set } = await createOperatorClient(running).signIn('a wrong password')
    expect({ status, body, set }).toEqual({
      status: 401,
      body: failure('UNAUTHORIZED'),
      set: undefined,
    })
  })

  it.each([
    ['no object', 'text'],
    ['no password', {}],
    ['a long one', { password: 'x'.repeat(2_000) }],
  ])('is told what to send where it sends %s', async (_case, json) => {
    const answer = await running.request('/session/operator', { method: 'POST', json })
    expect(answer).toMatchObject({ status: 400, body: failure('BAD_REQUEST') })
  })

  it('signs out, and the cookie opens nothing any more', async () => {
    const { operator } = await signedIn()
    const kept = operator.cookie()
    await operator.signOut()
    operator.plant(kept)
    expect(await operator.graphql(question)).toMatchObject({ code: 'UNAUTHORIZED' })
    expect((await operator.resume()).body.data).toEqual({ enabled: true, csrfToken: null })
  })

  it('sees the browsers that are signed in, and signs one of them out', async () => {
    const [{ operator }, { operator: other }] = [await signedIn(), await signedIn()]
    const { data } = await operator.graphql('{ operator { sessions { id current } } }')
    const sessions = data.operator.sessions as { id: string; current: boolean }[]
    expect(sessions.filter(({ current }) => current)).toHaveLength(1)
    const [latest] = sessions.filter(({ current }) => !current).toSorted((a, b) => +b.id - +a.id)
    await operator.graphql(`mutation { revokeOperatorSession(id: "${latest!.id}") }`)
    expect(await other.graphql(question)).toMatchObject({ code: 'UNAUTHORIZED' })
    expect(await operator.graphql(question)).toMatchObject({ code: null })
  })

  it('must send the CSRF token of the session', async () => {
    const [{ operator }, { operator: other }] = [await signedIn(), await signedIn()]
    const headers = { 'x-operator-token': other.csrfToken()! }
    expect(await operator.graphql(question, headers)).toMatchObject({ code: 'FORBIDDEN' })
    const bare = await running.graphql(question, { headers: { cookie: operator.cookie()! } })
    expect(bare.errors?.[0]?.extensions?.code).toBe('UNAUTHORIZED')
  })

  it.each<[string, Record<string, string>]>([
    ['by its origin', { origin: 'https://evil.example' }],
    ['by what the browser says', { 'sec-fetch-site': 'cross-site' }],
  ])('is not signed in, out or found by pages of other sites, told %s', async (_case, headers) => {
    const { operator } = await signedIn()
    for (const answer of [
      await operator.signIn(operatorPassword, headers),
      await operator.resume(headers),
      await operator.signOut(headers),
    ]) {
      expect(answer).toMatchObject({ status: 403, body: failure('FORBIDDEN') })
    }
    expect(await operator.graphql(question, headers)).toMatchObject({ code: 'UNAUTHORIZED' })
  })

  it('has few tries', async () => {
    const limited = await startService({
      ADMIN_PASSWORD: operatorPassword,
      RATE_LIMIT_SIGN_IN: 'off',
    })
    const operator = createOperatorClient(limited)
    const guesses = Array.from({ length: 11 }, () => operator.signIn('a wrong password'))
    const statuses = (await Promise.all(guesses)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(10)
    expect(await operator.signIn(operatorPassword)).toMatchObject({ status: 429 })
  })
})

describe('The sessions of the operator and of a configuration', () => {
  it('open nothing of each other', async () => {
    const { operator } = await signedIn()
    expect(await operator.graphql('{ me { uuid } }')).toMatchObject({ code: 'UNAUTHORIZED' })
    const search = '{ search(type: "movie", id: "tt1") { results { url } } }'
    expect(await operator.graphql(search)).toMatchObject({ code: 'BAD_REQUEST' })
    const user = await running.createUser()
    const page = createPageClient(running)
    await page.signIn({ id: user.uuid, password: user.password })
    expect(await page.graphql(question)).toMatchObject({ code: 'UNAUTHORIZED' })
    const owner = await running.graphql(question, { auth: user })
    expect(owner.errors?.[0]?.extensions?.code).toBe('UNAUTHORIZED')
  })

  it('can be open side by side', async () => {
    const { operator } = await signedIn()
    const user = await running.createUser()
    const page = createPageClient(running)
    await page.signIn({ id: user.uuid, password: user.password })
    const cookie = `${page.cookie()}; ${operator.cookie()}`
    expect(await page.graphql('{ me { uuid } }', { cookie })).toMatchObject({ code: null })
    expect(await operator.graphql(question, { cookie })).toMatchObject({ code: null })
  })
})

describe('Without ADMIN_PASSWORD', () => {
  it('nobody is the operator, and the answer says how to change that', async () => {
    const off = await startService()
    const operator = createOperatorClient(off)
    expect((await operator.resume()).body.data).toEqual({ enabled: false, csrfToken: null })
    expect(await operator.signIn('')).toMatchObject({
      status: 401,
      body: failure('UNAUTHORIZED', expect.stringContaining('ADMIN_PASSWORD')),
    })
    const { data } = await off.graphql('{ instance { operatorPage } }')
    expect(data.instance.operatorPage).toBe(false)
  })
})
