import { workInChunks, type Scheduler, type Work } from '../core/scheduler.ts'
import type { ParsedFile } from '../model/parsed-file.ts'
import type { MediaQuery, Stream } from '../model/search-result.ts'
import type { SourceStream } from '../model/source.ts'
import type { SearchPlan } from './plan.ts'
import { formatted, toResults } from './run-plan.ts'
import type { FinishOptions, ReadStreams, SearchOutcome } from './run-plan.ts'
import { createStreamParser, type StreamOrigin } from './steps/parse.ts'

export type SourceBatch = {
  readonly source: { readonly id: string; readonly name: string }
  readonly streams: readonly SourceStream[]
}

export type RankOptions = Omit<FinishOptions, 'query'> & {
  readonly plan: SearchPlan
  readonly signal?: AbortSignal
}

export type FormatOptions = Omit<RankOptions, 'requiredFields' | 'format' | 'explain'> & {
  readonly query: MediaQuery
}

export type BeginOptions = {
  readonly plan: SearchPlan
  readonly sources: number
  readonly type?: string
  readonly signal?: AbortSignal
}

export type PipelineRun = {
  readonly order: number
  /** Whether it waits for the processor, not only for sources. */
  isWorking(): boolean
  /** Reads the answer when there is time and does not keep it. `index`: the source's place in the configuration. */
  add(batch: SourceBatch, index: number): void
  finish(options: FinishOptions): Promise<SearchOutcome>
}

export type Pipeline = {
  begin(options: BeginOptions): PipelineRun
  /** The same streams again, by another plan. */
  rank(read: ReadStreams, options: RankOptions): Promise<SearchOutcome>
  /** Fills in the names and descriptions that players show. */
  format(streams: readonly Stream[], options: FormatOptions): Promise<readonly Stream[]>
}

export type PipelineOptions = {
  scheduler: Scheduler
  parseName: (name: string) => ParsedFile
  maxResults: number
  maxRead?: number
}

/** Holds the best of what honest sources send within one search's memory. */
const defaultMaxRead = 100_000

/** Turns sources' answers into results. All of it is CPU work in chunks; searches are served in order of arrival. */
export function createPipeline({
  scheduler,
  parseName,
  maxResults,
  maxRead = defaultMaxRead,
}: PipelineOptions): Pipeline {
  const parse = createStreamParser({ parseName })

  return {
    begin({ plan, sources, type, signal }) {
      const order = scheduler.nextOrder()
      const room = createRoom(maxRead, sources)
      const answers: { index: number; parsed: Promise<readonly Stream[]> }[] = []

      return {
        order,
        isWorking: () => scheduler.hasWork(order),
        add({ source: { id, name }, streams }, index) {
          const origin = { id, name, index, mediaType: type }
          const read = streams.slice(0, room.take(streams.length))
          const parsed = scheduler.run(parseAll(read, origin), { order, signal })
          // `finish` reports the failure.
          parsed.catch(() => {})
          answers.push({ index, parsed })
        },
        async finish(options) {
          const ordered = answers.toSorted((a, b) => a.index - b.index)
          const streams = (await Promise.all(ordered.map(({ parsed }) => parsed))).flat()
          const read = { query: options.query, streams, unread: room.refused() }
          return scheduler.run(toResults(read, plan, options, maxResults), { order, signal })
        },
      }
    },

    rank(read, { plan, signal, ...options }) {
      return scheduler.run(toResults(read, plan, options, maxResults), { signal })
    },

    format(streams, { plan, query, signal }) {
      return scheduler.run(formatted(streams, plan, query), { signal })
    },
  }

  function* parseAll(
    streams: readonly SourceStream[],
    origin: StreamOrigin,
  ): Work<readonly Stream[]> {
    const results: Stream[] = []
    yield* workInChunks(streams, (chunk) => {
      for (const stream of chunk) results.push(parse(stream, origin, results.length))
    })
    return results
  }
}

/** Half of the room is divided among the sources, so that none can take it all; the rest is first come, first served. */
function createRoom(size: number, sources: number) {
  const share = Math.floor(size / 2 / Math.max(1, sources))
  let free = size - share * sources
  let refused = 0
  return {
    take(wanted: number): number {
      const taken = Math.min(wanted, share + free)
      free -= Math.max(0, taken - share)
      refused += wanted - taken
      return taken
    },
    refused: () => refused,
  }
}
