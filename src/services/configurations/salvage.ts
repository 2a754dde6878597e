import type { z } from 'zod'
import { isWithin, maxShown } from '../../core/invalid-config.ts'
import { userDataSchema, type UserData } from '../../model/user-data.ts'

type Path = readonly PropertyKey[]
type Holder = Record<PropertyKey, unknown> | unknown[]

/** `replaced`: list entries that now repeat another entry and must not be changed with it. */
type Round = { readonly wrong: readonly Path[]; readonly replaced: Path[] }

const maxRounds = 20

/**
 * Removes the parts that do not fit the schema, so that the rest can be checked in the same request; returns {} if more
 * is wrong than is shown anyway. List entries keep their index: an invalid one is replaced by a valid one.
 */
export function salvage(value: object, issues: readonly z.core.$ZodIssue[]): UserData {
  if (issues.length > maxShown) return {}
  const copy = structuredClone(value) as Holder
  let open = issues
  for (let round = 0; round < maxRounds && open.length <= maxShown; round++) {
    const found: Round = { wrong: open.map(({ path }) => path), replaced: [] }
    for (const path of found.wrong) {
      if (!found.replaced.some((place) => isWithin(path, place))) removeAt(copy, path, found)
    }
    const result = userDataSchema.safeParse(copy)
    if (result.success) return result.data
    open = result.error.issues
  }
  return {}
}

function removeAt(root: Holder, path: Path, round: Round): void {
  const key = path.at(-1)
  const holder = key === undefined ? null : holderAt(root, path)
  if (key === undefined || holder === null) return
  const above = path.slice(0, -1)
  if (Array.isArray(holder)) {
    const fits = (index: number) => !round.wrong.some((one) => isWithin(one, [...above, index]))
    const fitting = holder.findIndex((_entry, index) => fits(index))
    if (fitting < 0) return removeAt(root, above, round)
    // Reuses the object, because many copies of a large entry would take long.
    holder[Number(key)] = holder[fitting]
    round.replaced.push(path)
  } else if (Object.hasOwn(holder, key)) delete holder[key]
  // A missing key cannot be removed, so remove the object that lacks it.
  else removeAt(root, above, round)
}

function holderAt(root: Holder, path: Path): Holder | null {
  let at: unknown = root
  for (const key of path.slice(0, -1)) {
    if (typeof at !== 'object' || at === null) return null
    at = (at as Record<PropertyKey, unknown>)[key]
  }
  return typeof at === 'object' && at !== null ? (at as Holder) : null
}
