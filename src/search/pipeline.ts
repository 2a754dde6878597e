import { inChunks, type Scheduler, type Work } from '../core/scheduler.ts'
import type { ParsedFile } from '../model/parsed-file.ts'
import type { DropCount, Step, StepResult } from '../model/search-plan.ts'
import type { MediaQuery, Stream } from '../model/search-result.ts'
import type { SourceStream } from '../model/source.ts'
import type { SearchPlan } from './plan.ts'
import { bitrateOf, createStreamParser, type StreamOrigin } from './steps/parse.ts'
import { createRequireFields } from './steps/require-fields.ts'

/** What one step did; `tookMs` is its own time, without the waiting between chunks. */
export type StepReport = {
  readonly step: 'filter' | 'dedupe' | 'limit' | 'requiredFields' | 'maxResults'
  readonly before: number
  readonly after: number
  readonly tookMs: number
  /** The most frequent reason first. */
  readonly dropped: readonly DropCount[]
}

export type SearchOutcome = {
  readonly results: readonly Stream[]
  /** Results dropped by `requiredFields`. */
  readonly filtered: number
  readonly steps: readonly StepReport[]
}

/** One source's answer. */
export type SourceBatch = {
  readonly source: { readonly id: string; readonly name: string }
  readonly streams: readonly SourceStream[]
}

export type FinishOptions = {
  readonly query: MediaQuery
  /** Names of result fields, `parsedFile.year` included, that must be present. */
  readonly requiredFields?: readonly string[]
  /** Fill `name` and `description`. */
  readonly format?: boolean
}

export type BeginOptions = {
  readonly plan: SearchPlan
  /** How many sources may answer. */
  readonly sources: number
  /** The media type that is asked for. */
  readonly type?: string
  /** Ends the search: `finish` rejects with the signal's reason. */
  readonly signal?: AbortSignal
}

/** One search on its way. */
export type PipelineRun = {
  /** Its place in the order of arrival, for other work of the same search. */
  readonly order: number
  /** Whether it waits for the processor, and not for sources alone. */
  isWorking(): boolean
  /** Reads an answer as soon as there is time; the answer itself need not be kept. `index` is the source's place in the configuration. */
  add(batch: SourceBatch, index: number): void
  /** Results from everything added so far. */
  finish(options: FinishOptions): Promise<SearchOutcome>
}

export type Pipeline = {
  begin(options: BeginOptions): PipelineRun
}

export type PipelineOptions = {
  scheduler: Scheduler
  parseName: (name: string) => ParsedFile
  /** Most results of one search. */
  maxResults: number
  /** Most streams that are read for one search. */
  maxRead?: number
}

/** Enough to find the best of what honest sources send, in memory that one search may have. */
const defaultMaxRead = 100_000

/**
 * Turns answers of sources into results: parse, filter, dedupe, score, sort, limit, requiredFields,
 * format. All of it is CPU work, done in chunks; searches are served in the order in which they began.
 */
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
          // Whether it failed is for `finish` to say.
          parsed.catch(() => {})
          answers.push({ index, parsed })
        },
        async finish(options) {
          const ordered = answers.toSorted((a, b) => a.index - b.index)
          const streams = (await Promise.all(ordered.map(({ parsed }) => parsed))).flat()
          const bounds = { maxResults, unread: room.refused() }
          return scheduler.run(toResults(streams, plan, options, bounds), { order, signal })
        },
      }
    },
  }

  function* parseAll(
    streams: readonly SourceStream[],
    origin: StreamOrigin,
  ): Work<readonly Stream[]> {
    const results: Stream[] = []
    yield* inChunks(streams, (chunk) => {
      for (const stream of chunk) results.push(parse(stream, origin, results.length))
    })
    return results
  }
}

/** What one search may take, whatever its sources send. */
type Bounds = { readonly maxResults: number; readonly unread: number }

/**
 * How many streams of each answer are read: half of the room is shared out between the sources beforehand, so that one of
 * them cannot take it all, and who comes first may have of the other half.
 */
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

