import { spellTime, startDeadline } from '../core/deadline.ts'
import { untilAborted } from '../core/until-aborted.ts'
import { failureOf, UpstreamError } from '../core/upstream-error.ts'
import { within } from '../core/within.ts'
import type { UpstreamErrorKind } from '../core/upstream-error.ts'
import type { IdTranslator } from '../model/id-translator.ts'
import type { IdSpace, MediaId } from '../model/media-id.ts'
import type { Answer, SourceClient } from '../model/source-client.ts'
import type { SourceManifest } from '../model/source-manifest.ts'
import type { Source, SourceStream } from '../model/source.ts'
import { embeddedStreams } from './embedded-streams.ts'
import type { EmbeddedStreams } from './embedded-streams.ts'
import { chooseQuestion } from './question.ts'
import { translateOnce } from './translate-once.ts'

export type SourceAnswer = {
  readonly source: Source
  /** From the configuration, else from its manifest, else its host. */
  readonly name: string
  /** A failed one may have streams inside its titles. */
  readonly status: 'answered' | 'failed' | 'skipped'
  readonly streams: readonly SourceStream[]
  readonly count: number
  readonly tookMs: number
  readonly fromCache: Answer<unknown>['fromCache']
  /** Safe to show; null unless it failed. */
  readonly error: { readonly title: string; readonly description: string } | null
  /** Null unless it failed. */
  readonly failure: UpstreamErrorKind | 'fault' | null
  /** Why it was not asked for streams; null where it was. */
  readonly reason: string | null
}

export type FetchStreamsRequest = {
  readonly sources: readonly Source[]
  readonly type: string
  readonly id: MediaId
  readonly signal?: AbortSignal
  /** Milliseconds after which sources that have not answered count as failed. */
  readonly overallDeadlineMs: number
  readonly onAnswer?: (answer: SourceAnswer) => void
  readonly translators?: readonly IdTranslator[]
  /** Used in place of the general client, for example to share equal requests. */
  readonly client?: SourceClient
  readonly order?: number
}

export type Fetcher = {
  /** In the order of the sources. A failing source never fails the call. */
  fetchStreams(request: FetchStreamsRequest): Promise<readonly SourceAnswer[]>
}

export type FetcherOptions = {
  client: SourceClient
  translators: readonly IdTranslator[]
  timeoutMs: number
  /** Share (0 to 1) of `mostSearchBytes` that a search may use. */
  memoryShare?: number
  /** `host` holds no secrets; `error` is null unless this service is at fault. */
  onSourceResult?: (answer: SourceAnswer, host: string, error: unknown) => void
}

/** Bytes of all answers of one search; each source may fill its share. */
const mostSearchBytes = 160 * 2 ** 20
/** For streams inside titles, once the source has answered for its other streams. */
const embeddedWaitMs = 500
/** For those of a source that has no others: most have none inside their titles either. */
const onlyEmbeddedWaitMs = 3_000
const late = () => new Error('the streams inside titles are late')

