import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../support/free-port.ts'
import { startNode } from './children.ts'
import { createHttpClient, type HttpClient } from './http-client.ts'
import type { Account, RunningService } from './service.ts'

const script = fileURLToPath(new URL('input/library-server.ts', import.meta.url))
const patienceMs = 30_000

/** Of the film that the library's one stream leads to. */
export const filmBytes = 2 ** 30

export type Library = HttpClient & {
  /** As a configuration names it. */
  readonly source: object
  stop(): Promise<void>
}

/** A source of catalogs in a process of its own. `pictures`: the address of a host of its pictures. */
export async function startLibrary(
  catalogs: number,
  titles: number,
  { pictures, port: named }: { readonly pictures?: string; readonly port?: number } = {},
): Promise<Library> {
  const port = named ?? (await freePort())
  const host = pictures === undefined ? [] : [pictures]
  const child = startNode([script, String(port), String(catalogs), String(titles), ...host])
  const client = createHttpClient(`http://127.0.0.1:${port}`)
  await untilTrue(async () => (await client.get('/manifest.json').catch(() => null)) !== null)
  return {
    ...client,
    source: { type: 'stremio', url: `${client.url}/manifest.json` },
    async stop() {
      await client.close()
      await child.stop()
    },
  }
}

export type App = {
  readonly userId: string
  readonly token: string
  readonly headers: Readonly<Record<string, string>>
}

const header = (device: string, token: string) =>
  `MediaBrowser Client="Bench", Device="${device}", DeviceId="${device}", Version="1", Token="${token}"`

/** Signs in as the own user, as a media-server app does. */
export async function signInApp(
  service: RunningService,
  { authorization }: Account,
  device = 'bench',
): Promise<App> {
  const pair = Buffer.from(authorization.replace('Basic ', ''), 'base64').toString()
  const [uuid = '', ...password] = pair.split(':')
  const { body } = await service.post(
    '/Users/AuthenticateByName',
    { Username: uuid, Pw: password.join(':') },
    { authorization: header(device, '') },
  )
  const { AccessToken, User } = JSON.parse(body) as { AccessToken: string; User: { Id: string } }
  return {
    userId: User.Id,
    token: AccessToken,
    headers: { authorization: header(device, AccessToken) },
  }
}

/** Waits until the whole library is read. */
export async function untilListed(
  service: RunningService,
  { userId, headers }: App,
  titles: number,
): Promise<void> {
  const path = `/Items?userId=${userId}&recursive=true&includeItemTypes=Movie,Series&limit=0`
  await untilTrue(async () => {
    const { TotalRecordCount } = JSON.parse((await service.get(path, headers)).body)
    return TotalRecordCount >= titles
  })
}

async function untilTrue(condition: () => Promise<boolean>): Promise<void> {
  const until = performance.now() + patienceMs
  while (!(await condition())) {
    if (performance.now() > until) throw new Error('what the bench waits for does not happen')
    await sleep(20)
  }
}
