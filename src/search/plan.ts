import { InvalidConfig } from '../core/invalid-config.ts'
import type { Display, Step } from '../model/search-plan.ts'
import type { MediaQuery, Stream } from '../model/search-result.ts'
import type { UserData } from '../model/user-data.ts'
import { PlanProblem } from './plan-problem.ts'
import { makeAll } from './problems.ts'
import { createDedupe, type Dedupe } from './steps/dedupe.ts'
import { createFilter } from './steps/filter.ts'
import { createFormatter } from './steps/format.ts'
import { createLimit } from './steps/limit.ts'
import { createScorer } from './steps/score.ts'
import { createOrder, type Order } from './steps/sort.ts'

export type SearchPlan = {
  readonly filter: Step
  readonly dedupe: Dedupe
  readonly score: (streams: readonly Stream[], query: MediaQuery) => readonly Stream[]
  readonly sort: Order['sort']
  readonly leadOf: Order['leadOf']
  readonly limit: Step
  readonly format: (stream: Stream, query: MediaQuery) => Display
  /** Whether a step needs the title's names, years, running time or other numberings. */
  readonly needsMetadata: boolean
}

export function compilePlan(userData: UserData): SearchPlan {
  const { filters, dedupe, sort, limits, formatter } = userData
  try {
    const [filter, score, deduper, order, format] = makeAll([
      () => createFilter(filters),
      () => createScorer(filters),
      () => createDedupe(dedupe, filters),
      () => createOrder(sort, filters),
      () => createFormatter(formatter),
    ])
    return {
      filter,
      score,
      dedupe: deduper,
      ...order,
      limit: createLimit(limits),
      format,
      needsMetadata: readsMetadata(userData),
    }
  } catch (error) {
    throw invalidPlan(error)
  }
}

function invalidPlan(error: unknown): unknown {
  const problems: unknown[] = error instanceof AggregateError ? error.errors : [error]
  const known = problems.filter((problem) => problem instanceof PlanProblem)
  return known.length === problems.length ? new InvalidConfig(known) : error
}

function readsMetadata({ filters, sort, dedupe, formatter }: UserData): boolean {
  const matching = [filters?.title, filters?.year, filters?.episode]
  if (matching.some((rule) => rule !== undefined && rule.mode !== 'off')) return true
  if (filters?.bitrate !== undefined) return true

  const criteria = [sort?.global, sort?.movies, sort?.series, sort?.anime, sort?.cached]
  if (criteria.flat().some((criterion) => criterion?.by === 'bitrate')) return true
  if (dedupe?.prefer?.includes('bitrate')) return true

  const { require = [], exclude = [], score = [] } = filters?.expressions ?? {}
  const texts = [...require, ...exclude, ...score.map(({ expression }) => expression)]
  const templates = Object.values(formatter ?? {}).filter((value) => typeof value === 'string')
  return [...texts, ...templates].some((text) => /\b(?:query|bitrate)\b/.test(text))
}
