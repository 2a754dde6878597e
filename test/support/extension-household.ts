import { afterAll, beforeAll, expect } from 'vitest'
import { graphqlClient, restClient } from './extension-client.ts'
import type { ExtensionClient } from './extension-client.ts'
import { startFilmSource } from './film-source.ts'
import { createApp } from './media-client.ts'
import type { serviceTargets } from './service-targets.ts'
import type { Auth, RunningService } from './service.ts'

const mediaServer = {
  owner: {
    name: 'Olga',
    avatar: `data:image/png;base64,${Buffer.from('picture').toString('base64')}`,
  },
  users: [
    { name: 'Kim', pin: '471100' },
    { name: 'Lena', password: 'her own password' },
    { name: 'Mats', password: 'his own password', pin: '4711' },
    { name: 'Nora' },
    { name: 'Guest', historyOf: 'owner' },
    { name: 'Secret', hidden: true, avatar: 'https://pictures.example/secret.png' },
  ],
}

export const ways = [
  { way: 'REST', createClient: restClient },
  { way: 'GraphQL', createClient: graphqlClient },
]

/** A household of seven users whose extensions are asked one way. `olga`: the token of its first user. Call it in a `describe`. */
export function extensionHousehold(
  start: (typeof serviceTargets)[number]['start'],
  createClient: (typeof ways)[number]['createClient'],
) {
  const endings: (() => unknown)[] = []
  let devices = 0
  const home = {
    nodes: [] as RunningService[],
    client: undefined as unknown as ExtensionClient,
    owner: undefined as unknown as Auth & { token: string },
    olga: '',
    ids: {} as Record<string, string>,
    signIn,
    get,
    send,
    play,
    films: (token: string): Promise<{ Id: string; Name: string }[]> => titles(token, 'Movie'),
    series: (token: string): Promise<{ Id: string; Name: string }[]> => titles(token, 'Series'),
  }

  /** Over the standard's own way in. */
  async function signIn(name: string, secret: string, where = ''): Promise<string> {
    const app = createApp(home.nodes[0]!.url + where, `device-${devices++}`)
    const response = await fetch(`${home.nodes[0]!.url}${where}/Users/AuthenticateByName`, {
      method: 'POST',
      headers: { authorization: app.authorizationHeader },
      body: JSON.stringify({ Username: where ? name : `${home.owner.uuid}/${name}`, Pw: secret }),
    })
    expect(response.status).toBe(200)
    return ((await response.json()) as { AccessToken: string }).AccessToken
  }

  async function get(token: string, path: string) {
    const response = await fetch(home.nodes.at(-1)!.url + path, {
      headers: { 'x-emby-token': token },
    })
    // oxlint-disable-next-line typescript/no-explicit-any -- tests look into many shapes
    const body: any = response.ok ? await response.json() : null
    return { status: response.status, body }
  }

  async function send(token: string, method: string, path: string, json?: object) {
    const response = await fetch(home.nodes.at(-1)!.url + path, {
      method,
      headers: { 'x-emby-token': token, 'content-type': 'application/json' },
      body: json ? JSON.stringify(json) : null,
    })
    return response.status
  }

  async function play(token: string, itemId: string, share: number) {
    const ticks = 54_000_000_000
    await send(token, 'POST', '/Sessions/Playing', { ItemId: itemId })
    const PositionTicks = Math.round(ticks * share)
    const report = { ItemId: itemId, PositionTicks, RunTimeTicks: ticks }
    expect(await send(token, 'POST', '/Sessions/Playing/Stopped', report)).toBe(204)
  }

  async function titles(token: string, kind: string) {
    const query = `recursive=true&includeItemTypes=${kind}&sortBy=SortName`
    return (await get(token, `/Items?${query}`)).body.Items
  }

  beforeAll(async () => {
    const ends = (end: () => unknown): void => void endings.push(end)
    const source = await startFilmSource({ films: 6, series: 4, ends })
    const env = { RATE_LIMIT_SIGN_IN: 'off', PIN_ATTEMPTS: '3' }
    home.nodes = await start(env, ends)
    home.client = createClient(home.nodes.map(({ url }) => url))
    home.owner = await home.nodes[0]!.createUser({
      name: 'Home',
      sources: [source.source],
      mediaServer,
    })
    home.olga = await signIn('', home.owner.password)
    for (const { name, id } of (await home.client.users(home.olga)).users) home.ids[name] = id
  }, 60_000)

  afterAll(async () => {
    for (const end of endings.toReversed()) await end()
  })
  return home
}
