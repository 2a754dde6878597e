import { createAdmission, type Admission } from '../core/admission.ts'
import { createUsefulSlots } from '../core/useful-slots.ts'
import type { Scheduler } from '../core/scheduler.ts'
import { AppError } from '../core/errors.ts'
import { refusal } from '../core/refusal-texts.ts'
import type { Metrics } from '../core/metrics.ts'
import { animeSpaces, parseMediaId } from '../model/media-id.ts'
import type { MediaId } from '../model/media-id.ts'
import type { Profile } from '../model/household.ts'
import type { LoggedSearch } from '../model/search-log.ts'
import type { MediaQuery, Stream } from '../model/search-result.ts'
import type { UserData } from '../model/user-data.ts'
import type { SourceClient } from '../model/source-client.ts'
import { subjectOf } from '../model/source-health.ts'
import type { FailureKind } from '../model/source-health.ts'
import type { Source } from '../model/source.ts'
import type { Fetcher } from '../search/fetch.ts'
import type { Metadata } from '../search/metadata.ts'
import type { Pipeline } from '../search/pipeline.ts'
import type { Plans } from '../search/plans.ts'
import { isResultField, resultFieldNames } from '../search/result-fields.ts'
import { askingUser, configurationOf } from './caller.ts'
import { sourcesOf } from './configured-sources.ts'
import type { Directory, SearchCaller } from './caller.ts'
import type { SearchExplanation } from './rules/explanation.ts'
import type { HeldSearches } from './rules/held-searches.ts'
import type { SearchLogRecorder } from './search-log/recorder.ts'
import { describeSearch, outcomeOf } from './search-statistics.ts'
import type { Statistic } from './search-statistics.ts'
import { hasMediaServer } from './users/households.ts'
import type { HealthRecorder } from './health/recorder.ts'
import type { LibraryService } from './library/service.ts'
import type { SearchConfiguration } from './configurations/configurations.ts'

export type SearchRequest = {
  readonly type: string
  readonly id: string
  readonly requiredFields?: readonly string[] | null | undefined
  readonly format?: boolean | null | undefined
  /** Whether to say what became of each stream, and to hold them for a while. */
  readonly explain?: boolean | null | undefined
}

export type SearchAsker = {
  readonly profile?: Pick<Profile, 'id'>
  readonly isAnonymous?: boolean
}

export type SearchFailure = {
  readonly title: string
  readonly description: string
  readonly sourceId: string | null
  readonly failure: FailureKind | null
}

type AskedOf = Pick<SearchRequest, 'type' | 'id'> & { readonly configuration: number }

export type SearchResponse = {
  readonly results: readonly Stream[]
  /** Results dropped by `requiredFields`. */
  readonly filtered: number
  readonly statistics: readonly Statistic[]
  readonly errors: readonly SearchFailure[]
  /** Milliseconds from the first request to the last result. */
  readonly tookMs: number
  /** Whether players show `errors` and `statistics` among the streams. */
  readonly showErrors: boolean
  readonly showStatistics: boolean
  readonly explanation: SearchExplanation | null
  /** Null where nobody has a history: in a configuration without a media server, and in settings that belong to none. */
  readonly asked: AskedOf | null
  /** What was asked for by a configuration that records plays in Stremio; null: by any other. */
  readonly recorded: AskedOf | null
}

export type SearchService = ReturnType<typeof createSearchService>

export type SearchOptions = {
  readonly configurations: Directory
  readonly fetcher: Fetcher
  readonly metadata: Metadata
  readonly library: Pick<LibraryService, 'maySee'>
  readonly pipeline: Pipeline
  readonly scheduler: Pick<Scheduler, 'workedMs'>
  readonly metrics: Pick<Metrics, 'searches'>
  readonly health: Pick<HealthRecorder, 'recordKept'>
  readonly isAnime: (id: MediaId, type: string) => boolean
  readonly plans: Plans
  readonly held: Pick<HeldSearches, 'hold'>
  readonly searchLog: Pick<SearchLogRecorder, 'record'>
  /** Milliseconds; for sources without a timeout of their own. */
  readonly sourceTimeoutMs: number
  readonly backlogMs: number
}

const maxTypeLength = 50
const maxIdLength = 500
const maxAtOnce = 500
/** Milliseconds; sources that answer sooner are waited for. */
const patienceMs = 10
/** Milliseconds that a search may take beyond its slowest source. */
const graceMs = 2_000

