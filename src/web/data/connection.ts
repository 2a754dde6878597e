import { rootPath } from './address.ts'
import { Failure } from './failure.ts'
import { createStore } from './store.ts'

/** `silent`: the service does not answer. `unable`: it answers, but cannot serve, as without its database. */
export type Connection = 'ok' | 'silent' | 'unable'

export const connection = createStore<Connection>('ok')
/** Counts answers that say that the service cannot serve. Each is a reason to look whether it can. */
export const doubts = createStore(0)

export function doubt(): void {
  doubts.set(doubts.get() + 1)
}

/** Throws a failure if the service does not answer. */
export async function ask(path: string, init: RequestInit): Promise<Response> {
  let response: Response | null = null
  let cause: unknown
  try {
    response = await fetch(rootPath + path, init)
  } catch (error) {
    if (init.signal?.aborted) throw error
    cause = error
  }
  if (response === null || isOfProxy(response)) {
    connection.set('silent')
    throw new Failure('OFFLINE', '', { cause })
  }
  if (response.status === 503) doubt()
  return response
}

/** What a proxy says in place of a service that does not answer. */
function isOfProxy({ status, headers }: Response): boolean {
  const isJson = headers.get('content-type')?.includes('json') === true
  return status === 502 || status === 504 || (status === 503 && !isJson)
}
