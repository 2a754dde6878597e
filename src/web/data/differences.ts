export type Difference = {
  readonly path: string
  readonly before: string | null
  readonly after: string | null
}

/** Whatever the order of their keys, which saving may change. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one, sorted) === JSON.stringify(other, sorted)
}

function sorted(_key: string, value: unknown): unknown {
  if (!isTree(value) || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
}

/** What differs, by path; null: absent. */
export function differences(before: unknown, after: unknown, path = ''): Difference[] {
  if (isSame(before, after)) return []
  if (!isTree(before) || !isTree(after))
    return [{ path, before: shown(before), after: shown(after) }]
  const keys = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...keys].flatMap((key) => {
    const [from, to] = [before[key], after[key]]
    if (Array.isArray(after)) return differences(from, to, `${path}[${key}]`)
    const own = path === '' ? key : `${path}.${key}`
    return differences(opened(from, to), opened(to, from), own)
  })
}

function opened(value: unknown, other: unknown): unknown {
  const hasParts = isTree(other) && !Array.isArray(other) && Object.keys(other).length > 0
  return value === undefined && hasParts ? {} : value
}

/** `mine` on top of `theirs`, where both come from `base`: what I have not changed is as they have it. */
export function rebased(base: unknown, mine: unknown, theirs: unknown): unknown {
  if (isSame(base, mine)) return theirs
  if (Array.isArray(base) && Array.isArray(mine) && Array.isArray(theirs)) {
    return base.length === theirs.length ? rebasedList(base, mine, theirs) : mine
  }
  if (![base, mine, theirs].every((value) => isTree(value) && !Array.isArray(value))) return mine
  const [from, own, other] = [base, mine, theirs] as Record<string, unknown>[]
  const keys = new Set([...Object.keys(own!), ...Object.keys(other!)])
  const entries = [...keys].map((key) => [key, rebased(from![key], own![key], other![key])])
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

/** Entries of `theirs` stand where those of `base` did. */
function rebasedList(base: unknown[], mine: unknown[], theirs: unknown[]): unknown[] {
  return mine.map((entry, index) => {
    const place = base.findIndex((before) => isSame(before, entry))
    if (place >= 0) return theirs[place]
    return mine.length >= base.length && index < base.length
      ? rebased(base[index], entry, theirs[index])
      : entry
  })
}

function isTree(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function shown(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value)
}
