import { isRecord } from '../../core/json.ts'
import type { SourceSettings, UserData } from '../../model/user-data.ts'

/**
 * A configuration over its parent: objects merge deeply, the child's values and lists win, sources are
 * the parent's and then the child's. The child's owner sees all that is inherited, addresses with their
 * keys included: whoever knows the parent's password could read it there too. Only how the parent is
 * opened, its addonPassword and its own parentConfig, stays with the parent. Neither argument is
 * changed; unchanged parts are shared.
 */
export function mergeUserData(parent: UserData, child: UserData): UserData {
  const { addonPassword: _password, parentConfig: _link, ...inherited } = parent
  const merged = mergeValues(inherited, child) as UserData
  const sources = mergeSources(parent.sources, child.sources)
  // A formatter is either a built-in one or a pair of templates: half of each would be neither.
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

/**
 * A child's source that is also the parent's (same id, or else same type and address) takes its
 * place, so that saving a merged configuration does not double its sources.
 */
function mergeSources(
  parents: readonly SourceSettings[] | undefined,
  childs: readonly SourceSettings[] | undefined,
): SourceSettings[] | undefined {
  if (!parents || !childs) return (childs ?? parents)?.slice()
  const merged = [...parents]

  const byId = new Map(parents.flatMap(({ id }, place) => (id === undefined ? [] : [[id, place]])))
  const placesById = childs.map(({ id }) => (id === undefined ? undefined : byId.get(id)))
  const taken = new Set(placesById)
  const free = [...parents.keys()].filter((place) => !taken.has(place))
  const byAddress = Map.groupBy(free, (place) => addressOf(parents[place]!))

  for (const [index, source] of childs.entries()) {
    const place = placesById[index] ?? byAddress.get(addressOf(source))?.shift()
    if (place === undefined) merged.push(source)
    else merged[place] = source
  }
  return merged
}

function addressOf({ type, url }: SourceSettings): string {
  return `${type} ${new URL(url.replace(/^stremio:/i, 'https:')).href}`
}
