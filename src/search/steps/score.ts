import type { MediaQuery, Stream } from '../../model/search-result.ts'
import type { FilterSettings } from '../../model/user-data.ts'
import { compileExpressions, type Expression } from '../expressions/expressions.ts'
import { patternsIn, wordSize } from '../regex/pattern-bits.ts'
import { makeAll } from '../problems.ts'
import { createPatternSet } from '../regex/pattern-set.ts'

type RegexScore = Pick<Stream, 'regexScore' | 'regexNames'>
type NameScorer = (stream: Stream) => RegexScore
type FieldScorer = (stream: Stream, query: MediaQuery) => number
type Scorer = (streams: readonly Stream[], query: MediaQuery) => readonly Stream[]

const noScore: RegexScore = { regexScore: 0, regexNames: [] }
const maxRemembered = 1_000

/** A preferred expression without a score counts by position, the last one 1. Throws PlanProblems for unusable settings. */
export function createScorer(filters: FilterSettings = {}): Scorer {
  const [scoreNames, scoreFields] = makeAll<[NameScorer | null, FieldScorer | null]>([
    () => createRegexScorer(filters.regex?.prefer),
    () => createExpressionScorer(filters.expressions?.score),
  ])
  if (!scoreNames && !scoreFields) return (streams) => streams

  return (streams, query) =>
    streams.map((stream) => {
      const { regexScore, regexNames } = scoreNames?.(stream) ?? noScore
      const expressionScore = scoreFields?.(stream, query) ?? 0
      return regexNames.length === 0 && expressionScore === 0
        ? stream
        : { ...stream, regexScore, regexNames, expressionScore }
    })
}

function createRegexScorer(
  prefer: NonNullable<FilterSettings['regex']>['prefer'] = [],
): NameScorer | null {
  const entries = prefer.flatMap((entry, index) => {
    const { pattern, score, name } = typeof entry === 'string' ? { pattern: entry } : entry
    if (pattern.trim() === '') return []
    const points = score ?? prefer.length - index
    return [{ pattern, points, name: name ?? pattern, path: `filters.regex.prefer[${index}]` }]
  })
  if (entries.length === 0) return null
  const set = createPatternSet(entries)
  const remembered = new Map<number | string, RegexScore>()

  function scoreOf(bits: Int32Array): RegexScore {
    const hits = patternsIn(bits)
      .map((pattern) => entries[pattern]!)
      .toSorted((left, right) => right.points - left.points)
    return {
      regexScore: hits.reduce((sum, { points }) => sum + points, 0),
      regexNames: hits.map(({ name }) => name),
    }
  }

  return ({ filename, folderName }) => {
    const bits = set.match(filename, folderName)
    const key = entries.length <= wordSize ? bits[0]! : bits.join()
    const known = remembered.get(key)
    if (known) return known
    const score = scoreOf(bits)
    if (remembered.size < maxRemembered) remembered.set(key, score)
    return score
  }
}

function createExpressionScorer(
  settings: NonNullable<FilterSettings['expressions']>['score'] = [],
): FieldScorer | null {
  const entries = settings.flatMap(({ expression, score }, index) =>
    expression.trim() === ''
      ? []
      : [{ expression, score, path: `filters.expressions.score[${index}].expression` }],
  )
  if (entries.length === 0) return null
  const expressions: readonly Expression[] = compileExpressions(entries)
  return (stream, query) =>
    expressions.reduce(
      (sum, holds, index) => (holds(stream, query) ? sum + entries[index]!.score : sum),
      0,
    )
}
