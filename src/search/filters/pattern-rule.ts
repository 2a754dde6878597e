import type { Rejection } from '../../model/search-plan.ts'
import type { Stream } from '../../model/search-result.ts'
import type { FilterSettings } from '../../model/user-data.ts'
import { firstCommon, maskOf } from '../regex/pattern-bits.ts'
import { createPatternSet, type PatternSet } from '../regex/pattern-set.ts'
import { keywordPattern } from './keyword.ts'
import type { Rule } from './rule.ts'

type Lists = Pick<NonNullable<FilterSettings['keyword']>, 'include' | 'require' | 'exclude'>

const maxShown = 60

/** Matches file and folder name. Throws a PlanProblem for an unusable expression. */
export function createRegexRule(lists: Lists | undefined): Rule | null {
  return createPatternRule('regex', lists, (text) => text, matchNames)
}

/** Matches file name, folder name and the source's own label. */
export function createKeywordRule(lists: Lists | undefined): Rule | null {
  return createPatternRule('keyword', lists, keywordPattern, matchNamesAndLabel)
}

function matchNames(set: PatternSet, { filename, folderName }: Stream): Int32Array {
  return set.match(filename, folderName)
}

function matchNamesAndLabel(set: PatternSet, stream: Stream): Int32Array {
  return set.match(stream.filename, stream.folderName, stream.originalName)
}

function createPatternRule(
  name: 'keyword' | 'regex',
  lists: Lists | undefined,
  toPattern: (text: string) => string,
  match: (set: PatternSet, stream: Stream) => Int32Array,
): Rule | null {
  const entries = (['include', 'require', 'exclude'] as const).flatMap((list) =>
    (lists?.[list] ?? []).flatMap((text, index) =>
      text.trim() === ''
        ? []
        : [{ list, text, pattern: toPattern(text), path: `filters.${name}.${list}[${index}]` }],
    ),
  )
  if (entries.length === 0) return null

  const set = createPatternSet(entries)
  const bitsOf = (list: keyof Lists) =>
    maskOf(entries.length, (pattern) => entries[pattern]!.list === list)
  const has = (list: keyof Lists) => entries.some((entry) => entry.list === list)
  const included = bitsOf('include')
  const required = bitsOf('require')
  const excluded = bitsOf('exclude')
  const requires = has('require')
  const rejects = requires || has('exclude')
  const rejections = entries.map(({ text, path }) => ({
    reason: `excluded ${name}: ${shorten(text.trim())}`,
    path,
  }))
  const missing = { reason: `no required ${name}`, path: `filters.${name}.require` }

  function reject(stream: Stream): Rejection | null {
    if (!rejects) return null
    const found = match(set, stream)
    const culprit = firstCommon(found, excluded)
    if (culprit >= 0) return rejections[culprit]!
    return requires && firstCommon(found, required) < 0 ? missing : null
  }

  function rescue(stream: Stream): boolean {
    return firstCommon(match(set, stream), included) >= 0
  }

  return has('include') ? { reject, rescue } : { reject }
}

function shorten(text: string): string {
  return text.length > maxShown ? `${text.slice(0, maxShown - 1)}…` : text
}
