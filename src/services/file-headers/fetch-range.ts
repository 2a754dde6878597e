import type { Readable } from 'node:stream'
import { UpstreamError } from '../../core/upstream-error.ts'
import type { ExpectedLength } from '../../library/expected-length.ts'
import type { Version } from '../../model/version.ts'
import type { GuardedOpen } from '../../security/guarded-stream.ts'
import { openVersion } from '../streaming/open-version.ts'
import type { OpenedVersion } from '../streaming/open-version.ts'
import { partOf } from '../streaming/part.ts'
import { isPlaylist, isSmall } from '../streaming/placeholder.ts'
import { BrokenOff } from '../streaming/start-of-body.ts'
import type { FetchedRange, FetchRange } from './byte-reader.ts'

const beginMs = 5_000

export class TooSmallFile extends UpstreamError {}
class PartBrokenOff extends BrokenOff {}

/** Reads parts of a version's file, once more where one breaks off. Throws an UpstreamError where its link is dead or leads to a clip, and fails for playlists and changing files. */
export function createRangeFetcher(
  open: GuardedOpen,
  version: Version,
  { expected, signal }: { readonly expected: ExpectedLength; readonly signal: AbortSignal },
): FetchRange {
  let total: number | null = null

  async function fetchOnce(from: number, length: number): Promise<FetchedRange> {
    const range = `bytes=${from}-${from + length - 1}`
    const request = { method: 'GET', range, ifRange: null, directives: {}, signal } as const
    const opened = await openVersion(open, version, request, beginMs)
    try {
      const part = partOf(opened)
      if (opened.status === 416) return { bytes: Buffer.alloc(0), total }
      check(opened, expected)
      // Without ranges there is only the beginning.
      if (part?.from !== from && from > 0) return { bytes: Buffer.alloc(0), total }
      if (part && total !== null && part.total !== total) throw refusal('is another file now')
      total ??= part?.total ?? null
      return { bytes: await take(opened.body, length, signal), total }
    } finally {
      opened.body.destroy()
    }
  }

  return async (from, length) => {
    try {
      return await fetchOnce(from, length)
    } catch (error) {
      if (!(error instanceof PartBrokenOff)) throw error
      return fetchOnce(from, length)
    }
  }
}

function check(opened: OpenedVersion, expected: ExpectedLength): void {
  if (isPlaylist(opened)) throw refusal('is a playlist')
  if (opened.headers['content-encoding'] !== undefined) throw refusal('is packed')
  if (isSmall(opened, expected)) throw new TooSmallFile('invalid', 'the file is too small')
}

function refusal(what: string): Error {
  return new Error(`the file ${what}`)
}

async function take(body: Readable, length: number, signal: AbortSignal): Promise<Buffer> {
  const chunks: Buffer[] = []
  let left = length
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk.subarray(0, left))
      left -= chunk.length
      if (left <= 0) break
    }
  } catch {
    if (signal.aborted) throw new UpstreamError('aborted', 'the request was cancelled')
    throw new PartBrokenOff('reset', "the stream's server broke off")
  }
  return Buffer.concat(chunks)
}
