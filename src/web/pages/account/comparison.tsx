import { Skeleton } from '@mantine/core'
import { Suspense } from 'react'
import { lazyPart } from '../../parts/lazy-part.ts'
import type { ComparisonProps } from './comparison-table.tsx'

const ComparisonTable = lazyPart(
  async () => (await import('./comparison-table.tsx')).ComparisonTable,
)

/** What would change, before it is saved. */
export function Comparison(props: ComparisonProps) {
  return (
    <Suspense fallback={<Skeleton h="8rem" />}>
      <ComparisonTable {...props} />
    </Suspense>
  )
}
