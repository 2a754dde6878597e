import { isRecord } from '../../core/json.ts'
import { maxSources } from '../../model/user-data.ts'
import type { SourceSettings, UserData } from '../../model/user-data.ts'
import { addressOf } from './source-ids.ts'

/**
 * Merges objects deeply; the child's values and lists win, and its sources follow the parent's. The child's owner sees
 * everything inherited, keys included, since the parent's password gives the same access. Only the parent's addonPassword
 * and parentConfig are left out. Unchanged parts are shared.
 */
export function mergeUserData(parent: UserData, child: UserData): UserData {
  const { addonPassword: _password, parentConfig: _link, ...inherited } = parent
  const merged = mergeValues(inherited, child) as UserData
  const { sources } = mergeSources(parent.sources, child.sources)
  // A formatter is a built-in name or a pair of templates; merging two would mix them.
  const formatter = child.formatter ?? parent.formatter
  return { ...merged, ...(sources && { sources }), ...(formatter && { formatter }) }
}

function mergeValues(base: unknown, over: unknown): unknown {
  if (!isRecord(base) || !isRecord(over)) return over
  return Object.fromEntries([
    ...Object.entries(base),
    ...Object.entries(over).map(([key, value]) => [
      key,
      Object.hasOwn(base, key) ? mergeValues(base[key], value) : value,
    ]),
  ])
}

type MergedSources = {
  readonly sources: SourceSettings[] | undefined
  readonly leftOut: number
}

/** A child's source with the parent's id (or type and address) replaces it, so that saving a merged result is idempotent. */
export function mergeSources(
  parents: readonly SourceSettings[] | undefined,
  childs: readonly SourceSettings[] | undefined,
): MergedSources {
  if (!parents || !childs) return { sources: (childs ?? parents)?.slice(), leftOut: 0 }
  const merged = [...parents]

  const byId = new Map(parents.flatMap(({ id }, place) => (id === undefined ? [] : [[id, place]])))
  const placesById = childs.map(({ id }) => (id === undefined ? undefined : byId.get(id)))
  const taken = new Set(placesById)
  const free = [...parents.keys()].filter((place) => !taken.has(place))
  const byAddress = Map.groupBy(free, (place) => addressOf(parents[place]!))

  const kept = new Set<number>()
  for (const [index, source] of childs.entries()) {
    const place = placesById[index] ?? byAddress.get(addressOf(source))?.shift() ?? merged.length
    merged[place] = source
    kept.add(place)
  }
  const room = maxSources - kept.size
  const inherited = [...merged.keys()].filter((place) => !kept.has(place)).slice(0, room)
  const shown = new Set([...kept, ...inherited])
  const sources = merged.filter((_, place) => shown.has(place))
  return { sources, leftOut: merged.length - sources.length }
}
