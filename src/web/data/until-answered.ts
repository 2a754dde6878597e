import type { Query } from '@tanstack/react-query'
import { saidDelay } from './failure.ts'

const leastMs = 2_500
const mostMs = 60_000

/** When a query that was refused asks again, in ms; false: it has its answer. Never sooner than the service says. */
export function untilAnswered({
  state: { data, error, errorUpdateCount },
}: Pick<Query, 'state'>): number | false {
  if (data !== undefined || error === null) return false
  return Math.max(saidDelay(error) ?? 0, Math.min(leastMs * 2 ** errorUpdateCount, mostMs))
}
