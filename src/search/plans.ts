import type { UserData } from '../model/user-data.ts'
import type { SearchPlan } from './plan.ts'

export type Plans = (userData: UserData) => Promise<SearchPlan>

/**
 * Compiles the plan of a configuration once for as long as that very object lives, whether it is checked or searched with.
 * The compilers of templates, expressions and patterns are large, and loaded with the first plan.
 */
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
