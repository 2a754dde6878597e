import type { Query } from '@tanstack/react-query'
import { saidDelay } from './failure.ts'

const soonestMs = 1_000
const leastMs = 2_500
const mostMs = 60_000

/** When a query that was refused asks again, in ms: when the service says, else ever later; false: it has its answer. */
export function untilAnswered({
  state: { data, error, errorUpdateCount },
}: Pick<Query, 'state'>): number | false {
  if (data !== undefined || error === null) return false
  const said = saidDelay(error)
  return said === null
    ? Math.min(leastMs * 2 ** errorUpdateCount, mostMs)
    : Math.max(said, soonestMs)
}
