import type { Download } from '../anime/refresh/fetch.ts'
import type { GuardedFetch } from '../security/guarded-fetch.ts'

const timeoutMs = 300_000
const maxBytes = 512 * 2 ** 20

export function createAnimeDownload(fetch: GuardedFetch): Download {
  return async (address, { etag, lastModified }, signal) => {
    const headers = {
      ...(etag ? { 'if-none-match': etag } : {}),
      ...(lastModified ? { 'if-modified-since': lastModified } : {}),
    }
    const answer = await fetch(address, { headers, timeoutMs, maxBytes, signal })
    if (answer.status === 304) return { notModified: true }
    if (answer.status !== 200) throw new Error(`the server answered ${answer.status}`)
    return {
      notModified: false,
      body: answer.body,
      etag: answer.headers.etag ?? null,
      lastModified: answer.headers['last-modified'] ?? null,
    }
  }
}