function reportBounds(after: number, cut: number, unread: number): StepReport {
  const dropped = [
    { reason: `over ${after} in one answer (MAX_RESULTS)`, count: cut },
    { reason: 'not read: the sources sent too many', count: unread },
  ]
  return {
    step: 'maxResults',
    before: after + cut + unread,
    after,
    tookMs: 0,
    dropped: dropped.filter(({ count }) => count > 0),
  }
}

function* toResults(
  parsed: readonly Stream[],
  plan: SearchPlan,
  { query, requiredFields = [], format = false }: FinishOptions,
  { maxResults, unread }: Bounds,
): Work<SearchOutcome> {
  const steps: StepReport[] = []

  function* report(
    step: StepReport['step'],
    streams: readonly Stream[],
    work: Work<StepResult>,
  ): Work<readonly Stream[]> {
    const { value, tookMs } = yield* timed(work)
    const { kept, dropped } = value
    steps.push({
      step,
      before: streams.length,
      after: kept.length,
      tookMs,
      dropped: countReasons(dropped),
    })
    return kept
  }

  let streams = yield* mapped(parsed, (chunk) => withBitrates(chunk, query))
  streams = yield* report('filter', streams, sliced(plan.filter, streams, query))
  streams = yield* report('dedupe', streams, plan.dedupe(streams))
  streams = yield* mapped(streams, (chunk) => plan.score(chunk, query))
  streams = yield* plan.sort(streams, query)
  streams = yield* report('limit', streams, atOnce(plan.limit, streams, query))
  const limited = streams.length
  const requireFields = createRequireFields(requiredFields, format)
  streams = yield* report('requiredFields', streams, atOnce(requireFields, streams, query))
  const filtered = limited - streams.length
  const cut = Math.max(0, streams.length - maxResults)
  if (cut > 0) streams = streams.slice(0, maxResults)
  if (cut + unread > 0) steps.push(reportBounds(streams.length, cut, unread))
  if (format) {
    streams = yield* mapped(streams, (chunk) =>
      chunk.map((stream) => {
        const { name, description } = plan.format(stream, query)
        return { ...stream, name, description }
      }),
    )
  }
  return { results: streams, filtered, steps }
}

function* mapped(
  streams: readonly Stream[],
  map: (chunk: readonly Stream[]) => readonly Stream[],
): Work<readonly Stream[]> {
  let changed = false
  const results: Stream[] = []
  yield* inChunks(streams, (chunk) => {
    const mappedChunk = map(chunk)
    changed ||= mappedChunk !== chunk
    for (const stream of mappedChunk) results.push(stream)
  })
  return changed ? results : streams
}

/** A step that looks at one stream at a time, in runs of streams. */
function* sliced(step: Step, streams: readonly Stream[], query: MediaQuery): Work<StepResult> {
  const kept: Stream[] = []
  const dropped: StepResult['dropped'][number][] = []
  yield* inChunks(streams, (chunk) => {
    const result = step(chunk, query)
    for (const stream of result.kept) kept.push(stream)
    for (const drop of result.dropped) dropped.push(drop)
  })
  return { kept, dropped }
}

/** A step that is quick whatever the number of streams. */
function* atOnce(step: Step, streams: readonly Stream[], query: MediaQuery): Work<StepResult> {
  yield
  return step(streams, query)
}

/** The work's result and its own milliseconds. */
function* timed<T>(work: Work<T>): Work<{ value: T; tookMs: number }> {
  let tookMs = 0
  for (;;) {
    const started = performance.now()
    const step = work.next()
    tookMs += performance.now() - started
    if (step.done) return { value: step.value, tookMs }
    yield
  }
}

function countReasons(dropped: StepResult['dropped']): DropCount[] {
  const counts = new Map<string, number>()
  for (const { reason } of dropped) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  return Array.from(counts, ([reason, count]) => ({ reason, count })).toSorted(
    (a, b) => b.count - a.count,
  )
}

/** Where neither the source nor its text says how dense a stream is, size and running time do. */
function withBitrates(streams: readonly Stream[], { runtime }: MediaQuery): readonly Stream[] {
  if (runtime === null || runtime <= 0) return streams
  return streams.map((stream) =>
    stream.bitrate !== null || stream.size === null
      ? stream
      : { ...stream, bitrate: bitrateOf(stream.size, runtime * 60) },
  )
}
