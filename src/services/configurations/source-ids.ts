import { hash } from 'node:crypto'
import type { SourceIds } from '../../model/source.ts'
import type { SourceSettings, UserData } from '../../model/user-data.ts'
import type { Configured } from './contents.ts'

type Sources = readonly SourceSettings[]

/** Removed sources keep their ids, so that no other source takes over their settings. */
const mostKept = 1_000

/** Of all sources, in order: their own, the given one, or one by their place. */
export function sourceIdsOf({ userData, sourceIds = {} }: Configured): readonly string[] {
  const { sources = [] } = userData
  const marks = marksOf(sources)
  const own = new Set(sources.map(({ id }) => id))
  const known = sources.map(({ id }, index) => {
    const given = marks[index] === null ? undefined : sourceIds[marks[index]!]
    return id ?? (own.has(given) ? undefined : given)
  })
  const taken = new Set([...known, ...Object.values(sourceIds)])
  return known.map((id, index) => {
    const place = `#${index + 1}`
    return id ?? (taken.has(place) ? markId(marks[index]!) : place)
  })
}

/** Of `own`, whose sources are among those of `whole`. */
export function ownSourceIds(own: Pick<UserData, 'sources'>, whole: Configured): readonly string[] {
  const { sources = [] } = own
  const ids = idsByMark(whole)
  return marksOf(sources).map((mark, index) => sources[index]!.id ?? ids.get(mark!)!)
}

/** `own` is what is saved, `stored` what it replaces; the others are merged with their parents. */
type Saving = {
  readonly own: UserData
  readonly whole: Configured
  readonly stored: Configured | null
  readonly before: Configured | null
  readonly inherited: Configured | null
}

/**
 * Sources keep the ids that they had, wherever they move. In a list that kept its length, one with a new address has
 * the id of the source in whose place it stands.
 */
export function giveSourceIds({ own, whole, stored, before, inherited }: Saving): SourceIds {
  const { sources = [] } = whole.userData
  const marks = marksOf(sources)
  const known = new Map(
    [stored, inherited, before].flatMap((one) => (one ? [...idsByMark(one)] : [])),
  )
  const kept = new Set(stored ? idsByMark(stored).keys() : [])
  const used = new Set([...known.values(), ...sources.map(({ id }) => id)])
  const ownMarks = marksOf(own.sources ?? [])
  const earlier = marksOf(stored?.userData.sources ?? [])
  for (const [index, mark] of marks.entries()) {
    if (mark === null) continue
    const replaced = earlier.length === ownMarks.length ? earlier[ownMarks.indexOf(mark)] : null
    const isReplaced = replaced != null && !marks.includes(replaced) && !known.has(mark)
    const id = known.get(isReplaced ? replaced : mark) ?? freeId(used, index)
    if (isReplaced) known.delete(replaced)
    known.set(mark, id)
    used.add(id)
  }
  const current = [...known].filter(([mark]) => ownMarks.includes(mark))
  const entries = [...known].filter(([mark]) => kept.has(mark) && !ownMarks.includes(mark))
  return Object.fromEntries([...entries, ...current].slice(-Math.max(mostKept, current.length)))
}

/** A parent's source gives way where the child has given its id to another. */
export function mergeSourceIds(parent: SourceIds = {}, child: SourceIds = {}): SourceIds {
  const taken = new Set(Object.values(child))
  const inherited = Object.entries(parent).map(([mark, id]) => [
    mark,
    taken.has(id) ? markId(mark) : id,
  ])
  return { ...Object.fromEntries(inherited), ...child }
}

export function addressOf({ type, url }: SourceSettings): string {
  return `${type} ${new URL(url.replace(/^stremio:/i, 'https:')).href}`
}

function idsByMark(configured: Configured): ReadonlyMap<string, string> {
  const ids = sourceIdsOf(configured)
  const current = marksOf(configured.userData.sources ?? []).flatMap((mark, index) =>
    mark === null ? [] : [[mark, ids[index]!] as const],
  )
  return new Map([...Object.entries(configured.sourceIds ?? {}), ...current])
}

/** Stands for the address, which may hold a secret; equal ones are numbered. Null for a source with an id of its own. */
function marksOf(sources: Sources): readonly (string | null)[] {
  const seen = new Map<string, number>()
  return sources.map((source) => {
    if (source.id !== undefined) return null
    const mark = hash('sha256', addressOf(source), 'base64url').slice(0, 16)
    const count = (seen.get(mark) ?? 0) + 1
    seen.set(mark, count)
    return count === 1 ? mark : `${mark} ${count}`
  })
}

function markId(mark: string): string {
  return `#${mark.replace(' ', '-')}`
}

function freeId(used: ReadonlySet<string | undefined>, index: number): string {
  const place = `#${index + 1}`
  if (!used.has(place)) return place
  const numbers = [...used].map((id) => Number(/^#(\d{1,9})$/.exec(id ?? '')?.[1] ?? 0))
  return `#${Math.max(index, ...numbers) + 1}`
}
