import { queryOptions, useQuery } from '@tanstack/react-query'
import { request } from '../../data/request.ts'
import { useLastError } from '../../data/use-last-error.ts'
import { usePolling } from '../../data/use-polling.ts'
import { SourceHealthDocument } from '../../documents.ts'
import type { SourceHealthQuery } from '../../documents.ts'
import { daysAgo, timeZone } from '../dashboard/time.ts'

export type Health = SourceHealthQuery['sourceHealthByArea'][number]
export type AreaHealth = Health['areas'][number]

const days = 7

const sourceHealthQuery = queryOptions({
  queryKey: ['source-health'],
  async queryFn() {
    const variables = { from: daysAgo(days), timeZone: timeZone() }
    return (await request(SourceHealthDocument, variables)).sourceHealthByArea
  },
  staleTime: 60_000,
})

/** Asks for the figures of the last seven days, again while a source is not asked. */
export function useSourceHealth() {
  const query = useQuery(sourceHealthQuery)
  usePolling(query, query.data?.some(({ breaker }) => breaker.state !== 'CLOSED') ?? false)
  const error = useLastError(query)
  return {
    /** Of the first reading alone: later ones leave the figures that are shown. */
    error: query.data ? null : error,
    refetch: query.refetch,
  }
}

/** Those of one source, as far as they are known; asks for nothing. What shows no figures need not be drawn anew for them. */
export function useHealthOf(id: string | undefined): Health | undefined {
  const select = (all: readonly Health[]) => all.find(({ source }) => source.id === id) ?? null
  return useQuery({ ...sourceHealthQuery, enabled: false, select }).data ?? undefined
}

/** Share of its answers; null: it was not asked. */
export function answeredShare(
  buckets: readonly { asked: number; failed: number }[],
): number | null {
  const asked = sumOf(buckets, ({ asked }) => asked)
  return asked === 0 ? null : 1 - sumOf(buckets, ({ failed }) => failed) / asked
}

/** The first of those that failed most often. */
export function worstArea(areas: readonly AreaHealth[]): AreaHealth | undefined {
  const shareOf = ({ buckets }: AreaHealth) => answeredShare(buckets) ?? Infinity
  return areas.toSorted((a, b) => Math.sign(shareOf(a) - shareOf(b)) || 0)[0]
}

export function sumOf<Bucket>(buckets: readonly Bucket[], count: (one: Bucket) => number): number {
  return buckets.reduce((sum, one) => sum + count(one), 0)
}
