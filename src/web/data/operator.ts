import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { TypedDocumentString } from '../documents.ts'
import { OperatorDocument } from '../documents.ts'
import type { OperatorQuery } from '../documents.ts'
import { ask } from './connection.ts'
import { Failure } from './failure.ts'
import { dataOf, post } from './request.ts'
import type { Answer } from './request.ts'
import { createStore } from './store.ts'

/** Apart from the session of a configuration, which may be open beside it. */
export type OperatorSession =
  | { readonly state: 'unknown' | 'off' | 'none' }
  | { readonly state: 'open'; readonly csrfToken: string }

export type Instance = OperatorQuery['operator']

export const operatorSession = createStore<OperatorSession>({ state: 'unknown' })

type SessionAnswer = {
  readonly data: { readonly enabled: boolean; readonly csrfToken: string | null } | null
  readonly error: { readonly code: string; readonly message: string } | null
}

async function askSession(method: string, body?: object): Promise<void> {
  const json = body && {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }
  const response = await ask('/session/operator', { method, ...json })
  const { data, error } = (await response.json()) as SessionAnswer
  if (error) throw new Failure(error.code, error.message)
  const { enabled, csrfToken } = data!
  if (csrfToken !== null) operatorSession.set({ state: 'open', csrfToken })
  else operatorSession.set({ state: enabled ? 'none' : 'off' })
}

export const resumeOperator = () => askSession('GET')
export const signInOperator = (password: string) => askSession('POST', { password })
export const signOutOperator = () => askSession('DELETE')

async function requestAsOperator<Result, Variables>(
  document: TypedDocumentString<Result, Variables>,
  variables?: Variables,
): Promise<Result> {
  const open = operatorSession.get()
  const csrf: Record<string, string> =
    open.state === 'open' ? { 'x-operator-token': open.csrfToken } : {}
  const body = { query: document.toString(), variables }
  const response = await post(body, 'application/json', undefined, csrf)
  try {
    return dataOf((await response.json()) as Answer<Result>, { state: 'none' })
  } catch (error) {
    const hasEnded = error instanceof Failure && error.code === 'UNAUTHORIZED'
    if (hasEnded && operatorSession.get() === open) operatorSession.set({ state: 'none' })
    throw error
  }
}

const key = ['operator'] as const
const everyMs = 10_000

export function useOperator() {
  return useQuery({
    queryKey: key,
    queryFn: async () => (await requestAsOperator(OperatorDocument)).operator,
    refetchInterval: everyMs,
  })
}

/** Changes something, and reads everything anew. */
export function useOperatorMutation<Result, Variables>(
  document: TypedDocumentString<Result, Variables>,
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (variables: Variables) => requestAsOperator(document, variables),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  })
}
