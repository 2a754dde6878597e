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
  const { min = 0, max = Infinity } = { ...ranges, ...overrideFor(ranges, query) }
  if (min <= 0 && max === Infinity) return null
  const below = `${name} below minimum`
  const above = `${name} above maximum`
  return {
    reject(stream: Stream): string | null {
      const value = stream[name]
      if (value === null) return null
      return value < min ? below : value > max ? above : null
    },
  }
}

/** Anime without limits of its own uses those of films or series. */
function overrideFor(ranges: Ranges, { anime, type }: MediaQuery) {
  if (anime && ranges.anime) return ranges.anime
  if (type === 'movie') return ranges.movies
  return type === 'series' ? ranges.series : undefined
}
