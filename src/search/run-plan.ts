import type { Work } from '../core/scheduler.ts'
import type {
  Drop,
  DropCount,
  Explanation,
  RuleDrops,
  SearchStep,
  StepResult,
} from '../model/search-plan.ts'
import type { MediaQuery, Stream } from '../model/search-result.ts'
import { explainAll, type StepDrops } from './explain.ts'
import type { SearchPlan } from './plan.ts'
import { bitrateOf } from './steps/parse.ts'
import { createRequireFields } from './steps/require-fields.ts'
import { atOnce, mapped, sliced, timed } from './stream-work.ts'

export type StepReport = {
  readonly step: SearchStep
  readonly before: number
  readonly after: number
  readonly tookMs: number
  readonly dropped: readonly DropCount[]
  readonly rules: readonly RuleDrops[]
}

export type SearchOutcome = {
  readonly results: readonly Stream[]
  readonly filtered: number
  readonly steps: readonly StepReport[]
  /** Null unless it was asked for. */
  readonly explained: (Explanation & { readonly read: ReadStreams }) | null
}

/** What the sources sent, as it was read, before any rule. */
export type ReadStreams = {
  readonly query: MediaQuery
  readonly streams: readonly Stream[]
  /** How many more they sent than are read. */
  readonly unread: number
}

export type FinishOptions = {
  readonly query: MediaQuery
  readonly requiredFields?: readonly string[]
  readonly format?: boolean
  readonly explain?: boolean
}

export function* toResults(
  read: ReadStreams,
  plan: SearchPlan,
  { requiredFields = [], format = false, explain = false }: Omit<FinishOptions, 'query'>,
  maxResults: number,
): Work<SearchOutcome> {
  const { query, unread } = read
  const steps: StepReport[] = []
  const drops: StepDrops[] = []

  function* report(
    step: StepReport['step'],
    streams: readonly Stream[],
    work: Work<StepResult>,
  ): Work<readonly Stream[]> {
    const { value, tookMs } = yield* timed(work)
    const { kept, dropped } = value
    if (explain) drops.push({ step, dropped })
    steps.push({
      step,
      before: streams.length,
      after: kept.length,
      tookMs,
      dropped: countReasons(dropped),
      rules: countRules(dropped),
    })
    return kept
  }

  let streams = yield* mapped(read.streams, (chunk) => withBitrates(chunk, query))
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
  if (cut > 0) {
    if (explain) drops.push({ step: 'maxResults', dropped: beyond(streams, maxResults) })
    streams = streams.slice(0, maxResults)
  }
  if (cut + unread > 0) steps.push(reportBounds(streams.length, cut, unread))
  if (format) streams = yield* formatted(streams, plan, query)
  const explained = explain ? { ...(yield* explainAll(streams, drops, plan, query)), read } : null
  return { results: streams, filtered, steps, explained }
}

export function formatted(
  streams: readonly Stream[],
  plan: SearchPlan,
  query: MediaQuery,
): Work<readonly Stream[]> {
  return mapped(streams, (chunk) =>
    chunk.map((stream) => {
      const { name, description } = plan.format(stream, query)
      return { ...stream, name, description }
    }),
  )
}

function reportBounds(after: number, cut: number, unread: number): StepReport {
  const dropped = [
    { reason: overMost(after), count: cut },
    { reason: 'not read: the sources sent too many', count: unread },
  ]
  return {
    step: 'maxResults',
    before: after + cut + unread,
    after,
    tookMs: 0,
    dropped: dropped.filter(({ count }) => count > 0),
    rules: [],
  }
}

function beyond(streams: readonly Stream[], maxResults: number): Drop[] {
  const reason = overMost(maxResults)
  return streams.slice(maxResults).map((stream) => ({ stream, reason, path: null }))
}

function overMost(maxResults: number): string {
  return `over ${maxResults} in one answer (MAX_RESULTS)`
}

function countReasons(dropped: readonly Drop[]): DropCount[] {
  const reasons = mostFirst(dropped.map(({ reason }) => reason))
  return reasons.map(([reason, count]) => ({ reason, count }))
}

function countRules(dropped: readonly Drop[]): RuleDrops[] {
  const rules = mostFirst(dropped.flatMap(({ path }) => path ?? []))
  return rules.map(([path, count]) => ({ path, count }))
}

function mostFirst(words: readonly string[]): [string, number][] {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return [...counts].toSorted(([, a], [, b]) => b - a)
}

function withBitrates(streams: readonly Stream[], { runtime }: MediaQuery): readonly Stream[] {
  if (runtime === null || runtime <= 0) return streams
  return streams.map((stream) =>
    stream.bitrate !== null || stream.size === null
      ? stream
      : { ...stream, bitrate: bitrateOf(stream.size, runtime * 60) },
  )
}