export function createFetcher({
  client: usual,
  translators,
  timeoutMs,
  memoryShare = 1,
  onSourceResult,
}: FetcherOptions): Fetcher {
  const searchBytes = mostSearchBytes * Math.min(1, memoryShare)

  async function askSource(
    source: Source,
    { type, id, order, client = usual }: FetchStreamsRequest,
    { signal, maxBytes, translate, onManifest, nameOf }: SearchContext,
  ): Promise<Outcome> {
    const options = { signal, maxBytes, order }
    const { value: manifest } = await client.manifest(source, options)
    onManifest(manifest)
    const choosing = chooseQuestion({ source, manifest, resource: 'stream', type, id, translate })
    const question = await untilAborted(choosing, signal)
    const embedding = embeddedStreams(client, { source, manifest, type, id }, options)
    const embeddedWithin = (ms: number) => within(ms, embedding, late).catch(() => noStreams)
    if ('skip' in question) {
      const { value: streams, fromCache } = await embeddedWithin(onlyEmbeddedWaitMs)
      const reason = question.skip
      if (streams.length === 0) return { ...nothing, status: 'skipped', reason }
      return { ...nothing, status: 'answered', streams, count: streams.length, fromCache, reason }
    }
    const asking = client.streams(source, question.type, question.id, options)
    const [answer] = await Promise.allSettled([asking])
    const { value: embedded } = await embeddedWithin(embeddedWaitMs)
    if (answer.status === 'rejected') return failed(nameOf(), answer.reason, embedded)
    const { value, fromCache } = answer.value
    const streams = embedded.length > 0 ? [...embedded, ...value] : value
    return { ...nothing, status: 'answered', streams, count: streams.length, fromCache }
  }

  return {
    async fetchStreams(request) {
      const { sources, type, id, signal, overallDeadlineMs, onAnswer } = request
      signal?.throwIfAborted()
      const all = [...translators, ...(request.translators ?? [])]
      const translate = translateOnce(all, id, type)
      const maxBytes = Math.floor(searchBytes / Math.max(1, sources.length))

      async function settle(source: Source): Promise<SourceAnswer> {
        const started = performance.now()
        let ownName = hostOf(source)
        const nameOf = () => source.name ?? ownName
        const ownMs = source.timeout ?? timeoutMs
        const deadline = deadlineOf(ownMs, overallDeadlineMs, source, signal)
        const context = {
          signal: deadline.signal,
          maxBytes,
          translate,
          onManifest: (manifest: SourceManifest) => void (ownName = manifest.name),
          nameOf,
        }
        const { fault, ...outcome } = await askSource(source, request, context)
          .catch((error: unknown) => failed(nameOf(), error))
          .finally(() => deadline.clear())
        signal?.throwIfAborted()
        const tookMs = Math.round(performance.now() - started)
        const answer = { ...outcome, source, name: nameOf(), tookMs }
        onSourceResult?.(answer, hostOf(source), fault)
        onAnswer?.(answer)
        return answer
      }

      return Promise.all(sources.map(settle))
    },
  }
}

type SearchContext = {
  signal: AbortSignal
  maxBytes: number
  translate: (wanted: readonly IdSpace[]) => Promise<readonly MediaId[]>
  onManifest: (manifest: SourceManifest) => void
  nameOf: () => string
}

type Outcome = Omit<SourceAnswer, 'source' | 'name' | 'tookMs'> & {
  readonly fault: unknown
}

const noStreams: EmbeddedStreams = { value: [], fromCache: null }

const nothing = {
  streams: [],
  count: 0,
  fromCache: null,
  error: null,
  failure: null,
  reason: null,
  fault: null,
} as const

function failed(name: string, error: unknown, streams: readonly SourceStream[] = []): Outcome {
  const isTheirs = error instanceof UpstreamError
  const description = isTheirs
    ? error.message
    : 'it could not be asked because of a fault in this service'
  return {
    ...nothing,
    status: 'failed',
    streams,
    count: streams.length,
    failure: isTheirs ? failureOf(error) : 'fault',
    error: { title: name, description },
    fault: isTheirs ? null : error,
  }
}

/** The earlier of the source's and the search's deadline; the signal's reason says which. */
function deadlineOf(sourceMs: number, searchMs: number, source: Source, outer?: AbortSignal) {
  const limit =
    sourceMs <= searchMs
      ? `within ${spellTime(sourceMs)}`
      : `before the search ended after ${spellTime(searchMs)}`
  const late = () => new UpstreamError('timeout', `${hostOf(source)} did not answer ${limit}`)
  return startDeadline(Math.min(sourceMs, searchMs), late, outer)
}

function hostOf({ url }: Source): string {
  return URL.parse(url.replace(/^stremio:/i, 'https:'))?.host ?? 'its server'
}
