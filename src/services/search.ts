import { createAdmission, type Admission } from '../core/admission.ts'
import { AppError } from '../core/errors.ts'
import type { Metrics } from '../core/metrics.ts'
import { animeSpaces, parseMediaId } from '../model/media-id.ts'
import type { MediaId } from '../model/media-id.ts'
import type { MediaQuery, SearchResult, Stream } from '../model/search-result.ts'
import type { SourceClient } from '../model/source-client.ts'
import { subjectOf } from '../model/source-health.ts'
import type { Source } from '../model/source.ts'
import type { Fetcher } from '../search/fetch.ts'
import type { Metadata } from '../search/metadata.ts'
import type { Pipeline } from '../search/pipeline.ts'
import type { Plans } from '../search/plans.ts'
import { isResultField, resultFieldNames } from '../search/result-fields.ts'
import { configurationOf } from './caller.ts'
import { sourcesOf } from './configured-sources.ts'
import type { Caller, Directory } from './caller.ts'
import { describeSearch } from './search-statistics.ts'
import type { Statistic } from './search-statistics.ts'
import type { HealthRecorder } from './health/recorder.ts'
import type { SearchConfiguration } from './configurations/configurations.ts'

export type SearchRequest = {
  readonly type: string
  readonly id: string
  readonly requiredFields?: readonly string[] | null | undefined
  readonly format?: boolean | null | undefined
}

export type SearchFailure = {
  readonly title: string
  readonly description: string
  readonly sourceId: string | null
}

export type SearchResponse = {
  readonly results: readonly SearchResult[]
  /** Results dropped by `requiredFields`. */
  readonly filtered: number
  readonly statistics: readonly Statistic[]
  readonly errors: readonly SearchFailure[]
  /** Milliseconds from the first request to the last result. */
  readonly tookMs: number
  /** Whether players show `errors` and `statistics` among the streams. */
  readonly showErrors: boolean
  readonly showStatistics: boolean
}

export type SearchService = ReturnType<typeof createSearchService>

export type SearchOptions = {
  readonly configurations: Directory
  readonly fetcher: Fetcher
  readonly metadata: Metadata
  readonly pipeline: Pipeline
  readonly metrics: Pick<Metrics, 'searches'>
  readonly health: Pick<HealthRecorder, 'recordKept'>
  readonly isAnime: (id: MediaId, type: string) => boolean
  readonly plans: Plans
  /** Milliseconds; for sources without a timeout of their own. */
  readonly sourceTimeoutMs: number
  readonly slots?: number
}

const maxTypeLength = 50
const maxIdLength = 500
const maxAtOnce = 500
/** Milliseconds that a search may take beyond its slowest source. */
const graceMs = 2_000

/** Runs the pipeline on what a configuration's sources answer. */
export function createSearchService(options: SearchOptions) {
  const { configurations, metrics, slots } = options
  const admission = createAdmission(slots === undefined ? {} : { slots })
  let running = 0

  async function admitted(
    request: SearchRequest,
    effective: SearchConfiguration,
    signal: AbortSignal,
    client?: SourceClient,
  ): Promise<SearchResponse> {
    if (running >= maxAtOnce) {
      throw new AppError(
        'SERVICE_UNAVAILABLE',
        'Too many searches are running; try again in a moment.',
        { retryAfter: 2 },
      )
    }
    running += 1
    metrics.searches.set(running)
    try {
      return await runSearch(options, admission, request, effective, signal, client)
    } finally {
      running -= 1
      metrics.searches.set(running)
    }
  }

  return {
    /** Throws BAD_REQUEST and configuration errors; failed sources are in `errors`. `client` replaces the shared source client. */
    async search(
      request: SearchRequest,
      caller: Caller,
      client?: SourceClient,
    ): Promise<SearchResponse> {
      requireValid(request)
      return admitted(request, await configurationOf(configurations, caller), caller.signal, client)
    },

    async searchWith(
      effective: SearchConfiguration,
      request: SearchRequest,
      signal: AbortSignal,
    ): Promise<SearchResponse> {
      requireValid(request)
      return admitted(request, effective, signal)
    },
  }
}

