import type { Query } from '@tanstack/react-query'
import { saidDelay } from './failure.ts'

const leastMs = 5_000

/** When a query that was refused asks again, in ms; false: it has its answer. Never sooner than the service says. */
export function untilAnswered({ state: { data, error } }: Pick<Query, 'state'>): number | false {
  return data === undefined && error !== null && Math.max(saidDelay(error) ?? 0, leastMs)
}
