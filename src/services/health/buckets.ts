import { LRUCache } from 'lru-cache'
import { AppError } from '../../core/errors.ts'
import { keptMs, spanMs } from '../../model/source-health.ts'
import type {
  HealthArea,
  HealthBucket,
  HealthSpan,
  HealthStore,
} from '../../model/source-health.ts'
import { dayStarts, requireZone } from '../activity/time-buckets.ts'

export type HealthQuery = {
  /** Epoch milliseconds. */
  readonly from: number
  readonly to?: number | null | undefined
  readonly bucket: HealthSpan | 'all'
  /** Whose days are counted. */
  readonly timeZone: string
}

/** Hours and days are kept for a month and a year; more than that in one answer helps nobody. */
const maxBuckets = 800
/** Far longer than any node holds what it has counted. */
const writtenWithinMs = 3_600_000

type Subject = { readonly configuration: number; readonly areas: readonly HealthArea[] }

/** Where each bucket begins, and at last where the last one ends; the first holds `from`. Throws BAD_REQUEST. */
export function healthStarts(
  { from, to: until, bucket, timeZone }: HealthQuery,
  now: number,
): readonly number[] {
  const zone = requireZone(timeZone)
  const to = until ?? now
  if (to <= from) throw new AppError('BAD_REQUEST', 'to must be later than from.')
  // Days from before it are known as those of UTC alone.
  const hoursSince = Math.ceil((now - keptMs.hour) / spanMs.day) * spanMs.day
  if (bucket === 'all') return [beginOf(from, from < hoursSince ? 'day' : 'hour'), to]
  if ((to - beginOf(from, bucket)) / spanMs[bucket] > maxBuckets) {
    throw new AppError(
      'BAD_REQUEST',
      `From ${new Date(from).toISOString()} on there are more than ${maxBuckets} buckets: ask for a shorter time${bucket === 'hour' ? ', or for days' : ''}.`,
    )
  }
  if (bucket === 'hour') return utcStarts(from, to, bucket)
  if (to <= hoursSince) return utcStarts(from, to, bucket)
  const days = dayStarts({ from: Math.max(from, hoursSince), to }, zone)
  const earlier = from < hoursSince ? utcStarts(from, hoursSince, bucket).slice(0, -1) : []
  return [...earlier, ...days.map((start) => Math.max(start, hoursSince))]
}

/** Reads figures between starts. What is no hour or day of UTC is the sum of the hours that begin in it. */
export function createHealthBuckets(store: Pick<HealthStore, 'list' | 'sum' | 'sumHours'>) {
  // Sums read many digests of hours, and those of the past stay the same.
  const finished = new LRUCache<string, readonly HealthBucket[]>({ max: 1_000 })

  async function summed(
    { configuration, areas }: Subject,
    begins: readonly number[],
    starts: readonly number[],
    now: number,
  ): Promise<readonly HealthBucket[]> {
    const endOf = (begin: number): number => starts[starts.indexOf(begin) + 1]!
    const nameOf = (begin: number): string =>
      `${configuration} ${areas.join()} ${begin} ${endOf(begin)}`
    const known = new Map(begins.map((begin) => [begin, finished.get(nameOf(begin))]))
    const unknown = begins.filter((begin) => !known.get(begin))
    if (unknown.length > 0) {
      const wanted = starts.slice(starts.indexOf(unknown[0]!), starts.indexOf(unknown.at(-1)!) + 2)
      const found = await store.sumHours(configuration, areas, wanted)
      for (const begin of unknown) {
        const sums = found.filter(({ from }) => from === begin)
        known.set(begin, sums)
        if (endOf(begin) < now - writtenWithinMs) finished.set(nameOf(begin), sums)
      }
    }
    return [...known.values()].flatMap((sums) => sums ?? [])
  }

  return async (
    subject: Subject,
    bucket: HealthQuery['bucket'],
    starts: readonly number[],
    now: number,
  ): Promise<readonly HealthBucket[]> => {
    const { configuration, areas } = subject
    if (bucket === 'all') return store.sum(configuration, areas, starts[0]!, starts[1]!)
    const isKept = (begin: number, index: number): boolean =>
      begin % spanMs[bucket] === 0 && starts[index + 1] === begin + spanMs[bucket]
    const begins = starts.slice(0, -1)
    const kept = new Set(begins.filter(isKept))
    const others = begins.filter((begin) => !kept.has(begin))
    const [listed, sums] = await Promise.all([
      kept.size === 0 ? [] : store.list(configuration, areas, bucket, starts[0]!, starts.at(-1)!),
      summed(subject, others, starts, now),
    ])
    return [...listed.filter(({ from }) => kept.has(from)), ...sums]
  }
}

function beginOf(at: number, span: HealthSpan): number {
  return Math.floor(at / spanMs[span]) * spanMs[span]
}

function utcStarts(from: number, to: number, span: HealthSpan): readonly number[] {
  const first = beginOf(from, span)
  const count = Math.ceil((to - first) / spanMs[span])
  return Array.from({ length: count + 1 }, (_, index) => first + index * spanMs[span])
}
