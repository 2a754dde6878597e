import type { Query } from '@tanstack/react-query'
import { Failure, saidDelay, withJitter } from './failure.ts'

const soonestMs = 1_000
const leastMs = 2_500
const mostMs = 60_000

/** When what was asked too often is asked again by itself, in ms; false: it was not refused for that. */
export function untilAdmitted(error: unknown): number | false {
  const isLimited = error instanceof Failure && error.code === 'RATE_LIMIT_EXCEEDED'
  return isLimited ? Math.max(saidDelay(error) ?? withJitter(mostMs), withJitter(soonestMs)) : false
}

/** What is left of a pause since the refusal, wherever the query is shown since. */
function restOf(pauseMs: number, { errorUpdatedAt }: Query['state']): number {
  return errorUpdatedAt + pauseMs - Date.now()
}

/** When a query that was refused asks again, in ms: when the service says, else ever later; false: it has its answer. */
export function untilAnswered({ state }: Pick<Query, 'state'>): number | false {
  const { data, error, errorUpdateCount } = state
  if (data !== undefined || error === null) return false
  const said = saidDelay(error)
  return said === null
    ? withJitter(Math.min(leastMs * 2 ** errorUpdateCount, mostMs))
    : Math.max(restOf(said, state), withJitter(soonestMs))
}

export function isAdmitted({ state }: Pick<Query, 'state'>): boolean {
  const pauseMs = untilAdmitted(state.error)
  return pauseMs === false || restOf(pauseMs, state) <= 0
}

export function untilAskedAgain({ state }: Pick<Query, 'state'>): number | false {
  const pauseMs = untilAdmitted(state.error)
  return pauseMs === false ? false : Math.max(soonestMs, restOf(pauseMs, state))
}
