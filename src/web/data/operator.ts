import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { QueryState } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import type { TypedDocumentString } from '../documents.ts'
import { ask } from './connection.ts'
import { Failure } from './failure.ts'
import { dataOf, post } from './request.ts'
import type { Answer } from './request.ts'
import { createStore } from './store.ts'
import { untilAskedAgain } from './until-answered.ts'
import { useLastError } from './use-last-error.ts'

/** Apart from the session of a configuration, which may be open beside it. */
export type OperatorSession =
  | { readonly state: 'unknown' | 'off' | 'none' | 'ended' }
  | { readonly state: 'open'; readonly csrfToken: string }

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
  if (error) throw refusalOf(error)
  const { enabled, csrfToken } = data!
  if (csrfToken !== null) operatorSession.set({ state: 'open', csrfToken })
  else operatorSession.set({ state: enabled ? 'none' : 'off' })
}

function refusalOf({ code, message }: NonNullable<SessionAnswer['error']>): Failure {
  if (code !== 'UNAUTHORIZED') return new Failure(code, message)
  return new Failure(code, message, { reason: { code: 'OPERATOR_PASSWORD_WRONG', values: [] } })
}

export const resumeOperator = () => askSession('GET')
export async function signInOperator(password: string): Promise<void> {
  try {
    await askSession('POST', { password })
  } catch (error) {
    // The service may have been started again without this page.
    if (error instanceof Failure && error.code === 'UNAUTHORIZED') await resumeOperator()
    throw error
  }
}
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
    if (hasEnded && operatorSession.get() === open) operatorSession.set({ state: 'ended' })
    throw error
  }
}

const key = ['operator'] as const
const everyMs = 60_000
/** For what changes from one moment to the next. */
export const liveMs = 10_000

/** A part of what the operator sees, which waits for nothing but itself. */
export function useOperator<Part>(
  name: string,
  document: TypedDocumentString<{ readonly operator: Part }, Record<string, never>>,
  refetchInterval = everyMs,
) {
  return useQuery({
    queryKey: [...key, name],
    queryFn: async () => (await requestAsOperator(document)).operator,
    refetchInterval: (query) => Math.max(refetchInterval, Number(untilAskedAgain(query))),
  })
}

/** Why a part is not known, for all of them at once, and how to ask for those again. */
export function useOperatorFailure() {
  const client = useQueryClient()
  const cache = client.getQueryCache()
  const follow = useCallback((heard: () => void) => cache.subscribe(heard), [cache])
  const failing = useSyncExternalStore(
    follow,
    () => cache.findAll({ queryKey: key }).find(({ state }) => isFailing(state))?.state,
  )
  const error = useLastError({
    error: failing?.error ?? null,
    errorUpdateCount: failing?.errorUpdateCount ?? 0,
    isPending: failing?.status === 'pending',
    isPlaceholderData: false,
  })
  const retry = () =>
    client.refetchQueries({ queryKey: key, predicate: ({ state }) => isFailing(state) })
  return { error, retry }
}

function isFailing({ status, errorUpdateCount }: QueryState): boolean {
  return status === 'error' || (status === 'pending' && errorUpdateCount > 0)
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
