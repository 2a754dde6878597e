import { expect, onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import { listen } from './event-stream.ts'
import type { Auth, RunningService } from './service.ts'
import { until } from './until.ts'

/** What the interface promises. Without an event, a right is checked far later. */
const soonMs = 1_000
export const ownPin = '471100'
export const limits = { RATE_LIMIT_SIGN_IN: 'off' }
export type Home = Auth & { readonly parent: Auth; readonly olga: SignedIn; readonly kim: SignedIn }
type SignedIn = { readonly token: string; readonly device: string }
type Connection = {
  /** Until it is told that there is no more. */
  readonly isOpen: () => boolean
  /** How much it was told. */
  readonly heard: () => number
}

let devices = 0

export async function signIn(
  url: string,
  Username: string,
  Pw: string,
  device = `tv-${devices++}`,
) {
  const response = await fetch(`${url}/Users/AuthenticateByName`, {
    method: 'POST',
    headers: {
      authorization: `MediaBrowser Client="Test", Device="Test", DeviceId="${device}", Version="1"`,
    },
    body: JSON.stringify({ Username, Pw }),
  })
  expect(response.status).toBe(200)
  const { AccessToken: token } = (await response.json()) as { AccessToken: string }
  return { token, device }
}

export const as = ({ token }: SignedIn, url: string, method: string, path: string) =>
  fetch(url + path, { method, headers: { 'x-emby-token': token } })

/** Olga, whose PIN is asked for, and Kim, of whom all comes from a parent configuration. */
export async function createHome(node: RunningService): Promise<Home> {
  const parent = await node.createUser({
    mediaServer: {
      owner: { name: 'Olga', pin: ownPin, private: false },
      users: [{ name: 'Kim', pin: '1234' }, { name: 'Lena' }],
    },
  })
  const home = await node.createUser({ parentConfig: parent }, 'another horse')
  const olga = await signIn(node.url, home.uuid, `${home.password}/${ownPin}`)
  const kim = await signIn(node.url, `${home.uuid}/Kim`, `${home.password}/1234`)
  return { ...home, parent, olga, kim }
}

export type Kind = 'activityChanged' | 'sessionsChanged' | 'playEnded' | 'web socket'
const queries = {
  activityChanged: 'subscription { activityChanged { users { user { name } } } }',
  sessionsChanged: 'subscription { sessionsChanged { id } }',
  playEnded: 'subscription { playEnded { id } }',
}

export async function connect(url: string, kind: Kind, authorization: string): Promise<Connection> {
  let isOpen = true
  let heard = 0
  const { over } = await (kind === 'web socket'
    ? openSocket(url, authorization)
    : openEvents(url, kind, authorization, () => (heard += 1)))
  void over.then(() => {
    isOpen = false
  })
  return { isOpen: () => isOpen, heard: () => heard }
}

async function openSocket(url: string, authorization: string) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/socket`, {
    headers: { authorization },
  })
  onTestFinished(() => socket.terminate())
  const over = new Promise((resolve) => {
    socket.once('close', resolve)
  })
  await new Promise((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  return { over }
}

async function openEvents(
  url: string,
  kind: keyof typeof queries,
  authorization: string,
  hear: () => void,
) {
  const events = await listen(url, queries[kind], { authorization })
  onTestFinished(events.stop)
  // The others begin with what is true now.
  if (kind !== 'playEnded') expect((await events.next()).errors).toBeUndefined()
  const untilLast = async (): Promise<void> => {
    while ((await events.next()) !== null) hear()
  }
  // It fails where the test itself ends it.
  return { over: untilLast().catch(() => {}) }
}

export const untilEnded = ({ isOpen }: Connection, timeoutMs = soonMs) =>
  until('the connection to end', () => !isOpen(), Boolean, { timeoutMs })
