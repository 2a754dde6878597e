import { hash } from 'node:crypto'
import { fromJsonBytes, jsonBytes } from '../core/json.ts'
import type { Cache } from '../cache/cache.ts'
import type { AskOptions, SourceClient } from '../model/source-client.ts'
import type { SourceMeta } from '../model/source-meta.ts'
import type { MediaQuery } from '../model/search-result.ts'
import type { Source } from '../model/source.ts'

export type TitleFacts = Pick<MediaQuery, 'titles' | 'year' | 'endYear' | 'runtime' | 'anime'> & {
  readonly ids: Pick<SourceMeta['ids'], 'imdb' | 'tmdb'>
  /** From season 1 on; 0 where the source does not say. */
  readonly seasonLengths: readonly number[]
}

const hour = 3_600_000
const knownForMs = 6 * hour
const unknownForMs = hour / 6
const maxSeasons = 100

/** Kept per source, so that nobody's source can rename other users' titles. */
export function createTitleFacts(cache: Cache) {
  return async function titleFacts(
    client: Pick<SourceClient, 'meta'>,
    source: Source,
    { type, id }: { type: string; id: string },
    options: AskOptions,
  ): Promise<TitleFacts | null> {
    const key = `facts:2:${hash('sha256', JSON.stringify([source.url, type, id]), 'base64url')}`
    const kept = await cache.get(key)
    if (kept) return fromJsonBytes(kept) as TitleFacts | null
    const { value: meta } = await client.meta(source, type, id, options)
    const facts = meta && factsOf(meta)
    const ttl = facts ? knownForMs : unknownForMs
    cache.set(key, jsonBytes(facts), ttl).catch(() => {})
    return facts
  }
}

function factsOf(meta: SourceMeta): TitleFacts {
  const { name, aliases, year, endYear, runtime } = meta
  const { imdb, tmdb } = meta.ids
  const anime = meta.type === 'anime' || meta.genres.some((genre) => /^anime$/i.test(genre))
  const titles = [name, ...aliases]
  const seasonLengths = seasonLengthsOf(meta)
  return { titles, year, endYear, runtime, anime, ids: { imdb, tmdb }, seasonLengths }
}

function seasonLengthsOf({ videos }: SourceMeta): readonly number[] {
  const lengths: number[] = []
  for (const { season, episode } of videos) {
    if (season === null || season < 1 || season > maxSeasons || episode === null) continue
    while (lengths.length < season) lengths.push(0)
    lengths[season - 1] = Math.max(lengths[season - 1]!, episode)
  }
  return lengths
}
