import { expect, onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import type { Ending } from './ending.ts'
import { startService } from './service.ts'
import type { Auth } from './service.ts'

export type Household = Auth & { token: string }
export type GuardedService = Awaited<ReturnType<typeof startGuarded>>
export type Guess = (
  service: GuardedService,
  home: Household,
  secret: string,
) => Promise<{ status: number }>
type SignInOptions = { where?: string; device?: string; from?: string }

export const pin = '471100'
export const ownPassword = 'her own password'
const mediaServer = {
  owner: { name: 'Olga' },
  users: [
    { name: 'Kim', pin },
    { name: 'Lena', password: ownPassword },
  ],
}
let devices = 0

/** A service that believes who says from where it asks, and what can be done to it. */
export async function startGuarded(
  env: Record<string, string> = {},
  ends: Ending = onTestFinished,
) {
  const service = await startService(
    { RATE_LIMIT_SIGN_IN: 'off', PIN_ATTEMPTS: '5', TRUSTED_PROXIES: '127.0.0.1', ...env },
    ends,
  )
  const appHeader = (device: string) =>
    `MediaBrowser Client="Test", Device="Test", DeviceId="${device}", Version="1"`

  async function ask(method: string, path: string, headers: HeadersInit, json?: unknown) {
    const response = await fetch(service.url + path, {
      method,
      redirect: 'manual',
      headers,
      body: json === undefined ? null : JSON.stringify(json),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json') && text !== ''
    return {
      status: response.status,
      headers: response.headers,
      body: isJson ? JSON.parse(text) : null,
    }
  }

  /** Signs in, on a new device unless one is named. */
  async function signIn(name: string, secret: string, options: SignInOptions = {}) {
    const { where = '', device = `device-${devices++}`, from = '192.0.2.1' } = options
    const headers = { authorization: appHeader(device), 'x-forwarded-for': from }
    const path = `${where}/Users/AuthenticateByName`
    const { status, body } = await ask('POST', path, headers, { Username: name, Pw: secret })
    return { status, device, token: body?.AccessToken, id: body?.User?.Id }
  }

  const as = (token: string, method: string, path: string, json?: unknown) =>
    ask(method, path, { 'x-emby-token': token }, json)

  async function whoAmI(token: string): Promise<number> {
    return (await as(token, 'GET', '/Users/Me')).status
  }

  /** Changes the media server's part of a configuration. */
  async function change(auth: Auth, edit: (media: typeof mediaServer) => void): Promise<void> {
    const { body } = await service.request('/api/v1/user', { auth })
    const config = body.data.userData
    edit(config.mediaServer)
    const answer = await service.request('/api/v1/user', { auth, method: 'PUT', json: { config } })
    expect(answer.status).toBe(200)
  }

  async function changePassword(auth: Auth): Promise<void> {
    const query = 'mutation { changePassword(password: "another horse") { encryptedPassword } }'
    expect((await service.graphql(query, { auth })).errors).toBeUndefined()
  }

  const home = () => service.createUser({ mediaServer })
  return { ...service, appHeader, ask, as, signIn, whoAmI, change, changePassword, home }
}

export const named = ({ uuid, token }: Household) => `/media/${uuid}/${token}`

/** How many there are of each. */
export function counted(statuses: readonly number[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const status of statuses) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

/** A connection that is open, and what becomes of it; ends with the test. */
export async function openSocket(url: string, token: string) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/socket?api_key=${token}`)
  onTestFinished(() => socket.terminate())
  const heard: string[] = []
  socket.on('message', (data: Buffer) => heard.push(JSON.parse(data.toString()).MessageType))
  socket.on('error', () => {})
  const closed = new Promise<number>((resolve) => {
    socket.once('close', resolve)
  })
  await new Promise((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  async function isServed(): Promise<void> {
    heard.length = 0
    socket.send('{"MessageType":"KeepAlive"}')
    await expect.poll(() => heard).toContain('KeepAlive')
  }
  return { socket, closed, isServed }
}
