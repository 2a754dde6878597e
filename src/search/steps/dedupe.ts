import type { Work } from '../../core/scheduler.ts'
import type { Drop, StepResult } from '../../model/search-plan.ts'
import type { Stream } from '../../model/search-result.ts'
import { dedupeKeys, dedupeMerges } from '../../model/vocabulary.ts'
import type { SortKey } from '../../model/vocabulary.ts'
import type { DedupeSettings, FilterSettings } from '../../model/user-data.ts'
import { groupDuplicates } from './duplicates.ts'
import { mergeInto } from './merge.ts'
import type { Groups } from './groups.ts'
import { createRank, type Rank } from './rank.ts'

export type Dedupe = (streams: readonly Stream[]) => Work<StepResult>

type Kind = keyof NonNullable<DedupeSettings['mode']>

/** The user's library first, then the preferred service and source, then what arrives best. */
const defaultPrefer: readonly SortKey[] = ['library', 'service', 'source', 'seeders', 'size']

/**
 * Keeps the best stream per way of playing. `mode`: one result in all, per service or per source, or every one (`off`);
 * `merge`: what the winner takes over. Equal addresses are duplicates by any key; notes are never merged.
 */
export function createDedupe(
  settings: DedupeSettings | undefined,
  filters: FilterSettings | undefined,
): Dedupe {
  const keys = new Set(settings?.keys ?? dedupeKeys)
  const modes = settings?.mode ?? {}
  const ranks = (settings?.prefer ?? defaultPrefer).map((by) => createRank(by, filters))
  const merge = new Set(settings?.merge ?? dedupeMerges)
  const off = settings?.enabled === false || keys.size === 0

  function takesPart(stream: Stream): boolean {
    const kind = kindOf(stream)
    return kind !== null && modes[kind] !== 'off'
  }

  /** Of each slot within a group of duplicates, one result is kept. */
  function slotOf(stream: Stream): string {
    const kind = kindOf(stream)!
    if (modes[kind] === 'perService') return `${kind} ${stream.service ?? ''}`
    return modes[kind] === 'perSource' ? `${kind} ${stream.sourceId}` : kind
  }

  return function* dedupe(streams) {
    if (off) return { kept: streams, dropped: [] }
    const groups = yield* groupDuplicates(streams, keys, takesPart)
    const sets = yield* gather(streams, groups, takesPart, slotOf)
    /** For each stream the number, from 1, of the one kept instead; 0: the stream itself. */
    const winners = new Uint32Array(streams.length)
    const merged = new Map<number, Stream>()
    for (const [count, set] of sets.entries()) {
      if (count % 256 === 255) yield
      const winner = best(set, streams, ranks)
      const losers = set.filter((index) => index !== winner)
      for (const loser of losers) winners[loser] = winner + 1
      const others = losers.map((index) => streams[index]!)
      merged.set(winner, mergeInto(streams[winner]!, others, merge))
    }
    return yield* split(streams, winners, merged, modes)
  }
}

function* split(
  streams: readonly Stream[],
  winners: Uint32Array,
  merged: ReadonlyMap<number, Stream>,
  modes: NonNullable<DedupeSettings['mode']>,
): Work<StepResult> {
  const kept: Stream[] = []
  const dropped: Drop[] = []
  for (const [index, stream] of streams.entries()) {
    if (index % 4_096 === 4_095) yield
    const winner = winners[index]!
    if (winner === 0) kept.push(merged.get(index) ?? stream)
    else {
      const kept = streams[winner - 1]!
      const kind = kindOf(stream)!
      const path = modes[kind] === undefined ? null : `dedupe.mode.${kind}`
      dropped.push({
        stream,
        reason: `duplicate of a result from ${kept.addon}`,
        path,
        winner: kept,
      })
    }
  }
  return { kept, dropped }
}

function* gather(
  streams: readonly Stream[],
  groups: Groups,
  takesPart: (stream: Stream) => boolean,
  slotOf: (stream: Stream) => string,
): Work<number[][]> {
  const sizes = new Uint32Array(streams.length)
  for (let index = 0; index < streams.length; index++) sizes[groups.find(index)]! += 1
  yield
  const slots = new Map<string, Map<number, number[]>>()
  for (const [index, stream] of streams.entries()) {
    if (index % 1_024 === 1_023) yield
    const group = groups.find(index)
    if (sizes[group] === 1 || !takesPart(stream)) continue
    const slot = slotOf(stream)
    let sets = slots.get(slot)
    if (!sets) slots.set(slot, (sets = new Map()))
    const set = sets.get(group)
    if (set) set.push(index)
    else sets.set(group, [index])
  }
  return [...slots.values()].flatMap((sets) => [...sets.values()].filter((set) => set.length > 1))
}

/** Live channels, videos and web pages count as plain links: their address identifies them. */
function kindOf({ type, cached }: Stream): Kind | null {
  switch (type) {
    case 'debrid':
      return cached === true ? 'cached' : 'uncached'
    case 'p2p':
    case 'usenet':
      return type
    case 'http':
    case 'live':
    case 'youtube':
    case 'external':
      return 'http'
    default:
      return null
  }
}

function best(set: readonly number[], streams: readonly Stream[], ranks: readonly Rank[]): number {
  return set.reduce((winner, index) =>
    isBetter(streams[index]!, streams[winner]!, ranks) ? index : winner,
  )
}

function isBetter(stream: Stream, than: Stream, ranks: readonly Rank[]): boolean {
  for (const rank of ranks) {
    const difference = (rank(stream) ?? -Infinity) - (rank(than) ?? -Infinity)
    if (difference > 0) return true
    if (difference < 0) return false
  }
  return false
}
