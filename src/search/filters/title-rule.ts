import type { Rejection } from '../../model/search-plan.ts'
import type { MediaQuery, Stream } from '../../model/search-result.ts'
import type { FilterSettings } from '../../model/user-data.ts'
import type { Rule } from './rule.ts'
import { differsAtMost, titleWords } from './title.ts'

type Settings = NonNullable<FilterSettings['title']>
type Title = { readonly joined: string; readonly spaced: string; readonly allowedErrors: number }

const maxTitles = 50
const maxErrors = 20
/** Inexact comparisons, a few microseconds each, in one search; later names are compared exactly. */
const maxComparisons = 20_000
const rejection: Rejection = { reason: 'title does not match', path: 'filters.title' }

/**
 * `contains`: the name may hold the title as whole words; `tolerance`: characters, in percent, that may differ. A name may
 * give several titles (`aka`, `/`, `|`). Nothing is dropped where the name or the search has no title.
 */
export function createTitleRule({ mode, tolerance = 0 }: Settings, query: MediaQuery): Rule | null {
  const titles = query.titles
    .slice(0, maxTitles)
    .map((title) => toTitle(title, tolerance))
    .filter(({ joined }) => joined !== '')
  if (mode === 'off' || titles.length === 0) return null
  const exact = new Set(titles.map(({ joined }) => joined))
  const remembered = new Map<string, boolean>()
  let comparisons = 0

  function matches(name: string): boolean {
    const known = remembered.get(name)
    if (known !== undefined) return known
    const result = name.split(/[/|]|\baka\b/i).some(matchesOne) || matchesOne(name)
    remembered.set(name, result)
    return result
  }

  function matchesOne(name: string): boolean {
    const { joined, spaced } = toTitle(name, 0)
    if (joined === '') return false
    return (
      exact.has(joined) ||
      titles.some(
        (title) =>
          (mode === 'contains' && spaced.includes(title.spaced)) || resembles(title, joined),
      )
    )
  }

  function resembles({ joined, allowedErrors }: Title, name: string): boolean {
    return (
      allowedErrors > 0 &&
      Math.abs(joined.length - name.length) <= allowedErrors &&
      comparisons++ < maxComparisons &&
      differsAtMost(allowedErrors, joined, name)
    )
  }

  return {
    reject({ parsedFile: { title } }: Stream): Rejection | null {
      return title === null || matches(title) ? null : rejection
    },
  }
}

function toTitle(text: string, tolerance: number): Title {
  const words = titleWords(text)
  const joined = words.join('')
  return {
    joined,
    spaced: ` ${words.join(' ')} `,
    allowedErrors: Math.min(Math.floor((joined.length * tolerance) / 100), maxErrors),
  }
}
