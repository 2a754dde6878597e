import { workInChunks, type Work } from '../../core/scheduler.ts'
import type { SourceMeta, SourceVideo } from '../../model/source-meta.ts'
import { isRecord, listOf, recordOf, type JsonRecord } from '../../core/json.ts'
import { textOf, textsOf, timeOf, webAddressOf } from '../read-value.ts'
import { idsOf } from './meta-ids.ts'
import { linksOf } from './meta-links.ts'
import { linkedNames, namesIn, noNames, readLinks, unique, type LinkedNames } from './meta-names.ts'
import { peopleOf } from './meta-people.ts'
import { setsOf } from './meta-sets.ts'
import { maxVideos, readVideo, runtimeOf } from './meta-videos.ts'
import { yearsOf } from './meta-years.ts'

export type AskedTitle = { readonly type: string; readonly id: string | null }

const maxName = 500
const maxDescription = 10_000
const maxNames = 50
const maxTrailers = 20
const maxStreams = 2_000
const maxStreamsOfVideo = 50
const originals = ['originalName', 'originalTitle', 'original_name', 'original_title']

const ratios: ReadonlyMap<unknown, number> = new Map([
  ['poster', 2 / 3],
  ['square', 1],
  ['landscape', 16 / 9],
])

/** Pauses within long lists of episodes; null where the source does not know the title. */
export function* readMeta(json: unknown, asked: AskedTitle): Work<SourceMeta | null> {
  const own = recordOf(recordOf(json)['meta'])
  const meta = readTitle(own, asked)
  if (!meta) return null
  const videos: SourceVideo[] = []
  let streamsLeft = maxStreams
  yield* workInChunks(listOf(own['videos']).slice(0, maxVideos), (chunk) => {
    for (const entry of chunk) {
      const video = readVideo(entry, meta.id, Math.min(streamsLeft, maxStreamsOfVideo))
      if (video) videos.push(video)
      streamsLeft -= video?.streams?.length ?? 0
    }
  })
  const links = linksOf(own['links'])
  const { hasScheduledVideos, defaultVideoId } = recordOf(own['behaviorHints'])
  const firstVideoId = textOf(defaultVideoId, maxName)
  return {
    ...meta,
    videos,
    ...(links.length > 0 && { links }),
    ...(firstVideoId !== null && { firstVideoId }),
    ...(hasScheduledVideos === true && { hasScheduledVideos }),
  }
}

export function isTitle(own: unknown): boolean {
  return isRecord(own) && textOf(own['id'], maxName) !== null && nameOf(own) !== null
}

function nameOf(own: JsonRecord): string | null {
  return textOf(own['name'], maxName) ?? textOf(own['title'], maxName)
}

/** A catalog entry, or a title without its videos. Null without a name or an id. */
export function readTitle(own: unknown, asked: AskedTitle): SourceMeta | null {
  if (!isRecord(own)) return null
  const id = textOf(own['id'], maxName) ?? asked.id
  const name = nameOf(own)
  if (id === null || name === null) return null
  const links = readLinks(own['links'])
  const extras = recordOf(own['app_extras'])
  const years = yearsOf(own['releaseInfo'], own['year'], own['released'])
  const meta = {
    id,
    type: textOf(own['type'], maxName) ?? asked.type,
    name,
    aliases: aliasesOf(own, name),
    description:
      textOf(own['description'], maxDescription) ?? textOf(own['overview'], maxDescription),
    ...years,
    released: timeOf(own['released']),
    continuing: continuingOf(own, years.endYear),
    runtime: runtimeOf(own['runtime']),
    rating: ratingOf(own['imdbRating'], ...linkedNames(links, 'imdb')),
    certification: textOf(own['certification'], 40) ?? textOf(extras['certification'], 40),
    genres: namesOf(own, ['genres', 'genre'], links, 'genres'),
    studios: namesOf(own, ['studios', 'networks', 'network'], links, 'studios'),
    countries: namesOf(own, ['countries', 'country'], links, 'countries'),
    people: peopleOf(own, links),
    poster: webAddressOf(own['poster']),
    posterRatio: ratios.get(own['posterShape']) ?? null,
    background: webAddressOf(own['background']),
    logo: webAddressOf(own['logo']),
    trailers: trailersOf(own),
    ids: idsOf(own, id),
    videos: [],
  }
  const sets = setsOf(own, meta, asked.type)
  return sets ? { ...meta, ...sets } : meta
}

function aliasesOf(own: JsonRecord, name: string): readonly string[] {
  if (!own['aliases'] && !originals.some((key) => own[key])) return noNames
  const aliases = [
    ...originals.flatMap((key) => textOf(own[key], maxName) ?? []),
    ...textsOf(listOf(own['aliases']).slice(0, maxNames), maxName),
  ]
  return [...new Set(aliases)].filter((alias) => alias !== name).slice(0, maxNames)
}

function namesOf(
  own: JsonRecord,
  keys: readonly string[],
  links: LinkedNames,
  category: string,
): readonly string[] {
  const linked = linkedNames(links, category)
  if (linked.length === 0 && !keys.some((key) => own[key])) return noNames
  const names = keys.flatMap((key) => namesIn(own[key]))
  return unique(linked.length === 0 ? names : [...names, ...linked], maxNames)
}

/** Without a status, `2019-` means that it continues. */
function continuingOf(own: JsonRecord, endYear: number | null): boolean | null {
  const status = textOf(own['status'], 40) ?? ''
  if (/^(?:ended|cancell?ed|finished|completed)/i.test(status)) return false
  if (/^(?:continuing|returning|current|ongoing|airing|in production)/i.test(status)) return true
  if (endYear !== null) return false
  return /^\d{4}\s*[-–—]$/.test(textOf(own['releaseInfo'], 40) ?? '') ? true : null
}

function ratingOf(...values: readonly unknown[]): number | null {
  for (const value of values) {
    const text = typeof value === 'number' ? String(value) : (textOf(value, 40) ?? '')
    const rating = /^\d{1,2}(?:\.\d{1,20})?$/.test(text) ? Number(text) : 0
    if (rating > 0 && rating <= 10) return rating
  }
  return null
}

function trailersOf(own: JsonRecord): readonly string[] {
  if (!own['trailers'] && !own['trailerStreams']) return noNames
  const sources = [
    ...listOf(own['trailers']).map((trailer) => recordOf(trailer)['source']),
    ...listOf(own['trailerStreams']).map((trailer) => recordOf(trailer)['ytId']),
  ]
  const addresses = sources.slice(0, 5 * maxTrailers).flatMap((source) => {
    const isId = typeof source === 'string' && /^[\w-]{11}$/.test(source)
    return isId ? `https://www.youtube.com/watch?v=${source}` : (webAddressOf(source) ?? [])
  })
  return unique(addresses, maxTrailers)
}
