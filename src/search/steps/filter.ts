import type { Drop, Rejection, Step } from '../../model/search-plan.ts'
import type { MediaQuery, Stream } from '../../model/search-result.ts'
import type { FilterSettings } from '../../model/user-data.ts'
import { createAttributeRule } from '../filters/attribute-rule.ts'
import { attributeNames } from '../filters/attributes.ts'
import { createEpisodeRule } from '../filters/episode-rule.ts'
import { createExpressionRule } from '../filters/expression-rule.ts'
import { createKeywordRule, createRegexRule } from '../filters/pattern-rule.ts'
import { createRangeRules } from '../filters/range-rule.ts'
import type { Rule } from '../filters/rule.ts'
import { createTitleRule } from '../filters/title-rule.ts'
import { createYearRule } from '../filters/year-rule.ts'
import { makeAll } from '../problems.ts'

/** Drops by the first reason found, unless an include list saves the result. Throws PlanProblems for unusable settings. */
export function createFilter(filters: FilterSettings = {}): Step {
  const rulesOf = compileRules(filters)
  const messageRules = present([createAttributeRule('streamType', filters.streamType)])

  return (streams, query) => {
    const rules = rulesOf(query)
    if (rules.length === 0) return { kept: streams, dropped: [] }
    const rescuers = rules.filter((rule) => rule.rescue !== undefined)

    const dropped: Drop[] = []
    let kept: Stream[] | null = null
    for (let index = 0; index < streams.length; index++) {
      const stream = streams[index]!
      const rejection = reject(stream, isMessage(stream) ? messageRules : rules)
      if (rejection === null || rescuers.some((rule) => rule.rescue!(stream))) {
        kept?.push(stream)
      } else {
        kept ??= streams.slice(0, index)
        dropped.push({ stream, reason: rejection.reason, path: rejection.path })
      }
    }
    return { kept: kept ?? streams, dropped }
  }
}

function reject(stream: Stream, rules: readonly Rule[]): Rejection | null {
  for (const rule of rules) {
    const rejection = rule.reject(stream)
    if (rejection !== null) return rejection
  }
  return null
}

function isMessage({ type }: Stream): boolean {
  return type === 'error' || type === 'statistic'
}

function compileRules(filters: FilterSettings): (query: MediaQuery) => readonly Rule[] {
  const { title, year, episode } = filters
  const attributeRules = present(
    attributeNames.map((name) => createAttributeRule(name, filters[name])),
  )
  const costly = makeAll<((query: MediaQuery) => Rule | null)[]>([
    () => always(createKeywordRule(filters.keyword)),
    () => always(createRegexRule(filters.regex)),
    () => createExpressionRule(filters.expressions),
  ])
  // A search is filtered in chunks; its rules are made once.
  const known = new WeakMap<MediaQuery, readonly Rule[]>()

  return (query) => {
    const before = known.get(query)
    if (before) return before
    const rules = present([
      ...attributeRules,
      ...createRangeRules(filters, query),
      year ? createYearRule(year, query) : null,
      episode ? createEpisodeRule(episode, query) : null,
      title ? createTitleRule(title, query) : null,
      ...costly.map((ruleFor) => ruleFor(query)),
    ])
    known.set(query, rules)
    return rules
  }
}

function always(rule: Rule | null): () => Rule | null {
  return () => rule
}

function present(rules: readonly (Rule | null)[]): Rule[] {
  return rules.filter((rule) => rule !== null)
}
