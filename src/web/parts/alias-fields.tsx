import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { request } from '../data/request.ts'
import { AliasesDocument } from '../documents.ts'
import type { AliasesQuery } from '../documents.ts'
import { FailureNotice } from './failure-notice.tsx'

type Alias = AliasesQuery['me']['aliases'][number]

export function useAliases() {
  return useQuery({
    queryKey: ['aliases'],
    queryFn: async () => (await request(AliasesDocument)).me.aliases,
    staleTime: 60_000,
  })
}

/** A field for each name that the operator has given to the configuration. */
export function AliasFields({ children }: { children: (alias: Alias) => ReactNode }) {
  const { data, error, refetch } = useAliases()
  if (error) return <FailureNotice error={error} retry={() => void refetch()} />
  return data?.map((alias) => children(alias))
}
