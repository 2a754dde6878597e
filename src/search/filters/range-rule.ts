import type { Rejection } from '../../model/search-plan.ts'
import type { Stream } from '../../model/search-result.ts'
import type { MediaQuery } from '../../model/search-result.ts'
import type { FilterSettings } from '../../model/user-data.ts'
import type { Rule } from './rule.ts'

const rangeNames = ['size', 'bitrate', 'seeders', 'age'] as const

type RangeName = (typeof rangeNames)[number]
type Ranges = NonNullable<FilterSettings[RangeName]>

export function createRangeRules(filters: FilterSettings, query: MediaQuery): Rule[] {
  return rangeNames.flatMap((name) => {
    const rule = createRangeRule(name, filters[name], query)
    return rule ? [rule] : []
  })
}

/** Bounds are inclusive. A stream without the value stays: an unknown value is no reason to drop it. */
function createRangeRule(
  name: RangeName,
  ranges: Ranges | undefined,
  query: MediaQuery,
): Rule | null {
  if (!ranges) return null
  const kind = overridingKind(ranges, query)
  const own = kind === null ? undefined : ranges[kind]
  const { min = 0, max = Infinity } = { ...ranges, ...own }
  if (min <= 0 && max === Infinity) return null
  const pathOf = (bound: 'min' | 'max') =>
    `filters.${name}.${own?.[bound] === undefined ? '' : `${kind}.`}${bound}`
  const below = { reason: `${name} below minimum`, path: pathOf('min') }
  const above = { reason: `${name} above maximum`, path: pathOf('max') }
  return {
    reject(stream: Stream): Rejection | null {
      const value = stream[name]
      if (value === null) return null
      return value < min ? below : value > max ? above : null
    },
  }
}

/** Anime without limits of its own uses those of films or series. */
function overridingKind(
  ranges: Ranges,
  { anime, type }: MediaQuery,
): 'anime' | 'movies' | 'series' | null {
  if (anime && ranges.anime) return 'anime'
  if (type === 'movie') return 'movies'
  return type === 'series' ? 'series' : null
}
