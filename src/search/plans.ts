import type { UserData } from '../model/user-data.ts'
import { compilePlan } from './plan.ts'
import type { SearchPlan } from './plan.ts'

export type Plans = (userData: UserData) => SearchPlan

/** Compiles the plan of a configuration once for as long as that very object lives, whether it is checked or searched with. */
export function createPlans(): Plans {
  const known = new WeakMap<UserData, SearchPlan>()
  return (userData) => {
    const kept = known.get(userData)
    if (kept) return kept
    const plan = compilePlan(userData)
    known.set(userData, plan)
    return plan
  }
}
