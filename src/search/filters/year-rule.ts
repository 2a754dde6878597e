import type { Rejection } from '../../model/search-plan.ts'
import type { MediaQuery, Stream } from '../../model/search-result.ts'
import type { FilterSettings } from '../../model/user-data.ts'
import type { Rule } from './rule.ts'

type Settings = NonNullable<FilterSettings['year']>

const defaultTolerance = { exact: 0, contains: 1 } as const
const rejection: Rejection = { reason: 'year does not match', path: 'filters.year' }

/** `tolerance` in years (`contains` alone allows one). A series may give any of its years. Unknown years drop nothing. */
export function createYearRule(
  { mode, tolerance }: Settings,
  { type, year, endYear }: MediaQuery,
): Rule | null {
  if (mode === 'off' || year === null) return null
  const margin = tolerance ?? defaultTolerance[mode]
  const first = year - margin
  const last = (type === 'movie' ? year : (endYear ?? Infinity)) + margin
  return {
    reject({ parsedFile: { year: stated } }: Stream): Rejection | null {
      return stated === null || (stated >= first && stated <= last) ? null : rejection
    },
  }
}
