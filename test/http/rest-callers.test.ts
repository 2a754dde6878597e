import { afterAll, expect, it } from 'vitest'
import { createAccessToken } from '../support/access-tokens.ts'
import {
  createOperatorClient,
  createPageClient,
  operatorPassword,
} from '../support/browser-session.ts'
import { startFilmSource } from '../support/film-source.ts'
import { senderOf, signInApp } from '../support/media-client.ts'
import { restCalls } from '../support/rest-operations.ts'
import { basic, startService } from '../support/service.ts'
import type { Auth } from '../support/service.ts'

const films = await startFilmSource({ films: 2, series: 1, ends: afterAll })
const running = await startService(
  { ADMIN_PASSWORD: operatorPassword, RATE_LIMIT_SIGN_IN: 'off' },
  afterAll,
)
await running.service.services.anime.useSample()

const scopes = ['ACTIVITY', 'HISTORY', 'SESSIONS', 'HEALTH']
const signInAs = (owner: Auth, name: string) =>
  signInApp(running.url, { ...owner, uuid: `${owner.uuid}/${name}` }, name)

type Headers = Readonly<Record<string, string>>

const callers: Readonly<Record<string, (owner: Auth) => Promise<Headers>>> = {
  nobody: async () => ({}),
  'the password of the configuration': async (owner) => ({ authorization: basic(owner) }),
  'the app of the first user': async (owner) => ({
    'x-emby-token': (await signInAs(owner, 'Olga')).token,
  }),
  'the app of a user with limits': async (owner) => ({
    'x-emby-token': (await signInAs(owner, 'Kim')).token,
  }),
  'an API key': async (owner) => {
    const send = senderOf(running.url, (await signInAs(owner, 'Olga')).token)
    await send('/Auth/Keys?app=test', {})
    const { body } = await send('/Auth/Keys')
    return { 'x-emby-token': body.Items[0].AccessToken }
  },
  'a dashboard': async (owner) => ({
    authorization: (await createAccessToken(running, owner, { scopes })).authorization,
  }),
  'a page': async ({ uuid, password }) => {
    const page = createPageClient(running)
    await page.signIn({ id: uuid, password })
    return { cookie: page.cookie()!, 'x-csrf-token': page.csrfToken()! }
  },
  'the page of the operator': async () => {
    const page = createOperatorClient(running)
    await page.signIn(operatorPassword)
    return { cookie: page.cookie()!, 'x-operator-token': page.csrfToken()! }
  },
}

async function startHome() {
  const owner = await running.createUser({
    sources: [films.source],
    searchLog: true,
    mediaServer: {
      owner: { name: 'Olga' },
      users: [{ name: 'Kim', maxRating: 12, minutesPerDay: 1_440 }],
    },
  })
  const olga = await signInAs(owner, 'Olga')
  const kim = await signInAs(owner, 'Kim')
  await createAccessToken(running, owner, { scopes })
  const { body } = await senderOf(
    running.url,
    olga.token,
  )('/Items?recursive=true&includeItemTypes=Movie,Series')
  const idOf = (type: string) =>
    body.Items.find(({ Type }: { Type: string }) => Type === type).Id as string
  const known = {
    id: idOf('Movie'),
    itemId: idOf('Movie'),
    seriesId: idOf('Series'),
    userId: kim.userId,
    uuid: owner.uuid,
    type: 'movie',
    url: films.source.url,
    idValue: 'tt1000000',
    from: '2026-01-01T00:00:00Z',
    password: 'another horse',
    config: {},
    timeZone: 'UTC',
  }
  return { owner, known }
}

it.each(Object.keys(callers))(
  'No operation of /rest fails for %s',
  { timeout: 120_000 },
  async (caller) => {
    const { owner, known } = await startHome()
    const headers = await callers[caller]!(owner)
    const failed: string[] = []
    for (const { name, method, path, json } of await restCalls(running, known)) {
      const { status, text } = await running.request(path, {
        method,
        headers,
        ...(json && { json }),
      })
      if (status >= 500 || text.includes('INTERNAL_SERVER_ERROR')) failed.push(`${name} ${status}`)
    }
    expect(failed).toEqual([])
  },
)

it('A token of a dashboard is shown when it is made over /rest, and listed afterwards', async () => {
  const auth = await running.createUser({ mediaServer: { owner: { name: 'Olga' } } })
  const json = { name: 'Wall', scopes: ['ACTIVITY'] }
  const made = await running.request('/rest/create-access-token', { method: 'POST', auth, json })
  expect([made.status, JSON.parse(made.text)]).toMatchObject([
    200,
    { token: expect.any(String), user: { name: 'Olga' } },
  ])
  const listed = await running.request('/rest/access-tokens', { auth })
  expect([listed.status, JSON.parse(listed.text)]).toMatchObject([200, [{ name: 'Wall' }]])
})
