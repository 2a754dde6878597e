import type { TypedDocumentString } from '../documents.ts'
import { Failure } from './failure.ts'
import { ask, session } from './session.ts'

type Answer<Result> = {
  readonly data?: Result | null
  readonly errors?: readonly {
    readonly message: string
    readonly extensions?: { readonly code?: string }
  }[]
}

function csrfHeaders(): Record<string, string> {
  const open = session.get()
  return open.state === 'open' ? { 'x-csrf-token': open.csrfToken } : {}
}

export function post(body: object, accept: string, signal?: AbortSignal): Promise<Response> {
  return ask('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept, ...csrfHeaders() },
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
  const { data, errors } = (await response.json()) as Answer<Result>
  const [first] = errors ?? []
  if (!first) return data!
  const code = first.extensions?.code ?? 'INTERNAL_SERVER_ERROR'
  // Only if nobody has signed in meanwhile.
  if (code === 'UNAUTHORIZED' && asked.state === 'open' && session.get() === asked) {
    session.set({ state: 'ended' })
  }
  throw new Failure(code, first.message)
}
