import { afterAll, describe, expect, it } from 'vitest'
import { startService } from '../../support/service.ts'

const attempts = 3
const env = { RATE_LIMIT_SIGN_IN: 'off', PIN_ATTEMPTS: String(attempts) }
const service = await startService(env, afterAll)

async function startHome() {
  const auth = await service.createUser({
    mediaServer: {
      users: [
        { name: 'Kim', pin: '471100', personal: true },
        { name: 'Nora', password: 'nora-nora', personal: true },
      ],
    },
  })
  const { data } = await service.graphql('{ serviceUsers { user { name } personalUrl } }', { auth })
  type Listed = { user: { name: string }; personalUrl: string }
  const urlOf = (name: string): string =>
    (data.serviceUsers as Listed[]).find(({ user }) => user.name === name)!.personalUrl

  async function signIn(at: string, Username: string, Pw: string) {
    const answer = await fetch(`${urlOf(at)}/Users/AuthenticateByName`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: 'MediaBrowser Client="App", Device="TV", DeviceId="tv", Version="1"',
      },
      body: JSON.stringify({ Username, Pw }),
    })
    return { status: answer.status, text: await answer.text() }
  }

  async function fail(at: string, name: string, secret: string): Promise<void> {
    for (let tries = 0; tries < attempts; tries++)
      expect((await signIn(at, name, secret)).status).toBe(401)
    expect((await signIn(at, name, secret)).status).toBe(429)
  }

  return { signIn, fail }
}

describe.each([
  ['text', 'wrong'],
  ['digits', '999999'],
])('A personal user who is locked out by %s', (_kind, secret) => {
  it('is not so by the address of another user', async () => {
    const { signIn, fail } = await startHome()
    await fail('Kim', 'Nora', secret)
    expect((await signIn('Nora', 'Nora', secret)).status).toBe(401)
    expect((await signIn('Nora', 'Nora', 'nora-nora')).status).toBe(200)
  })

  it('is at the address of another a name that nobody has', async () => {
    const { signIn, fail } = await startHome()
    await fail('Nora', 'Nora', secret)
    const nobody = await signIn('Kim', 'Nobody', secret)
    expect(nobody.status).toBe(401)
    expect(await signIn('Kim', 'Nora', secret)).toEqual(nobody)
  })
})

describe('A personal user whose password was guessed at', () => {
  it('stays locked at the own address, with a name or without', async () => {
    const { signIn, fail } = await startHome()
    await fail('Nora', 'Nora', 'wrong')
    expect((await signIn('Nora', '', 'nora-nora')).status).toBe(429)
  })
})
