import type { Readable } from 'node:stream'
import { UpstreamError } from '../../core/upstream-error.ts'
import type { Version } from '../../model/version.ts'
import type { GuardedOpen } from '../../security/guarded-stream.ts'
import { openVersion } from '../streaming/open-version.ts'
import type { OpenedVersion } from '../streaming/open-version.ts'
import { partOf } from '../streaming/part.ts'
import { isPlaylist, isSmall } from '../streaming/placeholder.ts'
import type { FetchRange } from './byte-reader.ts'

const beginMs = 5_000

/** Reads parts of a version's file. Fails where its link is dead, or leads to a playlist, a clip or changing files. */
export function createRangeFetcher(
  open: GuardedOpen,
  version: Version,
  { runtimeMs, signal }: { readonly runtimeMs: number | null; readonly signal: AbortSignal },
): FetchRange {
  let total: number | null = null

  return async (from, length) => {
    const range = `bytes=${from}-${from + length - 1}`
    const request = { method: 'GET', range, ifRange: null, directives: {}, signal } as const
    const opened = await openVersion(open, version, request, beginMs)
    try {
      const part = partOf(opened)
      if (opened.status === 416) return { bytes: Buffer.alloc(0), total }
      check(opened, runtimeMs)
      // Without ranges there is only the beginning.
      if (part?.from !== from && from > 0) return { bytes: Buffer.alloc(0), total }
      if (part && total !== null && part.total !== total) throw refusal('is another file now')
      total ??= part?.total ?? null
      return { bytes: await take(opened.body, length), total }
    } finally {
      opened.body.destroy()
    }
  }
}

function check(opened: OpenedVersion, runtimeMs: number | null): void {
  if (isPlaylist(opened)) throw refusal('is a playlist')
  if (opened.headers['content-encoding'] !== undefined) throw refusal('is packed')
  if (isSmall(opened, runtimeMs)) throw refusal('is too small')
}

function refusal(what: string): UpstreamError {
  return new UpstreamError('invalid', `the file ${what}`)
}

async function take(body: Readable, length: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let left = length
  for await (const chunk of body as AsyncIterable<Buffer>) {
    chunks.push(chunk.subarray(0, left))
    left -= chunk.length
    if (left <= 0) break
  }
  return Buffer.concat(chunks)
}
