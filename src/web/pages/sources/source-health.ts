import { useQuery } from '@tanstack/react-query'
import { request } from '../../data/request.ts'
import { SourceHealthDocument } from '../../documents.ts'
import type { SourceHealthQuery } from '../../documents.ts'
import { daysAgo, timeZone } from '../dashboard/time.ts'

export type Health = SourceHealthQuery['sourceHealth'][number]

const days = 7
const failingMs = 5_000

/** Figures of the last seven days by source id. Empty if unknown. */
export function useSourceHealth(): ReadonlyMap<string, Health> {
  const { data } = useQuery({
    queryKey: ['source-health'],
    async queryFn() {
      const variables = { from: daysAgo(days), timeZone }
      return (await request(SourceHealthDocument, variables)).sourceHealth
    },
    staleTime: 60_000,
    refetchInterval: ({ state }) =>
      state.data?.some(({ breaker }) => breaker.state !== 'CLOSED') ? failingMs : false,
  })
  return new Map((data ?? []).map((one) => [one.source.id, one]))
}
