import { inChunks, type Scheduler, type Work } from '../core/scheduler.ts'
import type { ParsedFile } from '../model/parsed-file.ts'
import type { DropCount, Step, StepResult } from '../model/search-plan.ts'
import type { MediaQuery, Stream } from '../model/search-result.ts'
import type { SourceStream } from '../model/source.ts'
import type { SearchPlan } from './plan.ts'
import { bitrateOf, createStreamParser, type StreamOrigin } from './steps/parse.ts'
import { createRequireFields } from './steps/require-fields.ts'

export type StepReport = {
  readonly step: 'filter' | 'dedupe' | 'limit' | 'requiredFields' | 'maxResults'
  readonly before: number
  readonly after: number
  readonly tookMs: number
  readonly dropped: readonly DropCount[]
}

export type SearchOutcome = {
  readonly results: readonly Stream[]
  readonly filtered: number
  readonly steps: readonly StepReport[]
}

export type SourceBatch = {
  readonly source: { readonly id: string; readonly name: string }
  readonly streams: readonly SourceStream[]
}

export type FinishOptions = {
  readonly query: MediaQuery
  readonly requiredFields?: readonly string[]
  readonly format?: boolean
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

type Bounds = { readonly maxResults: number; readonly unread: number }

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

function* atOnce(step: Step, streams: readonly Stream[], query: MediaQuery): Work<StepResult> {
  yield
  return step(streams, query)
}

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

function withBitrates(streams: readonly Stream[], { runtime }: MediaQuery): readonly Stream[] {
  if (runtime === null || runtime <= 0) return streams
  return streams.map((stream) =>
    stream.bitrate !== null || stream.size === null
      ? stream
      : { ...stream, bitrate: bitrateOf(stream.size, runtime * 60) },
  )
}
