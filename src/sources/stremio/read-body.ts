import { workInChunks, type Work } from '../../core/scheduler.ts'
import { UpstreamError } from '../../core/upstream-error.ts'
import type { SourceManifest } from '../../model/source-manifest.ts'
import type { SourceMeta } from '../../model/source-meta.ts'
import type { ListedAddon, SourceStream, SubtitleTrack } from '../../model/source.ts'
import { isRecord, listOf, parseJson, recordOf } from '../../core/json.ts'
import { readStreams, readSubtitles } from './answer.ts'
import { boundTitle } from './bound-title.ts'
import { readManifest } from './manifest.ts'
import { readMeta, readTitle, type AskedTitle } from './meta.ts'
import { splitList } from './split-list.ts'

/** With the JSON around it, which may say how long it keeps. Throws `invalid`. */
export type BodyReader<T> = (body: Buffer, host: string) => Work<{ value: T; json: unknown }>

const wholeUpToBytes = 2 * 2 ** 20
const maxStreams = 100_000
export const maxTitles = 10_000
const maxSubtitles = 1_000
const maxAddons = 500

// oxlint-disable-next-line require-yield
export const manifestBody: BodyReader<SourceManifest> = function* (body, host) {
  const json = readJson(body, host)
  const value = readManifest(json, host)
  if (!value) throw new UpstreamError('invalid', `${host} answered something that is no manifest`)
  return { value, json }
}

export function metaBody(asked: AskedTitle): BodyReader<SourceMeta | null> {
  return function* (body, host) {
    const json = readJson(body, host)
    yield
    return { value: yield* readMeta(json, asked), json }
  }
}

export const streamsBody: BodyReader<readonly SourceStream[]> = function* (body, host) {
  const value: SourceStream[] = []
  const list = { key: 'streams', of: 'streams' }
  const json = yield* eachPart(body, host, list, (part) => {
    value.push(...readStreams(part, maxStreams - value.length))
  })
  return { value, json }
}

/** Titles without a type have the catalog's. Only some entries, where they are all read at once. */
export function catalogBody(
  type: string,
  { from = 0, to = Infinity }: { readonly from?: number; readonly to?: number } = {},
): BodyReader<readonly SourceMeta[]> {
  return function* (body, host) {
    const value: SourceMeta[] = []
    const list = { key: 'metas', of: 'titles', from, to }
    const json = yield* eachPart(body, host, list, (part) => {
      for (const entry of part) {
        const title = value.length < maxTitles ? readTitle(entry, { type, id: null }) : null
        if (title) value.push(boundTitle(title))
      }
    })
    return { value, json }
  }
}

export const subtitlesBody: BodyReader<readonly SubtitleTrack[]> = function* (body, host) {
  const json = readJson(body, host)
  yield
  const list = { key: 'subtitles', of: 'subtitles' }
  return { value: readSubtitles(listIn(json, host, list), maxSubtitles), json }
}

export const addonsBody: BodyReader<readonly ListedAddon[]> = function* (body, host) {
  const json = readJson(body, host)
  yield
  const list = listIn(json, host, { key: 'addons', of: 'addons' })
  return { value: list.slice(0, maxAddons).flatMap(readAddon), json }
}

function readAddon(entry: unknown): readonly ListedAddon[] {
  const { transportUrl, transportName, manifest } = recordOf(entry)
  const { id, name, version } = recordOf(manifest)
  const isWhole = [transportUrl, id, name, version].every((value) => typeof value === 'string')
  if (!isWhole || !isRecord(manifest) || !/^https?:\/\//i.test(String(transportUrl))) return []
  const named = typeof transportName === 'string' ? transportName : 'http'
  return [{ transportUrl: String(transportUrl), transportName: named, manifest }]
}

type ListPlace = { readonly key: string; readonly of: string }
type ListRange = ListPlace & { readonly from?: number; readonly to?: number }

/** In parts, so that none blocks the event loop. Returns the JSON around the list. */
function* eachPart(
  body: Buffer,
  host: string,
  list: ListRange,
  take: (part: readonly unknown[]) => void,
): Work<unknown> {
  if (body.length <= wholeUpToBytes) {
    const json = readJson(body, host)
    yield
    yield* workInChunks(listIn(json, host, list).slice(list.from, list.to), take)
    return json
  }
  const split = yield* splitList(body, list.key)
  if (!split) throw new UpstreamError('invalid', `${host} answered no list of ${list.of}`)
  for (const [from, to] of split.spans) {
    yield
    const part = body.subarray(from, to).toString()
    take(listOf(readJson(`[${part}]`, host)))
  }
  return readJson(split.rest, host)
}

/** A missing list counts as empty, unless the answer reports an error. */
function listIn(json: unknown, host: string, { key, of }: ListPlace): readonly unknown[] {
  const { [key]: list, err, error } = recordOf(json)
  if (Array.isArray(list)) return list
  if (err || error) {
    throw new UpstreamError('invalid', `${host} answered with an error instead of ${of}`)
  }
  if (json === null || isRecord(json)) return []
  throw new UpstreamError('invalid', `${host} answered no list of ${of}`)
}

function readJson(body: Buffer | string, host: string): unknown {
  const text = body.toString()
  const json = parseJson(text.startsWith('\uFEFF') ? text.slice(1) : text)
  if (json !== undefined) return json
  const start = text.trimStart()
  let what = 'something that is not JSON'
  if (start === '') what = 'nothing'
  else if (start.startsWith('<')) what = 'a web page instead of JSON'
  throw new UpstreamError('invalid', `${host} answered ${what}`)
}
