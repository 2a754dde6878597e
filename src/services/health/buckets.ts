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
import { timeFigures } from './figures.ts'
import type { TimeFigures } from './figures.ts'

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

/** Kept of all configurations, with memoryShare 1, and at least: of ten sources, all that a month was asked are 36,000 hours. */
const keptBuckets = { usual: 80_000, least: 25_000 }

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
  const hoursSince = endOf(now - keptMs.hour, 'day')
  if (bucket === 'all') {
    const end = to <= hoursSince ? endOf(to, 'day') : to
    return [beginOf(from, from < hoursSince ? 'day' : 'hour'), end]
  }
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

type Slot = { readonly begin: number; readonly end: number }

/** Reads figures between starts. What is no hour or day of UTC is the sum of the hours that begin in it. */
export function createHealthBuckets(
  store: Pick<HealthStore, 'list' | 'sum' | 'sumHours'>,
  memoryShare = 1,
) {
  const finished = new LRUCache<string, TimeFigures>({
    maxSize: Math.max(keptBuckets.least, Math.floor(keptBuckets.usual * memoryShare)),
    sizeCalculation: ({ size }) => size,
  })

  /** `find` is asked for each run of slots that are not known: the first and the last ones where not all are kept. */
  async function remembered(
    { configuration, areas }: Subject,
    slots: readonly Slot[],
    now: number,
    find: (begin: number, end: number) => Promise<readonly HealthBucket[]>,
  ): Promise<readonly TimeFigures[]> {
    const subject = `${configuration} ${areas.join()}`
    const nameOf = ({ begin, end }: Slot): string => `${subject} ${begin} ${end}`
    const known = new Map(slots.map((slot) => [slot, finished.get(nameOf(slot))]))
    for (const run of runsOf(slots.filter((slot) => !known.get(slot)))) {
      const found = await find(run[0]!.begin, run.at(-1)!.end)
      const byBegin = Map.groupBy(found, ({ from }) => from)
      for (const slot of run) {
        const figures = timeFigures(slot.begin, byBegin.get(slot.begin) ?? [])
        known.set(slot, figures)
        if (slot.end < now - writtenWithinMs) finished.set(nameOf(slot), figures)
      }
    }
    return [...known.values()].flatMap((figures) => figures ?? [])
  }

  return async (
    subject: Subject,
    bucket: HealthQuery['bucket'],
    starts: readonly number[],
    now: number,
  ): Promise<readonly TimeFigures[]> => {
    const { configuration, areas } = subject
    if (bucket === 'all') {
      const [begin, end] = [starts[0]!, starts[1]!]
      return [timeFigures(begin, await store.sum(configuration, areas, begin, end))]
    }
    const slots = starts.slice(0, -1).map((begin, index) => ({ begin, end: starts[index + 1]! }))
    const isKept = ({ begin, end }: Slot): boolean =>
      begin % spanMs[bucket] === 0 && end === begin + spanMs[bucket]
    const found = await Promise.all([
      remembered(subject, slots.filter(isKept), now, (begin, end) =>
        store.list(configuration, areas, bucket, begin, end),
      ),
      remembered(
        subject,
        slots.filter((slot) => !isKept(slot)),
        now,
        (begin, end) =>
          store.sumHours(
            configuration,
            areas,
            starts.filter((start) => start >= begin && start <= end),
          ),
      ),
    ])
    return found.flat().toSorted((a, b) => a.from - b.from)
  }
}

function runsOf(slots: readonly Slot[]): readonly (readonly Slot[])[] {
  const runs: Slot[][] = []
  for (const slot of slots) {
    const run = runs.at(-1)
    if (run?.at(-1)!.end === slot.begin) run.push(slot)
    else runs.push([slot])
  }
  return runs
}

function beginOf(at: number, span: HealthSpan): number {
  return Math.floor(at / spanMs[span]) * spanMs[span]
}

function endOf(at: number, span: HealthSpan): number {
  return Math.ceil(at / spanMs[span]) * spanMs[span]
}

function utcStarts(from: number, to: number, span: HealthSpan): readonly number[] {
  const first = beginOf(from, span)
  const count = Math.ceil((to - first) / spanMs[span])
  return Array.from({ length: count + 1 }, (_, index) => first + index * spanMs[span])
}
