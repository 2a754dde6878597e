import { rootPath } from './address.ts'
import { Failure } from './failure.ts'
import { forgetConfiguration, rememberConfiguration } from './opened.ts'
import { createStore } from './store.ts'

export type Session =
  | { readonly state: 'unknown' | 'none' | 'ended' }
  | { readonly state: 'open'; readonly uuid: string; readonly csrfToken: string }

export const session = createStore<Session>({ state: 'unknown' })
/** Whether the service answered the last request. */
export const online = createStore(true)

type Answer = {
  readonly data: { readonly uuid: string | null; readonly csrfToken: string | null } | null
  readonly error: { readonly code: string; readonly message: string } | null
}

/** Throws a failure if the service does not answer. */
export async function ask(path: string, init: RequestInit): Promise<Response> {
  try {
    const response = await fetch(rootPath + path, init)
    online.set(response.status !== 502 && response.status !== 504)
    if (online.get()) return response
  } catch (error) {
    online.set(false)
    throw new Failure('OFFLINE', '', { cause: error })
  }
  throw new Failure('OFFLINE', '')
}

async function askSession(method: string, body?: object): Promise<Session> {
  const json = body && {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }
  const response = await ask('/session', { method, ...json })
  const { data, error } = (await response.json()) as Answer
  if (error) throw new Failure(error.code, error.message)
  const { uuid, csrfToken } = data!
  if (uuid === null || csrfToken === null) return { state: 'none' }
  rememberConfiguration(uuid)
  return { state: 'open', uuid, csrfToken }
}

export async function resumeSession(): Promise<void> {
  session.set(await askSession('GET'))
}

export type SignIn = { readonly id: string; readonly password: string; readonly remember: boolean }

export async function signIn(input: SignIn): Promise<void> {
  session.set(await askSession('POST', input))
}

export async function signOut(): Promise<void> {
  session.set(await askSession('DELETE'))
}

/** After the configuration was deleted. */
export function leaveConfiguration(uuid: string): void {
  forgetConfiguration(uuid)
  session.set({ state: 'none' })
}
