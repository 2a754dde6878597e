import { AppError } from '../core/errors.ts'
import type { Display, Step } from '../model/search-plan.ts'
import type { MediaQuery, Stream } from '../model/search-result.ts'
import type { UserData } from '../model/user-data.ts'
import { PlanProblem } from './plan-problem.ts'
import { createDedupe, type Dedupe } from './steps/dedupe.ts'
import { createFilter } from './steps/filter.ts'
import { createFormatter } from './steps/format.ts'
import { createLimit } from './steps/limit.ts'
import { createScorer } from './steps/score.ts'
import { createSort, type Sort } from './steps/sort.ts'

/** Everything that a configuration asks of a search, made once and reused for every search. */
export type SearchPlan = {
  readonly filter: Step
  readonly dedupe: Dedupe
  readonly score: (streams: readonly Stream[], query: MediaQuery) => readonly Stream[]
  readonly sort: Sort
  readonly limit: Step
  readonly format: (stream: Stream, query: MediaQuery) => Display
  /** Whether some step reads of the title more than its id: names, years, running time or other numberings. */
  readonly needsMetadata: boolean
}

const maxShown = 20

/** Throws INVALID_CONFIG with every setting that cannot be used, named by its path. */
export function compilePlan({ filters, dedupe, sort, limits, formatter }: UserData): SearchPlan {
  const problems: PlanProblem[] = []

  function made<T>(make: () => T): T | null {
    try {
      return make()
    } catch (error) {
      problems.push(...problemsIn(error))
      return null
    }
  }

  const parts = {
    filter: made(() => createFilter(filters)),
    score: made(() => createScorer(filters)),
    dedupe: made(() => createDedupe(dedupe, filters)),
    sort: made(() => createSort(sort, filters)),
    format: made(() => createFormatter(formatter)),
    limit: made(() => createLimit(limits)),
    needsMetadata: readsMetadata({ filters, sort, formatter }),
  }
  if (!isComplete(parts)) throw invalidPlan(problems)
  return parts
}

function isComplete(parts: { [K in keyof SearchPlan]: SearchPlan[K] | null }): parts is SearchPlan {
  return Object.values(parts).every((part) => part !== null)
}

function problemsIn(error: unknown): readonly PlanProblem[] {
  if (error instanceof PlanProblem) return [error]
  if (error instanceof AggregateError) return error.errors.flatMap(problemsIn)
  throw error
}

function invalidPlan(problems: readonly PlanProblem[]): AppError {
  const lines = [...new Set(problems.map(({ path, message }) => `${path}: ${message}`))]
  const rest = lines.length > maxShown ? [`and ${lines.length - maxShown} more`] : []
  const text = [...lines.slice(0, maxShown), ...rest].join('; ')
  return new AppError('INVALID_CONFIG', `The configuration cannot be used: ${text}`)
}

function readsMetadata({
  filters,
  sort,
  formatter,
}: Pick<UserData, 'filters' | 'sort' | 'formatter'>): boolean {
  const matching = [filters?.title, filters?.year, filters?.episode]
  if (matching.some((rule) => rule !== undefined && rule.mode !== 'off')) return true
  if (filters?.bitrate !== undefined) return true

  const criteria = [sort?.global, sort?.movies, sort?.series, sort?.anime, sort?.cached]
  if (criteria.flat().some((criterion) => criterion?.by === 'bitrate')) return true

  const { require = [], exclude = [], score = [] } = filters?.expressions ?? {}
  const texts = [...require, ...exclude, ...score.map(({ expression }) => expression)]
  const templates = Object.values(formatter ?? {}).filter((value) => typeof value === 'string')
  return [...texts, ...templates].some((text) => /\b(?:query|bitrate)\b/.test(text))
}
