import type { Work } from '../../core/slices.ts'
import { UpstreamError } from '../../core/upstream-error.ts'
import type { SourceManifest } from '../../model/source-manifest.ts'
import type { SourceMeta } from '../../model/source-meta.ts'
import type { SourceStream } from '../../model/source.ts'
import { isRecord, recordOf } from '../json.ts'
import { readStreams } from './answer.ts'
import { readManifest } from './manifest.ts'
import { readMeta } from './meta.ts'
import { splitList } from './split-list.ts'

/** What an answer's bytes say, and the JSON object around it, which may tell how long it keeps. Throws `invalid`. */
export type BodyReader<T> = (body: Buffer, host: string) => Work<{ value: T; json: unknown }>

const wholeUpToBytes = 2 * 2 ** 20
const maxStreams = 100_000

// oxlint-disable-next-line require-yield
export const manifestBody: BodyReader<SourceManifest> = function* (body, host) {
  const json = parseJson(body, host)
  const value = readManifest(json, host)
  if (!value) throw new UpstreamError('invalid', `${host} answered something that is no manifest`)
  return { value, json }
}

// oxlint-disable-next-line require-yield
export const metaBody: BodyReader<SourceMeta | null> = function* (body, host) {
  const json = parseJson(body, host)
  return { value: readMeta(json), json }
}

/** Reads a large answer piece by piece, so that none of them holds up the event loop. */
export const streamsBody: BodyReader<readonly SourceStream[]> = function* (body, host) {
  if (body.length <= wholeUpToBytes) {
    const json = parseJson(body, host)
    yield
    return { value: readStreams(streamListOf(json, host), maxStreams), json }
  }
  const split = yield* splitList(body, 'streams')
  if (!split) throw new UpstreamError('invalid', `${host} answered no list of streams`)
  const value: SourceStream[] = []
  for (const [from, to] of split.spans) {
    yield
    const part = body.subarray(from, to).toString()
    value.push(...readStreams(parseJson(`[${part}]`, host), maxStreams - value.length))
  }
  return { value, json: parseJson(split.rest, host) }
}

/** An answer without streams is an empty list, unless it speaks of an error instead. */
function streamListOf(json: unknown, host: string): unknown {
  const { streams, err, error } = recordOf(json)
  if (Array.isArray(streams)) return streams
  if (err || error) {
    throw new UpstreamError('invalid', `${host} answered with an error instead of streams`)
  }
  if (json === null || isRecord(json)) return []
  throw new UpstreamError('invalid', `${host} answered no list of streams`)
}

function parseJson(body: Buffer | string, host: string): unknown {
  const text = body.toString()
  try {
    return JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text)
  } catch {
    const start = text.trimStart()
    let what = 'something that is not JSON'
    if (start === '') what = 'nothing'
    else if (start.startsWith('<')) what = 'a web page instead of JSON'
    throw new UpstreamError('invalid', `${host} answered ${what}`)
  }
}
