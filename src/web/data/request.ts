import type { TypedDocumentString } from '../documents.ts'
import { ask, doubt } from './connection.ts'
import { Failure } from './failure.ts'
import type { Reason, Warning } from './failure.ts'
import { session } from './session.ts'
import type { Session } from './session.ts'

export type Answer<Result> = {
  readonly data?: Result | null
  readonly errors?: readonly {
    readonly message: string
    readonly path?: readonly (string | number)[]
    readonly extensions?: {
      readonly code?: string
      readonly retryAfter?: number
      readonly problems?: readonly Warning[]
      readonly reason?: Reason
    }
  }[]
}

function csrfHeaders(): Record<string, string> {
  const open = session.get()
  return open.state === 'open' ? { 'x-csrf-token': open.csrfToken } : {}
}

export function post(
  body: object,
  accept: string,
  signal?: AbortSignal,
  csrf: Record<string, string> = csrfHeaders(),
): Promise<Response> {
  return ask('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept, ...csrf },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  })
}

/** Runs a document; throws a failure with the service's own words. */
export async function request<Result, Variables>(
  document: TypedDocumentString<Result, Variables>,
  variables?: Variables,
  signal?: AbortSignal,
): Promise<Result> {
  const asked = session.get()
  const response = await post({ query: document.toString(), variables }, 'application/json', signal)
  return dataOf((await response.json()) as Answer<Result>, asked)
}

/** Throws the first failure of an answer. `asked`: the session that it was asked with. */
export function dataOf<Result>({ data, errors }: Answer<Result>, asked: Session): Result {
  const [first] = errors ?? []
  if (!first) return data!
  const code = first.extensions?.code ?? 'INTERNAL_SERVER_ERROR'
  if (code === 'SERVICE_UNAVAILABLE') doubt()
  // The server's own password is asked for beside the session. Only if nobody has signed in meanwhile.
  const isOfSession =
    code === 'UNAUTHORIZED' && first.extensions?.reason?.code !== 'INSTANCE_PROTECTED'
  if (isOfSession && asked.state === 'open' && session.get() === asked) {
    session.set({ state: 'ended', uuid: asked.uuid })
  }
  const seconds = first.extensions?.retryAfter
  throw new Failure(code, first.message, {
    problems: first.extensions?.problems,
    reason: first.extensions?.reason,
    isOfOperation: first.path !== undefined,
    retryAfterMs: seconds === undefined ? null : seconds * 1_000,
  })
}
