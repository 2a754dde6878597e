import { valueAt, withValue, type Path, type Rules } from './rules.ts'

/** What of `all`, which are rules with those of the parent, is not in a configuration's own rules. */
export function fromParent(all: Rules, own: Rules): Rules {
  const entries = Object.entries(all).flatMap(([key, value]) => {
    if (!(key in own)) return [[key, value]]
    const mine = own[key]
    if (key === 'formatter' || !isGroup(value) || !isGroup(mine)) return []
    const left = fromParent(value, mine)
    return Object.keys(left).length > 0 ? [[key, left]] : []
  })
  return Object.fromEntries(entries) as Rules
}

/** As the service merges them: own values and lists win; a formatter is one value. */
export function merged(inherited: Rules, own: Rules): Rules {
  const entries = Object.entries(own).map(([key, value]) => {
    const theirs = inherited[key]
    const isDeep = key !== 'formatter' && isGroup(theirs) && isGroup(value)
    return [key, isDeep ? merged(theirs, value) : value]
  })
  return { ...inherited, ...(Object.fromEntries(entries) as Rules) }
}

/** A list that is emptied stays as an empty one where the parent has another. */
export function withOwnValue(own: Rules, path: Path, value: unknown, inherited: Rules): Rules {
  const isOverruling = Array.isArray(value) && valueAt(inherited, path) !== undefined
  return withValue(own, path, value, isOverruling)
}

function isGroup(value: unknown): value is Rules {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
