import type { UserData } from '../model/user-data.ts'
import type { SearchPlan } from './plan.ts'

export type Plans = (userData: UserData) => Promise<SearchPlan>

/** Compiled once per configuration object. The compilers are large and loaded with the first plan. */
export function createPlans(): Plans {
  const known = new WeakMap<UserData, SearchPlan>()
  return async (userData) => {
    const kept = known.get(userData)
    if (kept) return kept
    const { compilePlan } = await import('./plan.ts')
    const plan = compilePlan(userData)
    known.set(userData, plan)
    return plan
  }
}
