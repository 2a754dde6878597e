import { expect, onTestFinished } from 'vitest'
import { UpstreamError } from '../../src/core/upstream-error.ts'
import {
  createGuardedFetch,
  type FetchRequest,
  type GuardedFetchOptions,
} from '../../src/security/guarded-fetch.ts'

/** A guarded fetch that may ask this machine; ends with the test. */
export function openGuardedFetch(options: Partial<GuardedFetchOptions> = {}) {
  const client = createGuardedFetch({ allowPrivate: true, ...options })
  onTestFinished(() => client.close())
  return (url: string, request: Partial<FetchRequest> = {}) =>
    client.fetch(url, { timeoutMs: 5_000, ...request })
}

/** What a request that has to fail fails with. */
export async function failureOf(promise: Promise<unknown>): Promise<UpstreamError> {
  const error: unknown = await promise.then(
    () => null,
    (error: unknown) => error,
  )
  expect(error).toBeInstanceOf(UpstreamError)
  return error as UpstreamError
}