/** Runs the pipeline on what a configuration's sources answer. */
export function createSearchService(options: SearchOptions) {
  const { configurations, library, metrics, searchLog, scheduler, backlogMs } = options
  const useful = createUsefulSlots({ workedMs: scheduler.workedMs, patienceMs, backlogMs })
  const { count: slots, backlog, ended } = useful
  const admission = { ...createAdmission({ slots, patienceMs, backlog }), ended }
  let running = 0

  async function admitted(
    request: SearchRequest,
    configured: SearchConfiguration,
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
      return await runSearch(options, admission, request, configured, signal, client)
    } finally {
      running -= 1
      metrics.searches.set(running)
    }
  }

  return {
    /** Throws BAD_REQUEST and configuration errors; failed sources are in `errors`. `client` replaces the shared source client. */
    async search(
      request: SearchRequest,
      caller: SearchCaller,
      client?: SourceClient,
    ): Promise<SearchResponse> {
      requireValid(request)
      if (request.explain && caller.credentials.kind === 'token') throw notTheirs()
      const configured = await configurationOf(configurations, caller)
      const user = await askingUser(caller)
      const asked = {
        at: Date.now(),
        interface: caller.interface,
        profileId: user?.profile.id ?? null,
      }
      const maySee = user === null || (await library.maySee(user, request))
      const response = maySee
        ? await admitted(request, configured, caller.signal, client)
        : nothing(configured)
      note(searchLog, configured, { ...asked, type: request.type, id: request.id }, response)
      return response
    },

    /** For apps of the media server. The log names whoever asks, where that is known. */
    async searchWith(
      configured: SearchConfiguration & SearchAsker,
      request: SearchRequest,
      signal: AbortSignal,
    ): Promise<SearchResponse> {
      requireValid(request)
      const asked = {
        at: Date.now(),
        interface: 'mediaServer',
        profileId: configured.isAnonymous ? null : (configured.profile?.id ?? null),
        type: request.type,
        id: request.id,
      } as const
      const response = await admitted(request, configured, signal)
      note(searchLog, configured, asked, response)
      return response
    },
  }
}

async function runSearch(
  { fetcher, metadata, pipeline, isAnime, plans, sourceTimeoutMs, health, held }: SearchOptions,
  admission: Admission & { ended(): void },
  { type, id, ...wanted }: SearchRequest,
  searched: SearchConfiguration,
  signal: AbortSignal,
  client?: SourceClient,
): Promise<SearchResponse> {
  const started = performance.now()
  const { userData, configuration } = searched
  const requiredFields = wanted.requiredFields ?? []
  const format = wanted.format ?? false
  const explain = wanted.explain ?? false
  const plan = await plans(userData)
  const sources = sourcesOf(searched)
  const mediaId = parseMediaId(id)
  const own = configuration === null ? null : { configuration, type, id }
  const asked = { type, id: mediaId, sources, signal, client }
  const places = new Map(sources.map((source, index) => [source, index]))
  const search = pipeline.begin({ plan, sources: sources.length, type, signal })
  const release = await admission.admit(() => search.isWorking(), signal)
  try {
    const [query, answers] = await Promise.all([
      // Rules that are tried later on the held streams may need it.
      explain || plan.needsMetadata || requiredFields.includes('bitrate')
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
    const finished = await search.finish({ query, requiredFields, format, explain })
    // Not of those that are given up: they have hardly been worked on.
    admission.ended()
    const { results, filtered, steps, explained } = finished
    const tookMs = performance.now() - started
    if (configuration !== null) {
      const asked = new Set(answers.flatMap((one) => (one.reason === null ? one.source.id : [])))
      const counted = results.filter(({ sourceId }) => asked.has(sourceId))
      countKept(health, configuration, counted)
    }
    return {
      results,
      filtered,
      statistics: describeSearch(answers, steps, results.length, tookMs),
      errors: answers.flatMap(({ error, failure, source }) =>
        error === null ? [] : { ...error, failure, sourceId: source.id },
      ),
      tookMs,
      showErrors: userData.hideErrors !== true,
      showStatistics: userData.statistics === true,
      explanation: explained && {
        kept: explained.kept,
        dropped: explained.dropped,
        held:
          configuration === null ? null : await held.hold(configuration, explained.read, signal),
      },
      // Histories belong to the media server.
      asked: hasMediaServer({ userData }) ? own : null,
      recorded: recordsPlays(userData) ? own : null,
    }
  } finally {
    release()
  }
}

/** For configurations that wish it alone. */
function note(
  log: SearchOptions['searchLog'],
  { userData, configuration }: SearchConfiguration,
  asked: Pick<LoggedSearch, 'at' | 'interface' | 'profileId' | 'type' | 'id'>,
  response: SearchResponse,
): void {
  if (userData.searchLog !== true || configuration === null) return
  log.record(configuration, { ...asked, ...outcomeOf(response) })
}

function notTheirs(): AppError {
  return new AppError('FORBIDDEN', 'Only the owner of a configuration may see its rules.')
}

/** For a title that the user may not watch, as where no source knows it. */
function nothing({ userData }: SearchConfiguration): SearchResponse {
  return {
    results: [],
    filtered: 0,
    statistics: [],
    errors: [],
    tookMs: 0,
    showErrors: userData.hideErrors !== true,
    showStatistics: false,
    explanation: null,
    asked: null,
    recorded: null,
  }
}

export function recordsPlays(userData: UserData): boolean {
  return userData.stremio?.recordPlays === true && hasMediaServer({ userData })
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
    throw new AppError('BAD_REQUEST', refusal('TYPE_NOT_NAMED'))
  }
  if (id === '' || id.length > maxIdLength) {
    throw new AppError('BAD_REQUEST', refusal('TITLE_NOT_AN_ID'))
  }
  const unknown = (requiredFields ?? []).filter((field) => !isResultField(field))
  if (unknown.length > 0) {
    throw new AppError(
      'BAD_REQUEST',
      `requiredFields names no field of a result: ${unknown.join(', ').slice(0, 200)}; the fields are ${resultFieldNames.join(', ')}.`,
    )
  }
}
