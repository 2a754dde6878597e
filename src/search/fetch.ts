import { spellTime, startDeadline } from '../core/deadline.ts'
import { untilAborted } from '../core/until-aborted.ts'
import { UpstreamError } from '../core/upstream-error.ts'
import type { IdTranslator } from '../model/id-translator.ts'
import type { IdSpace, MediaId } from '../model/media-id.ts'
import type { Answer, SourceClient } from '../model/source-client.ts'
import type { SourceManifest } from '../model/source-manifest.ts'
import type { Source, SourceStream } from '../model/source.ts'
import { chooseQuestion } from './question.ts'
import { translateOnce } from './translate-once.ts'

/** What became of asking one source. */
export type SourceAnswer = {
  readonly source: Source
  /** As the configuration names it, else as it names itself, else its host. */
  readonly name: string
  readonly status: 'answered' | 'failed' | 'skipped'
  /** Empty unless it answered. */
  readonly streams: readonly SourceStream[]
  readonly count: number
  /** Milliseconds. */
  readonly tookMs: number
  readonly fromCache: Answer<unknown>['fromCache']
  /** One line for people, free of secrets; null unless it failed. */
  readonly error: { readonly title: string; readonly description: string } | null
  /** Why it was not asked; null unless it was skipped. */
  readonly reason: string | null
}

export type FetchStreamsRequest = {
  readonly sources: readonly Source[]
  readonly type: string
  readonly id: MediaId
  /** Ends the search: the call rejects with the signal's reason. */
  readonly signal?: AbortSignal
  /** Milliseconds after which sources that have not answered count as failed. */
  readonly overallDeadlineMs: number
  /** Called with each answer as it comes. */
  readonly onAnswer?: (answer: SourceAnswer) => void
  /** Translators that only this search has, asked after the general ones. */
  readonly translators?: readonly IdTranslator[]
  /** Asks in place of the general client, such as one that asks the same once. */
  readonly client?: SourceClient
  /** Place of reading the answers among all CPU work, from the scheduler. */
  readonly order?: number
}

export type Fetcher = {
  /** The answers in the order of the sources. A source that fails never fails the call. */
  fetchStreams(request: FetchStreamsRequest): Promise<readonly SourceAnswer[]>
}

export type FetcherOptions = {
  client: SourceClient
  translators: readonly IdTranslator[]
  /** Milliseconds for one source that sets no time of its own. */
  timeoutMs: number
  /** Of what a search may take where nothing bounds it. */
  memoryShare?: number
  /** Called with what became of each source; `host` holds no secrets, and `error` is set only where this service is at fault. */
  onSourceResult?: (result: {
    sourceName: string
    host: string
    outcome: SourceAnswer['status']
    tookMs: number
    count: number
    error: unknown
  }) => void
}

/** Most bytes that the answers of one search may have together where nothing else bounds them; each source may fill its share. */
const mostSearchBytes = 160 * 2 ** 20

/** Asks all sources of a search at once. */
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
    { signal, maxBytes, translate, onManifest }: SearchContext,
  ): Promise<Outcome> {
    const options = { signal, maxBytes, order }
    const { value: manifest } = await client.manifest(source, options)
    onManifest(manifest)
    const choosing = chooseQuestion({ source, manifest, resource: 'stream', type, id, translate })
    const question = await untilAborted(choosing, signal)
    if ('skip' in question) return { ...nothing, status: 'skipped', reason: question.skip }
    const answer = await client.streams(source, question.type, question.id, options)
    return {
      ...nothing,
      status: 'answered',
      streams: answer.value,
      count: answer.value.length,
      fromCache: answer.fromCache,
    }
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
        }
        let fault: unknown = null
        const outcome = await askSource(source, request, context)
          .catch((error: unknown) => {
            if (!(error instanceof UpstreamError)) fault = error
            return failed(nameOf(), error)
          })
          .finally(() => deadline.clear())
        signal?.throwIfAborted()
        const tookMs = Math.round(performance.now() - started)
        const answer = { ...outcome, source, name: nameOf(), tookMs }
        onSourceResult?.({
          sourceName: answer.name,
          host: hostOf(source),
          outcome: answer.status,
          tookMs,
          count: answer.count,
          error: fault,
        })
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
}

type Outcome = Omit<SourceAnswer, 'source' | 'name' | 'tookMs'>

const nothing = { streams: [], count: 0, fromCache: null, error: null, reason: null } as const

function failed(name: string, error: unknown): Outcome {
  const description =
    error instanceof UpstreamError
      ? error.message
      : 'it could not be asked because of a fault in this service'
  return { ...nothing, status: 'failed', error: { title: name, description } }
}

/** The sooner of the source's own time and the search's; the reason tells the one from the other. */
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
