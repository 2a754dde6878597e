import { useQuery } from '@tanstack/react-query'
import { request } from '../../data/request.ts'
import { SourceHealthDocument } from '../../documents.ts'
import type { SourceHealthQuery } from '../../documents.ts'

export type Health = SourceHealthQuery['sourceHealth'][number]

const days = 7
const dayMs = 86_400_000

/** Of the last seven days, by id of the source. Empty where nothing can be known. */
export function useSourceHealth(): ReadonlyMap<string, Health> {
  const { data } = useQuery({
    queryKey: ['source-health'],
    async queryFn() {
      const today = Math.floor(Date.now() / dayMs) * dayMs
      const from = new Date(today - (days - 1) * dayMs).toISOString()
      return (await request(SourceHealthDocument, { from })).sourceHealth
    },
    staleTime: 60_000,
  })
  return new Map((data ?? []).map((one) => [one.source.id, one]))
}
