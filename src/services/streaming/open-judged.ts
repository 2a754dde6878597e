import { setTimeout as pause } from 'node:timers/promises'
import { UpstreamError } from '../../core/upstream-error.ts'
import { expectedLength } from '../../library/expected-length.ts'
import type { GuardedOpen } from '../../security/guarded-stream.ts'
import { fileStartBytes } from '../file-headers/file-start.ts'
import type { FileStart } from '../file-headers/file-start.ts'
import type { FileHeaders } from '../file-headers/service.ts'
import { readMs } from './hls/playlist-answer.ts'
import { judgePlaylist } from './judge-playlist.ts'
import { openVersion } from './open-version.ts'
import type { OpenedVersion, ProxyRequest } from './open-version.ts'
import { partOf } from './part.ts'
import { isPlaylist, isSmall, judge } from './placeholder.ts'
import type { Playable } from './playable.ts'
import { startOfBody } from './start-of-body.ts'
import type { WaitBudget } from './wait-budget.ts'

export type Begun = { readonly opened: OpenedVersion; readonly isPlaceholder: boolean }

export type JudgeOptions = {
  readonly open: GuardedOpen
  readonly fileHeaders: Pick<FileHeaders, 'isTooShort'> | null
  readonly inHeaderTime: WaitBudget
}

type Own = Pick<Playable, 'version' | 'item'> & {
  readonly ms: number
  /** When the time for all versions is over, as `performance.now()` tells it. */
  readonly until: number
}

export const placeholderMs = 250

/** Asks once more for a placeholder: some services send one until they have fetched the file. */
export async function openJudged(
  { open, fileHeaders, inHeaderTime }: JudgeOptions,
  { version, item, ms, until }: Own,
  request: ProxyRequest,
): Promise<Begun> {
  const end = performance.now() + ms
  const expected = expectedLength(item)
  const ask = async (): Promise<Begun> => {
    const left = Math.max(1, end - performance.now())
    const found = await openVersion(open, version, request, left)
    const judged = await judge(open, found, request, expected)
    const { opened } = judged
    if (opened.isPlaylist) {
      const wholeMs = Math.max(1, Math.min(ms, readMs, until - performance.now()))
      return judgePlaylist(opened, { open, request, expected, ms: wholeMs })
    }
    if (judged.isPlaceholder || !fileHeaders) return judged
    const showsFile = request.method === 'GET' && !isPlaylist(opened) && !isSmall(opened, expected)
    const isPlaceholder = await inHeaderTime(request.signal, (late) =>
      fileHeaders.isTooShort({ version, expected }, late, async () =>
        showsFile ? startOfFile(opened, late) : null,
      ),
    )
    return { opened, isPlaceholder }
  }
  const first = await ask()
  if (!first.isPlaceholder) return first
  try {
    await pause(placeholderMs, undefined, { signal: request.signal })
    const second = await ask()
    first.opened.body.destroy()
    return second
  } catch (error) {
    if (!request.signal.aborted && error instanceof UpstreamError) return first
    first.opened.body.destroy()
    throw error
  }
}

/** Null where the answer shows none, or its bytes come late. */
async function startOfFile(opened: OpenedVersion, late: AbortSignal): Promise<FileStart | null> {
  if (opened.headers['content-encoding'] !== undefined) return null
  const part = partOf(opened)
  const total = part?.total ?? null
  const wanted = Math.min(fileStartBytes, total ?? Infinity)
  const begins = part ? part.from === 0 && part.to >= wanted - 1 : opened.status === 200
  if (!begins) return null
  const bytes = await startOfBody(opened.body, wanted, late).catch(() => null)
  // A copy: what was sent is freed at once.
  return bytes && { bytes: Buffer.from(bytes), total }
}
