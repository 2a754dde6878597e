import type { Drop, Rejection, Step } from '../../model/search-plan.ts'
import type { Stream } from '../../model/search-result.ts'
import type { LimitSettings } from '../../model/user-data.ts'

const groups = {
  source: (stream) => stream.sourceId,
  service: (stream) => stream.service,
  resolution: (stream) => stream.parsedFile.resolution ?? 'unknown',
  quality: (stream) => stream.parsedFile.quality ?? 'unknown',
  indexer: (stream) => stream.indexer,
  releaseGroup: (stream) => stream.parsedFile.releaseGroup,
  streamType: (stream) => stream.type,
} as const satisfies Record<string, (stream: Stream) => string | null>

const labels: Readonly<Record<keyof typeof groups, string>> = {
  source: 'source',
  service: 'service',
  resolution: 'resolution',
  quality: 'quality',
  indexer: 'indexer',
  releaseGroup: 'release group',
  streamType: 'stream type',
}

/** Per group and in all. Results dropped by one limit do not count for others; notes are neither counted nor dropped. */
export function createLimit(limits: LimitSettings | undefined): Step {
  const total = limits?.total ?? Infinity
  const names = Object.keys(groups) as (keyof typeof groups)[]
  const limited = names.flatMap((name) => {
    const max = limits?.[name]
    return max === undefined
      ? []
      : [
          {
            max,
            valueOf: groups[name],
            rejection: { reason: `over ${max} per ${labels[name]}`, path: `limits.${name}` },
          },
        ]
  })
  if (limited.length === 0 && total === Infinity) {
    return (streams) => ({ kept: streams, dropped: [] })
  }
  const overTotal = { reason: `over ${total} in all`, path: 'limits.total' }

  return (streams) => {
    const counters = limited.map((group) => ({ ...group, counts: new Map<string, number>() }))
    const kept: Stream[] = []
    const dropped: Drop[] = []
    let counted = 0
    for (const stream of streams) {
      if (stream.type === 'error' || stream.type === 'statistic') {
        kept.push(stream)
        continue
      }
      const rejection = counted >= total ? overTotal : exceeded(counters, stream)
      if (rejection === null) {
        for (const { valueOf, counts } of counters) add(counts, valueOf(stream))
        counted += 1
        kept.push(stream)
      } else dropped.push({ stream, ...rejection })
    }
    return { kept, dropped }
  }
}

type Counter = {
  readonly max: number
  readonly rejection: Rejection
  readonly valueOf: (stream: Stream) => string | null
  readonly counts: Map<string, number>
}

function exceeded(counters: readonly Counter[], stream: Stream): Rejection | null {
  for (const { max, rejection, valueOf, counts } of counters) {
    const value = valueOf(stream)
    if (value !== null && (counts.get(value) ?? 0) >= max) return rejection
  }
  return null
}

function add(counts: Map<string, number>, value: string | null): void {
  if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1)
}
