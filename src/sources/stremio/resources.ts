import type { SourceManifest } from '../../model/source-manifest.ts'
import type { SourceMeta } from '../../model/source-meta.ts'
import type { ListedAddon, SourceStream, SubtitleTrack } from '../../model/source.ts'
import { compactBytes } from '../../core/compact-bytes.ts'
import { listOf, recordOf } from '../../core/json.ts'
import { forbidsStoring, readFreshMs, readFreshness, type Freshness } from '../freshness.ts'
import type { Work } from '../../core/scheduler.ts'
import { isTitle, type AskedTitle } from './meta.ts'
import {
  addonsBody,
  catalogBody,
  manifestBody,
  maxTitles,
  metaBody,
  streamsBody,
  subtitlesBody,
  type BodyReader,
} from './read-body.ts'

export type Resource<T> = {
  readonly name: string
  readonly maxBytes: number
  readonly reader: BodyReader<T>
  /** `stored`: in the database, for restarts and long outages of the source. */
  readonly keptIn: 'cache' | 'stored'
  freshnessOf(headers: Readonly<Record<string, string>>, json: unknown, value: T): Freshness
}

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const megabyte = 2 ** 20

/** Manifests change with releases of the addon, whatever their headers say: not waiting matters more than seeing it at once. */
export const manifestResource: Resource<SourceManifest> = {
  name: 'manifest',
  maxBytes: megabyte,
  reader: manifestBody,
  keptIn: 'stored',
  freshnessOf: (headers, json) => ({
    freshMs: readFreshMs(headers, json, { least: 10 * minute, most: hour, otherwise: 10 * minute }),
    revalidateMs: 30 * day,
    errorMs: 90 * day,
  }),
}

export const streamResource: Resource<readonly SourceStream[]> = {
  name: 'stream',
  maxBytes: Infinity,
  reader: streamsBody,
  keptIn: 'cache',
  freshnessOf: readFreshness,
}

export const subtitlesResource: Resource<readonly SubtitleTrack[]> = {
  name: 'subtitles',
  maxBytes: 2 * megabyte,
  reader: subtitlesBody,
  keptIn: 'cache',
  freshnessOf: readFreshness,
}

export const addonsResource: Resource<readonly ListedAddon[]> = {
  name: 'addon_catalog',
  maxBytes: 4 * megabyte,
  reader: addonsBody,
  keptIn: 'cache',
  freshnessOf: (headers, json) => ({
    freshMs: readFreshMs(headers, json, { least: 10 * minute, most: day, otherwise: hour }),
    revalidateMs: day,
    errorMs: day,
  }),
}

export function metaResource(asked: AskedTitle): Resource<SourceMeta | null> {
  return {
    name: 'meta',
    maxBytes: 4 * megabyte,
    reader: metaBody(asked),
    keptIn: 'stored',
    freshnessOf(headers, json, value) {
      const kept = storedFor(headers, json, 6 * hour, value === null)
      const hasLinks = value?.videos.some(({ streams }) => streams !== undefined) ?? false
      // Links expire: for them the title is as new as its answer says.
      if (!hasLinks) return kept
      return { ...kept, freshMs: Math.min(kept.freshMs, readFreshness(headers, json).freshMs) }
    },
  }
}

export type CatalogPage = {
  readonly titles: readonly SourceMeta[]
  /** Listed entries, unreadable ones included; for answers too large to read at once, only readable ones. */
  readonly entries: number
  readonly unread: { readonly count: number; read(): Work<readonly SourceMeta[]> } | null
}

/** Unread titles stay as bytes: parsed, a hostile body takes twenty times its size. */
function pageBody(type: string, first: number): BodyReader<CatalogPage> {
  return function* (body, host) {
    const { value: titles, json } = yield* catalogBody(type, { to: first })(body, host)
    const listed = listOf(recordOf(json)['metas'])
    const others = listed.slice(first).filter(isTitle).length
    const count = Math.min(others, maxTitles - titles.length)
    const { buffer, byteOffset, byteLength } = count > 0 ? compactBytes(body) : body
    const kept = Buffer.from(buffer, byteOffset, byteLength)
    function* read(): Work<readonly SourceMeta[]> {
      const { value } = yield* catalogBody(type, { from: first })(kept, host)
      return value.slice(0, count)
    }
    const entries = Math.max(titles.length, listed.length)
    return { value: { titles, entries, unread: count > 0 ? { count, read } : null }, json }
  }
}

/** Searches change with each letter typed: they are kept for a moment and not stored. */
export function catalogResource(
  type: string,
  isSearch: boolean,
  first: number,
): Resource<CatalogPage> {
  return {
    name: 'catalog',
    maxBytes: 16 * megabyte,
    reader: pageBody(type, first),
    keptIn: isSearch ? 'cache' : 'stored',
    freshnessOf: (headers, json, value) =>
      isSearch
        ? searchFreshness(headers, json)
        : storedFor(headers, json, hour, value.titles.length === 0 && value.unread === null),
  }
}

/** Shown as they were while they are renewed. An empty one may be a fault, so it is soon asked for again. */
function storedFor(
  headers: Readonly<Record<string, string>>,
  json: unknown,
  otherwise: number,
  isEmpty: boolean,
): Freshness {
  const least = 10 * minute
  const freshMs = isEmpty ? least : readFreshMs(headers, json, { least, most: day, otherwise })
  if (forbidsStoring(headers)) return { freshMs, revalidateMs: isEmpty ? 0 : day, errorMs: day }
  return {
    freshMs,
    revalidateMs: isEmpty ? 0 : freshMs + 30 * day,
    errorMs: freshMs + 90 * day,
  }
}

function searchFreshness(headers: Readonly<Record<string, string>>, json: unknown): Freshness {
  const bounds = { least: 5 * minute, most: hour, otherwise: 10 * minute }
  return { freshMs: readFreshMs(headers, json, bounds), revalidateMs: hour, errorMs: day }
}
