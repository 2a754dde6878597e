import { SaxesParser } from 'saxes'
import type { AnimeEpisodeMapping, AnimeType } from '../../model/anime.ts'
import type { AnimeRecord, Numbering } from './record.ts'
import { SourceShapeError } from './record.ts'
import { episodeNumber, idList, imdbIds, present, seasonNumber, singleId, title } from './values.ts'

type Attributes = Readonly<Record<string, string>>
type Space = AnimeEpisodeMapping['space']

const chunkBytes = 1 << 16
const maxPairs = 5_000

/** What stands for a TVDB id where there is none. */
const typeOfMissingTvdb: Readonly<Record<string, AnimeType>> = {
  movie: 'MOVIE',
  ova: 'OVA',
  web: 'ONA',
  'tv special': 'SPECIAL',
}

export function* readAnimeLists(bytes: Buffer): Generator<AnimeRecord | null> {
  const found: (AnimeRecord | null)[] = []
  const parser = new SaxesParser()
  let anime: Attributes | null = null
  let name = ''
  let mappings: AnimeEpisodeMapping[] = []
  let mapping: Attributes = {}
  let text = ''
  let root: string | null = null

  parser.on('error', () => {
    throw new SourceShapeError('is not complete XML; it may be only half downloaded')
  })
  parser.on('opentag', (tag) => {
    root ??= tag.name
    text = ''
    if (tag.name === 'anime') {
      anime = tag.attributes
      name = ''
      mappings = []
    } else if (tag.name === 'mapping') mapping = tag.attributes
  })
  parser.on('text', (part) => {
    text += part
  })
  parser.on('closetag', (tag) => {
    if (tag.name === 'name') name = text
    else if (tag.name === 'mapping') mappings.push(...readMapping(mapping, text))
    else if (tag.name === 'anime' && anime) {
      found.push(readAnime(anime, name, mappings))
      anime = null
    }
    text = ''
  })

  const decoder = new TextDecoder()
  for (let from = 0; from < bytes.length; from += chunkBytes) {
    parser.write(decoder.decode(bytes.subarray(from, from + chunkBytes), { stream: true }))
    yield* found.splice(0)
  }
  parser.close()
  if (root !== 'anime-list') throw new SourceShapeError('is not an anime-list')
  yield* found
}

function readAnime(
  anime: Attributes,
  name: string,
  mappings: readonly AnimeEpisodeMapping[],
): AnimeRecord | null {
  const anidbId = singleId(anime['anidbid'])
  if (anidbId === null) return null
  const tvdbNumbering = numbering(anime['defaulttvdbseason'], anime['episodeoffset'])
  const tmdbNumbering = numbering(anime['tmdbseason'], anime['tmdboffset'])
  return {
    ids: present({ anidbId }),
    title: title(name),
    type: typeOfMissingTvdb[anime['tvdbid']?.toLowerCase() ?? ''] ?? null,
    imdb: imdbIds(anime['imdbid']),
    tmdb: [
      ...idList(anime['tmdbtv']).map((id) => ({ kind: 'tv' as const, id })),
      ...idList(anime['tmdbid']).map((id) => ({ kind: 'movie' as const, id })),
    ],
    tvdb: singleId(anime['tvdbid']),
    tvdbNumbering,
    tmdbNumbering,
    episodeMappings: mappings,
  }
}

/** `a` stands for episodes that are counted through all seasons. */
function numbering(season: string | undefined, offset: string | undefined): Numbering | null {
  if (season === 'a') return { season: null, fromEpisode: 1 }
  const number = seasonNumber(season)
  return number === null ? null : { season: number, fromEpisode: (episodeNumber(offset) ?? 0) + 1 }
}

/** One mapping may name both spaces, and have a range with pairs as exceptions. */
function readMapping(mapping: Attributes, text: string): AnimeEpisodeMapping[] {
  const own = seasonNumber(mapping['anidbseason'])
  if (own === null) return []
  const seasons: readonly [Space, number | null][] = [
    ['tvdb', seasonNumber(mapping['tvdbseason'])],
    ['tmdb', seasonNumber(mapping['tmdbseason'])],
  ]
  const [start, end, offset] = [mapping['start'], mapping['end'], mapping['offset']].map(
    episodeNumber,
  )
  const pairs = readPairs(text)
  const ranged = pairs.length === 0 || start !== null || end !== null || offset !== null
  return seasons.flatMap(([space, season]) => {
    if (season === null) return []
    const base = { space, special: own === 0, season }
    const none = { start: null, end: null, offset: 0, pairs: [] }
    const found: AnimeEpisodeMapping[] = []
    if (ranged) {
      const range = { start: start ?? 1, end: end ?? null, offset: offset ?? 0 }
      found.push({ ...base, ...none, kind: 'range', ...range })
    }
    if (pairs.length > 0) found.push({ ...base, ...none, kind: 'pairs', pairs })
    return found
  })
}

/** `;1-5;2-6+7;3-0;`: own episode 1 is 5 there, 2 is 6 and 7 together, 3 does not exist there. */
function readPairs(text: string): AnimeEpisodeMapping['pairs'] {
  const pairs: { episode: number; others: number[] }[] = []
  for (const part of text.split(';', maxPairs)) {
    const match = /^\s*(\d{1,6})-(\d{1,6}(?:\+\d{1,6}){0,50})\s*$/.exec(part)
    if (!match) continue
    const episode = episodeNumber(match[1])
    const others = match[2]!.split('+').flatMap((other) => episodeNumber(other) || [])
    if (episode !== null) pairs.push({ episode, others })
  }
  return pairs
}
