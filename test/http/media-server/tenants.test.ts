import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import { listen } from '../../support/event-stream.ts'
import { startFilmSource } from '../../support/film-source.ts'
import { serviceTargets } from '../../support/service-targets.ts'
import type { Auth, RunningService } from '../../support/service.ts'
import { createClient, startService } from '../../support/service.ts'
import { until, untilSteady } from '../../support/until.ts'

const kimsId = 'a'.repeat(32)
const lenasId = 'b'.repeat(32)
const users = [
  { id: kimsId, name: 'Kim', pin: '471100' },
  { id: lenasId, name: 'Lena', password: 'her own password' },
]
const device = 'the-same-tv'
const ticks = 54_000_000_000

type Home = Auth & { readonly token: string }
type People = Record<'olga' | 'kim' | 'lena', string>

/** As apps of a household ask. */
function createHousehold(urls: readonly string[], home: Home) {
  let turn = 0
  const next = () => urls[turn++ % urls.length]!

  async function ask(token: string, method: string, path: string, json?: object, url = next()) {
    const response = await fetch(url + path, {
      method,
      headers: { 'x-emby-token': token, 'content-type': 'application/json' },
      body: json ? JSON.stringify(json) : null,
    })
    const text = await response.text()
    // oxlint-disable-next-line typescript/no-explicit-any -- tests look into many shapes
    const body: any = /json/.test(response.headers.get('content-type') ?? '')
      ? JSON.parse(text)
      : null
    return { status: response.status, body }
  }

  async function signIn(name: string, secret: string, where = '', id = device) {
    const response = await fetch(`${next()}${where}/Users/AuthenticateByName`, {
      method: 'POST',
      headers: {
        authorization: `MediaBrowser Client="Test", Device="TV", DeviceId="${id}", Version="1"`,
      },
      body: JSON.stringify({ Username: where ? name : `${home.uuid}/${name}`, Pw: secret }),
    })
    const text = await response.text()
    const token = response.ok ? (JSON.parse(text).AccessToken as string) : ''
    return { status: response.status, token }
  }

  async function signInAll(id = device): Promise<People> {
    const all = [
      await signIn('', home.password, '', id),
      await signIn('Kim', `${home.password}/471100`, '', id),
      await signIn('Lena', 'her own password', '', id),
    ]
    expect(all.map(({ status }) => status)).toEqual([200, 200, 200])
    const [olga, kim, lena] = all.map(({ token }) => token)
    return { olga: olga!, kim: kim!, lena: lena! }
  }

  const named = `/media/${home.uuid}/${home.token}`
  return { home, named, ask, signIn, signInAll, next }
}

/** Changes are told at most once a second, and what they are made of is gathered for a moment. */
const settledMs = 1_500

type Household = ReturnType<typeof createHousehold>

const readPaths = [
  '/Users/Me',
  '/Users',
  '/Service/Users',
  '/Service/Activity',
  '/Service/History',
  '/Devices',
  '/Sessions',
  '/UserItems/Resume',
  '/Shows/NextUp',
  '/Items?recursive=true&sortBy=SortName',
  '/DisplayPreferences/home?client=test',
]

/** Everything that the household gets to see, but for when its devices were last heard of. */
async function seenBy(household: Household, people: People): Promise<unknown[]> {
  const seen: unknown[] = []
  for (const [name, token] of Object.entries(people)) {
    for (const path of readPaths) {
      const { status, body } = await household.ask(token, 'GET', path)
      const text = JSON.stringify(body, (key, value: unknown) =>
        /^(?:DateLastActivity|LastActivityDate|LastPlaybackCheckIn)$/.test(key) ? undefined : value,
      )
      seen.push([name, path, status, text])
    }
  }
  return seen
}

