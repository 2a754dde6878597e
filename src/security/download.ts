import { fetch } from 'undici'

const patienceMs = 300_000

export type DownloadedFile =
  | { readonly notModified: true }
  | {
      readonly notModified: false
      readonly body: AsyncIterable<Uint8Array>
      readonly etag: string | null
      readonly lastModified: string | null
    }

/**
 * Asks for a file at one of the operator's own addresses, which are not guarded, unless the known copy is
 * still current. Fails with an error whose message may be shown.
 */
export async function downloadFile(
  address: string,
  known: { readonly etag: string | null; readonly lastModified: string | null },
  signal: AbortSignal | undefined,
): Promise<DownloadedFile> {
  const headers: Record<string, string> = { 'user-agent': 'stream-aggregation-service' }
  if (known.etag !== null) headers['if-none-match'] = known.etag
  if (known.lastModified !== null) headers['if-modified-since'] = known.lastModified
  const timeout = AbortSignal.timeout(patienceMs)
  const answer = await fetch(address, {
    headers,
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  }).catch((error: unknown) => {
    signal?.throwIfAborted()
    throw new Error(`cannot be reached: ${reasonOf(error)}`, { cause: error })
  })
  if (answer.status === 304) return { notModified: true }
  if (answer.status !== 200 || answer.body === null) {
    await answer.body?.cancel()
    throw new Error(`answered with status ${answer.status}`)
  }
  return {
    notModified: false,
    body: answer.body,
    etag: answer.headers.get('etag'),
    lastModified: answer.headers.get('last-modified'),
  }
}

/** What went wrong, from the cause that undici hides it in. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (!(cause instanceof Error)) return 'no answer'
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message
}