async function runSearch(
  { fetcher, metadata, pipeline, isAnime, plans, sourceTimeoutMs, health }: SearchOptions,
  admission: Admission,
  { type, id, ...wanted }: SearchRequest,
  { userData, configuration }: SearchConfiguration,
  signal: AbortSignal,
  client?: SourceClient,
): Promise<SearchResponse> {
  const started = performance.now()
  const requiredFields = wanted.requiredFields ?? []
  const format = wanted.format ?? false
  const plan = await plans(userData)
  const sources = sourcesOf(userData, configuration)
  const mediaId = parseMediaId(id)
  const asked = { type, id: mediaId, sources, signal, client }
  const places = new Map(sources.map((source, index) => [source, index]))
  const search = pipeline.begin({ plan, sources: sources.length, type, signal })
  const release = await admission.admit(() => search.isWorking(), signal)
  try {
    const [query, answers] = await Promise.all([
      plan.needsMetadata || requiredFields.includes('bitrate')
        ? metadata.describeMedia(asked)
        : describeById(type, mediaId, isAnime(mediaId, type)),
      fetcher.fetchStreams({
        ...asked,
        overallDeadlineMs: longestTimeout(sources, sourceTimeoutMs) + graceMs,
        translators: [metadata.translatorOf(sources, signal, client)],
        order: search.order,
        onAnswer: ({ source, name, streams }) =>
          search.add({ source: { id: source.id, name }, streams }, places.get(source)!),
      }),
    ])
    const { results, filtered, steps } = await search.finish({ query, requiredFields, format })
    const tookMs = performance.now() - started
    if (configuration !== null) countKept(health, configuration, results)
    return {
      results,
      filtered,
      statistics: describeSearch(answers, steps, results.length, tookMs),
      errors: answers.flatMap(({ error, source }) =>
        error === null ? [] : { ...error, sourceId: source.id },
      ),
      tookMs,
      showErrors: userData.hideErrors !== true,
      showStatistics: userData.statistics === true,
    }
  } finally {
    release()
  }
}

function countKept(
  health: SearchOptions['health'],
  configuration: number,
  results: readonly Pick<Stream, 'sourceId'>[],
): void {
  const kept = new Map<string, number>()
  for (const { sourceId } of results) kept.set(sourceId, (kept.get(sourceId) ?? 0) + 1)
  for (const [id, count] of kept) {
    const subject = subjectOf({ id })
    health.recordKept({ configuration, area: 'streams', subject }, count)
  }
}

function longestTimeout(sources: readonly Source[], usual: number): number {
  return Math.max(usual, ...sources.map(({ timeout }) => timeout ?? 0))
}

function describeById(type: string, id: MediaId, known: boolean): MediaQuery {
  return {
    type,
    id: id.raw,
    season: id.season,
    episode: id.episode,
    anime: known || type === 'anime' || animeSpaces.has(id.space),
    titles: [],
    year: null,
    endYear: null,
    runtime: null,
    alternativeEpisodes: [],
  }
}

function requireValid({ type, id, requiredFields }: SearchRequest): void {
  if (type === '' || type.length > maxTypeLength) {
    throw new AppError('BAD_REQUEST', 'type must be a media type such as movie or series.')
  }
  if (id === '' || id.length > maxIdLength) {
    throw new AppError('BAD_REQUEST', 'id must be a media id such as tt1254207 or tt0903747:5:14.')
  }
  const unknown = (requiredFields ?? []).filter((field) => !isResultField(field))
  if (unknown.length > 0) {
    throw new AppError(
      'BAD_REQUEST',
      `requiredFields names no field of a result: ${unknown.join(', ').slice(0, 200)}; the fields are ${resultFieldNames.join(', ')}.`,
    )
  }
}
