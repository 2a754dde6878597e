import { ask } from './connection.ts'
import { Failure } from './failure.ts'
import { forgetConfiguration, rememberConfiguration } from './opened.ts'
import { createStore } from './store.ts'

export type Session =
  | { readonly state: 'unknown' | 'none' }
  | { readonly state: 'ended'; readonly uuid: string; readonly hasNewPassword?: boolean }
  | { readonly state: 'open'; readonly uuid: string; readonly csrfToken: string }

export const session = createStore<Session>({ state: 'unknown' })

type Answer = {
  readonly data: { readonly uuid: string | null; readonly csrfToken: string | null } | null
  readonly error: { readonly code: string; readonly message: string } | null
}

type Asked = { readonly body?: object; readonly signal?: AbortSignal }

async function askSession(method: string, { body, signal }: Asked = {}): Promise<Session> {
  const json = body && {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }
  const response = await ask('/session', { method, ...json, ...(signal && { signal }) })
  const { data, error } = (await response.json()) as Answer
  if (error) throw refusalOf(error)
  const { uuid, csrfToken } = data!
  if (uuid === null || csrfToken === null) return { state: 'none' }
  return { state: 'open', uuid, csrfToken }
}

function refusalOf({ code, message }: NonNullable<Answer['error']>): Failure {
  if (code !== 'UNAUTHORIZED') return new Failure(code, message)
  return new Failure(code, message, { reason: { code: 'SIGN_IN_WRONG', values: [] } })
}

/** Asks who is signed in. What a page shows of one configuration never becomes a page of another by itself. */
export async function resumeSession(signal: AbortSignal): Promise<void> {
  const before = session.get()
  const now = await askSession('GET', { signal })
  if (session.get() !== before || isSame(before, now)) return
  if (!('uuid' in before)) enter(now)
  else if ('uuid' in now && now.uuid === before.uuid) session.set(now)
  else if (before.state === 'open') session.set({ state: 'ended', uuid: before.uuid })
}

function isSame(one: Session, other: Session): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function enter(now: Session): void {
  if (now.state === 'open') rememberConfiguration(now.uuid)
  session.set(now)
}

export type SignIn = { readonly id: string; readonly password: string; readonly remember: boolean }

export async function signIn(input: SignIn): Promise<void> {
  enter(await askSession('POST', { body: input }))
}

export async function signOut(): Promise<void> {
  session.set(await askSession('DELETE'))
}

/** After it was changed, which ends the session; `remember` as this browser had it. */
export async function signInWithNewPassword(input: SignIn): Promise<void> {
  try {
    await signIn(input)
  } catch {
    session.set({ state: 'ended', uuid: input.id, hasNewPassword: true })
  }
}

/** Without asking for anything; the browser may sign in to another configuration. */
export function leaveEndedSession(): void {
  if (session.get().state === 'ended') session.set({ state: 'none' })
}

/** After the configuration was deleted. */
export function leaveConfiguration(uuid: string): void {
  forgetConfiguration(uuid)
  session.set({ state: 'none' })
}
