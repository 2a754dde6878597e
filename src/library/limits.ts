import { folded } from '../core/folded-text.ts'
import { ageOfTitle } from '../model/certification.ts'
import type { Limits } from '../model/limits.ts'
import type { SourceMeta } from '../model/source-meta.ts'

/** The facts of a title that decide who may watch it. */
export type Rated = {
  /** Null if it is unrated. */
  readonly age: number | null
  readonly foldedGenres: readonly string[]
}

export type TitleRule = {
  /** Equal for equal rules. */
  readonly key: string
  readonly maxAge: number | null
  readonly blockUnrated: boolean
  readonly blockedGenres: ReadonlySet<string>
}

const rules = new WeakMap<Limits, TitleRule | null>()

/** Null if every title may be watched. Cached. */
export function titleRuleOf(limits: Limits | null): TitleRule | null {
  if (!limits) return null
  const known = rules.get(limits)
  if (known !== undefined) return known
  const rule = readRule(limits)
  rules.set(limits, rule)
  return rule
}

function readRule(limits: Limits): TitleRule | null {
  const { maxAge, blockUnrated } = limits
  const blockedGenres = new Set(limits.blockedGenres.map(folded))
  if (maxAge === null && !blockUnrated && blockedGenres.size === 0) return null
  const key = JSON.stringify([maxAge, blockUnrated, [...blockedGenres].toSorted()])
  return { key, maxAge, blockUnrated, blockedGenres }
}

export function mayWatch(rule: TitleRule, { age, foldedGenres }: Rated): boolean {
  if (age === null && rule.blockUnrated) return false
  if (age !== null && rule.maxAge !== null && age > rule.maxAge) return false
  return !foldedGenres.some((genre) => rule.blockedGenres.has(genre))
}

/** Whether the rule needs to know more than this says. */
export function isOpen(rule: TitleRule, { age, foldedGenres }: Rated): boolean {
  const needsAge = rule.maxAge !== null || rule.blockUnrated
  return (needsAge && age === null) || (rule.blockedGenres.size > 0 && foldedGenres.length === 0)
}

const rated = new WeakMap<RatedMeta, Rated>()

/** Cached: whole pages are asked for again and again. */
export function ratedOf(meta: RatedMeta): Rated {
  const known = rated.get(meta)
  if (known) return known
  const { certification, genres } = meta
  const age = certification === null ? null : ageOfTitle(certification)
  const own = { age, foldedGenres: genres.map(folded) }
  rated.set(meta, own)
  return own
}

type RatedMeta = Pick<SourceMeta, 'certification' | 'genres'>

/** The strictest of what several say. */
export function strictest(all: readonly Rated[]): Rated {
  const ages = all.flatMap(({ age }) => age ?? [])
  return {
    age: ages.length > 0 ? Math.max(...ages) : null,
    foldedGenres: [...new Set(all.flatMap(({ foldedGenres }) => foldedGenres))],
  }
}
