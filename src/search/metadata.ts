import type { Cache } from '../cache/cache.ts'
import { startDeadline } from '../core/deadline.ts'
import { untilAborted } from '../core/until-aborted.ts'
import { UpstreamError } from '../core/upstream-error.ts'
import type { IdTranslator } from '../model/id-translator.ts'
import { animeSpaces, idSpaces, type MediaId } from '../model/media-id.ts'
import type { MediaQuery } from '../model/search-result.ts'
import type { SourceClient } from '../model/source-client.ts'
import type { Source } from '../model/source.ts'
import { chooseQuestion } from './question.ts'
import { createTitleFacts, type TitleFacts } from './title-facts.ts'
import { translateOnce } from './translate-once.ts'

export type DescribeRequest = {
  readonly type: string
  readonly id: MediaId
  readonly sources: readonly Source[]
  readonly signal?: AbortSignal
  readonly client?: SourceClient
}

export type Metadata = {
  /** Never fails; titles are empty where nothing is known in time. */
  describeMedia(request: DescribeRequest): Promise<MediaQuery>
  /** Translates between IMDb and TMDB ids with what these sources know. */
  translatorOf(
    sources: readonly Source[],
    signal?: AbortSignal,
    client?: SourceClient,
  ): IdTranslator
}

export type MetadataOptions = {
  client: SourceClient
  cache: Cache
  translators: readonly IdTranslator[]
  /** Milliseconds that a search waits for the title's names. */
  deadlineMs?: number
}

type Numbers = Pick<MediaId, 'season' | 'episode'>

export function createMetadata({
  client: usual,
  cache,
  translators,
  deadlineMs = 3_000,
}: MetadataOptions): Metadata {
  const titleFacts = createTitleFacts(cache)

  async function findFacts(request: DescribeRequest): Promise<TitleFacts | null> {
    const { sources, type, id, signal, client = usual } = request
    const entry = entryOf(id)
    const late = () => new UpstreamError('timeout', 'nothing about the title came in time')
    const deadline = startDeadline(deadlineMs, late, signal)
    const translate = translateOnce(translators, entry, type)

    async function askOne(source: Source): Promise<TitleFacts> {
      const options = { signal: deadline.signal }
      const { value: manifest } = await client.manifest(source, options)
      const asked = { source, manifest, resource: 'meta', type, id: entry, translate }
      const question = await untilAborted(chooseQuestion(asked), deadline.signal)
      const facts = 'skip' in question ? null : await titleFacts(client, source, question, options)
      return facts ?? Promise.reject(new Error('unknown title'))
    }

    try {
      return await Promise.any(sources.map(askOne))
    } catch {
      return null
    } finally {
      deadline.clear()
      deadline.end(new UpstreamError('aborted', 'another source was faster'))
    }
  }

  return {
    async describeMedia(request) {
      const { type, id } = request
      const others = idSpaces.filter((space) => space !== id.space && space !== 'opaque')
      const [facts, translated] = await Promise.all([
        findFacts(request),
        translateOnce(translators, id, type)(others).catch(() => []),
      ])
      const anime =
        type === 'anime' ||
        (facts?.anime ?? false) ||
        [id, ...translated].some(({ space }) => animeSpaces.has(space))
      const numbers = [...translated, ...(anime ? absoluteNumber(id, facts) : [])]
      return {
        type,
        id: id.raw,
        season: id.season,
        episode: id.episode,
        anime,
        titles: facts?.titles ?? [],
        year: facts?.year ?? null,
        endYear: facts?.endYear ?? null,
        runtime: facts?.runtime ?? null,
        alternativeEpisodes: otherNumbers(id, numbers),
      }
    },

    translatorOf: (sources, signal, client) => ({
      async translate(id, type, wanted) {
        if (id.space !== 'imdb' && id.space !== 'tmdb') return []
        const space = id.space === 'imdb' ? 'tmdb' : 'imdb'
        if (!wanted.includes(space)) return []
        const facts = await findFacts({ sources, type, id, signal, client })
        const value = facts?.ids[space]
        return value ? [{ ...id, raw: value, space, value }] : []
      },
    }),
  }
}

function entryOf(id: MediaId): MediaId {
  if (id.space !== 'opaque') return { ...id, season: null, episode: null }
  const value = id.value.replace(/:\d+:\d+$/, '')
  return { ...id, raw: value, value }
}

/** Anime releases often count through all seasons. */
function absoluteNumber({ season, episode }: MediaId, facts: TitleFacts | null): Numbers[] {
  if (season === null || season < 2 || episode === null || !facts) return []
  const before = facts.seasonLengths.slice(0, season - 1)
  if (before.length < season - 1 || before.includes(0)) return []
  return [{ season: null, episode: before.reduce((sum, length) => sum + length, episode) }]
}

function otherNumbers(
  id: MediaId,
  candidates: readonly Numbers[],
): MediaQuery['alternativeEpisodes'] {
  if (id.episode === null) return []
  const seen = new Set([`${id.season}:${id.episode}`])
  return candidates.flatMap(({ season, episode }) => {
    const key = `${season}:${episode}`
    if (episode === null || seen.has(key)) return []
    seen.add(key)
    return [{ season, episode }]
  })
}
