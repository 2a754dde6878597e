import { afterAll, describe, expect, it } from 'vitest'
import { basic, startService } from '../../support/service.ts'

const service = await startService({ TRUSTED_PROXIES: '127.0.0.1' }, afterAll)
let clients = 0

function newClient() {
  clients += 1
  const headers = { 'x-forwarded-for': `203.0.113.${clients}` }

  return {
    guess: async (authorization: string, code: string): Promise<string | null> => {
      const { errors } = await service.graphql(
        `mutation { authorizeQuickConnect(code: "${code}") }`,
        { headers: { ...headers, authorization } },
      )
      return errors?.[0]?.extensions?.code ?? null
    },
    /** The code of a device that waits at the plain address, for whoever types it. */
    waiting: async (): Promise<string> => {
      const { body } = await service.request('/QuickConnect/Initiate', {
        method: 'POST',
        headers: {
          ...headers,
          authorization: 'MediaBrowser Client="TV", Device="TV", DeviceId="tv", Version="1"',
        },
      })
      return (body as unknown as { Code: string }).Code
    },
  }
}

const wrong = (code: string, index: number): string =>
  String((Number(code) + 1 + index) % 1_000_000).padStart(6, '0')

/** What its first user and another one are known by. */
async function createHome() {
  const auth = await service.createUser({ mediaServer: { users: [{ name: 'Kim' }] } })
  const olga = basic(auth)
  const { data } = await service.graphql('{ serviceUsers { user { id } } }', { auth })
  const switched = await service.graphql(
    `mutation { switchUser(userId: "${data.serviceUsers[1].user.id}") { accessToken } }`,
    { auth },
  )
  return { olga, kim: `MediaBrowser Token="${switched.data.switchUser.accessToken}"` }
}

describe('Guesses at codes of devices that wait', () => {
  it('are ten for an address, however many configurations it makes', async () => {
    const { guess, waiting } = newClient()
    const code = await waiting()
    const answers: (string | null)[] = []
    for (let index = 0; index < 12; index += 1) {
      answers.push(await guess((await createHome()).olga, wrong(code, index)))
    }
    expect(answers).toEqual([
      ...Array(10).fill('NOT_FOUND'),
      ...Array(2).fill('RATE_LIMIT_EXCEEDED'),
    ])
    expect(await guess((await createHome()).olga, code)).toBe('RATE_LIMIT_EXCEEDED')
    expect(await newClient().guess((await createHome()).olga, code)).toBeNull()
  })

  it('are ten for a configuration, from however many addresses and users', async () => {
    const { olga, kim } = await createHome()
    const code = await newClient().waiting()
    for (let index = 0; index < 10; index += 1) await newClient().guess(olga, wrong(code, index))
    expect(await newClient().guess(kim, code)).toBe('RATE_LIMIT_EXCEEDED')
  })

  it('gain nothing by coming all at once', async () => {
    const { guess, waiting } = newClient()
    const [{ olga }, code] = [await createHome(), await waiting()]
    const guesses = Array.from({ length: 60 }, (_, index) => wrong(code, index))
    const answers = await Promise.all([...guesses, code].map((one) => guess(olga, one)))
    expect(answers.at(-1)).toBe('RATE_LIMIT_EXCEEDED')
  })
})
