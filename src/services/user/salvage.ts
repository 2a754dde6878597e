import type { z } from 'zod'
import { isWithin } from '../../core/invalid-config.ts'
import { userDataSchema, type UserData } from '../../model/user-data.ts'

type Path = readonly PropertyKey[]
type Holder = Record<PropertyKey, unknown> | unknown[]

const maxRounds = 20

/**
 * What is left of a configuration without the parts that do not fit the schema, so that the rest can be looked at in the
 * same go. Entries of lists keep their places: one that does not fit is replaced by one that does.
 */
export function salvage(value: object, issues: readonly z.core.$ZodIssue[]): UserData {
  const copy = structuredClone(value) as Holder
  let open = issues
  for (let round = 0; round < maxRounds; round++) {
    const wrong = open.map(({ path }) => path)
    for (const path of wrong) removeAt(copy, path, wrong)
    const result = userDataSchema.safeParse(copy)
    if (result.success) return result.data
    open = result.error.issues
  }
  return {}
}

function removeAt(root: Holder, path: Path, wrong: readonly Path[]): void {
  const key = path.at(-1)
  const holder = key === undefined ? null : holderAt(root, path)
  if (key === undefined || holder === null) return
  const above = path.slice(0, -1)
  if (Array.isArray(holder)) {
    const fits = (index: number) => !wrong.some((other) => isWithin(other, [...above, index]))
    const fitting = holder.findIndex((_entry, index) => fits(index))
    if (fitting >= 0) holder[Number(key)] = structuredClone(holder[fitting])
    else removeAt(root, above, wrong)
  } else if (Object.hasOwn(holder, key)) delete holder[key]
  // What is missing cannot be taken out; what lacks it can.
  else removeAt(root, above, wrong)
}

/** What holds the last key of the path; null where an earlier problem took it out. */
function holderAt(root: Holder, path: Path): Holder | null {
  let at: unknown = root
  for (const key of path.slice(0, -1)) {
    if (typeof at !== 'object' || at === null) return null
    at = (at as Record<PropertyKey, unknown>)[key]
  }
  return typeof at === 'object' && at !== null ? (at as Holder) : null
}