/** A socket and a subscription of one user, and what they were told. */
async function connect(url: string, token: string) {
  const told: unknown[] = []
  const socket = new WebSocket(`${url.replace('http', 'ws')}/socket?api_key=${token}`)
  onTestFinished(() => socket.terminate())
  socket.on('message', (data: Buffer) => {
    const { MessageType, Data } = JSON.parse(data.toString())
    if (MessageType !== 'ForceKeepAlive') told.push({ MessageType, Data })
  })
  socket.once('close', (code) => told.push(`closed ${code}`))
  await new Promise((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  const query = 'subscription { activityChanged { users { user { name } } } }'
  const events = await listen(url, query, { authorization: `MediaBrowser Token="${token}"` })
  onTestFinished(events.stop)
  expect((await events.next()).errors).toBeUndefined()
  const following = async (): Promise<void> => {
    for (;;) {
      const event = await events.next()
      told.push(event)
      if (event === null) return
    }
  }
  following().catch(() => {})
  return told
}

/** Olga and Kim change something on each node: of that alone they are told, and everybody of each change once. */
async function hearOwnChanges(
  { ask }: Household,
  urls: readonly string[],
  people: People,
  told: readonly unknown[][],
): Promise<void> {
  const films = '/Items?recursive=true&includeItemTypes=Movie&sortBy=SortName'
  for (const [index, url] of urls.entries()) {
    for (const [turn, token] of [people.olga, people.kim].entries()) {
      const ItemId = (await ask(token, 'GET', films)).body.Items[index].Id as string
      await ask(token, 'POST', `/UserFavoriteItems/${ItemId}`, undefined, url)
      const own = { MessageType: 'UserDataChanged', Data: expect.anything() }
      const event = { data: { activityChanged: expect.anything() } }
      const marked = expect.arrayContaining([own, event])
      const isOwn = (at: number): boolean => Math.floor(at / urls.length) === turn
      const count = (): number => told.flat().length
      await until('the change to be told', count, (seen) => seen >= told.length + urls.length)
      expect(told).toEqual(told.map((_, at) => (isOwn(at) ? marked : [event])))
      expect(count()).toBe(told.length + urls.length)
      for (const heard of told) heard.length = 0
    }
  }
}

/** Every kind of thing that people of one household do, wrong secrets included. */
async function doEverything(household: Household, people: People): Promise<void> {
  const { ask, home, named, next, signIn } = household
  const client = createClient(next())
  for (const token of [people.kim, people.lena, people.olga]) {
    const path = '/Items?recursive=true&includeItemTypes=Movie&sortBy=SortName'
    const { body } = await ask(token, 'GET', path)
    const [first, second, third] = body.Items as { Id: string }[]
    const report = { ItemId: second!.Id, PositionTicks: ticks / 2, RunTimeTicks: ticks }
    const done = [
      await ask(token, 'POST', `/UserPlayedItems/${first!.Id}`),
      await ask(token, 'POST', `/UserFavoriteItems/${third!.Id}`),
      await ask(token, 'POST', `/UserItems/${first!.Id}/Rating?likes=true`),
      await ask(token, 'POST', '/Sessions/Playing', { ItemId: second!.Id }),
      await ask(token, 'POST', '/Sessions/Playing/Progress', report),
      await ask(token, 'POST', '/Sessions/Playing/Stopped', report),
      await ask(token, 'POST', '/Sessions/Playing', { ItemId: third!.Id }),
      await ask(token, 'POST', '/DisplayPreferences/home?client=test', { SortBy: 'Name' }),
      await ask(token, 'POST', '/Sessions/Capabilities/Full', { PlayableMediaTypes: ['Video'] }),
    ]
    for (const { status } of done) expect(status).toBeLessThan(300)
  }
  // More connections than one user may have.
  const url = next()
  for (let i = 0; i < 23; i++) await connect(url, people.kim)
  for (let i = 0; i < 8; i++) {
    await signIn('Kim', '111111', named)
    await signIn('Kim', `${home.password}/1111`)
    await signIn('Lena', 'wrong password')
    await signIn('', 'wrong password')
    await ask(people.olga, 'POST', '/Service/Token', { UserId: kimsId, Pw: '1111' })
    await ask(people.olga, 'POST', '/Service/Token', { UserId: lenasId, Pw: 'wrong' })
    await ask(people.kim, 'POST', '/QuickConnect/Authorize?code=000000')
  }
  expect((await signIn('Kim', '471100', named)).status).toBe(429)
  await ask(people.olga, 'POST', `/Devices/Options?id=${device}`, { CustomName: 'Mine' })
  await ask(people.olga, 'POST', '/Auth/Keys?app=Dashboard')
  const { body: file } = await ask(people.olga, 'GET', '/Service/History/Export')
  await ask(people.lena, 'POST', '/Service/History/Clear', { userId: lenasId })
  await ask(people.olga, 'POST', `/Service/History/Import?userId=${kimsId}&restore=true`, file)
  await ask(people.kim, 'POST', '/Sessions/Logout')
  await ask(people.olga, 'DELETE', `/Devices?id=${device}`)
  const { body } = await client.request('/api/v1/user?raw=true', { auth: home })
  const config = { ...body.data.userData, mediaServer: { users: [{ id: kimsId, name: 'Kim' }] } }
  await client.request('/api/v1/user', { auth: home, method: 'PUT', json: { config } })
  const changing = 'mutation { changePassword(password: "a third horse") { uuid } }'
  await client.graphql(changing, { auth: home })
  const auth = { ...home, password: 'a third horse' }
  const gone = await client.request('/api/v1/user', { auth, method: 'DELETE' })
  expect(gone.status).toBe(200)
}

describe.each(serviceTargets)('On $name', ({ skip, start }) => {
  describe.skipIf(skip)('two households with users of the same ids', () => {
    const endings: (() => unknown)[] = []
    const ends = (end: () => unknown): void => void endings.push(end)
    let nodes: RunningService[] = []
    let sources: object[] = []
    beforeAll(async () => {
      sources = [(await startFilmSource({ films: 4, series: 1, ends })).source]
      nodes = await start({ RATE_LIMIT_SIGN_IN: 'off', PIN_ATTEMPTS: '3' }, ends)
    }, 60_000)
    afterAll(async () => {
      for (const end of endings.toReversed()) await end()
    })

    const ways: readonly (readonly [string, (node: RunningService) => Promise<object>])[] = [
      ['chosen by both', async () => ({ sources, mediaServer: { users } })],
      [
        'that both inherit',
        async (node) => {
          const parent = await node.createUser({ sources, mediaServer: { users } })
          return { parentConfig: { uuid: parent.uuid, password: parent.password } }
        },
      ],
    ]

    it.each(ways)(
      '%s: nothing that is done in one is seen, heard or locked in the other',
      async (_way, configOf) => {
        const config = await configOf(nodes[0]!)
        const urls = nodes.map(({ url }) => url)
        const busy = createHousehold(urls, await nodes[0]!.createUser(config))
        const quiet = createHousehold(urls, await nodes[0]!.createUser(config, 'another horse'))
        const people = await busy.signInAll()
        const others = await quiet.signInAll()
        const before = await seenBy(quiet, others)
        const told = [
          ...(await Promise.all(urls.map((url) => connect(url, others.olga)))),
          ...(await Promise.all(urls.map((url) => connect(url, others.kim)))),
        ]
        // A household hears of its own devices as they connect, on other nodes a little later.
        await untilSteady('no more to be told', () => told.flat().length, settledMs)
        for (const heard of told) heard.length = 0
        await doEverything(busy, people)
        expect(await seenBy(quiet, others)).toEqual(before)
        expect(told).toEqual(told.map(() => []))
        // What another node was told before this one comes before it.
        await hearOwnChanges(quiet, urls, others, told)
        await quiet.signInAll('another-tv')
        expect((await quiet.signIn('Kim', '471100', quiet.named, 'third-tv')).status).toBe(200)
        for (const [UserId, Pw] of [
          [kimsId, '471100'],
          [lenasId, 'her own password'],
        ]) {
          const switched = await quiet.ask(others.olga, 'POST', '/Service/Token', { UserId, Pw })
          expect(switched.status).toBe(200)
        }
      },
      120_000,
    )
  })
})

describe('The id of a user', () => {
  it('is refused where it is that of a first user, on creating and on replacing', async () => {
    const service = await startService()
    const home = await service.createUser()
    const household = createHousehold([service.url], home)
    const { token } = await household.signIn('', home.password)
    const id = (await household.ask(token, 'GET', '/Users/Me')).body.Id as string
    for (const [method, written] of [
      ['PUT', id],
      ['PUT', id.toUpperCase()],
      ['POST', id],
    ] as const) {
      const config = { mediaServer: { users: [{ name: 'Kim' }, { id: written, name: 'Lena' }] } }
      const json = method === 'PUT' ? { config } : { config, password: 'correct horse' }
      const auth = method === 'PUT' ? { auth: home } : {}
      const { status, body } = await service.request('/api/v1/user', { method, json, ...auth })
      expect([status, body.error?.code]).toEqual([400, 'INVALID_CONFIG'])
      expect(body.error?.message).toMatch(/mediaServer\.users(?:\[1\]|\.1)\.id/)
      expect(body.error?.message).toContain('first user')
    }
    const config = { mediaServer: { users: [{ id: 'c'.repeat(32), name: 'Kim' }] } }
    const kept = await service.request('/api/v1/user', {
      method: 'PUT',
      auth: home,
      json: { config },
    })
    expect(kept.status).toBe(200)
  })
})
