import { ruleKeys } from '../../../model/vocabulary.ts'
import type { Configuration } from '../../data/configuration.ts'
import { partOf, withPart } from '../../data/configuration-part.ts'

/** The part of a configuration that this page changes. */
export type Rules = { readonly [key: string]: unknown }
export type Path = readonly (string | number)[]

export function rulesOf(configuration: Configuration): Rules {
  return partOf(configuration, ruleKeys)
}

export function withRules(configuration: Configuration, rules: Rules): Configuration {
  return withPart(configuration, ruleKeys, rules)
}

export function valueAt(root: unknown, path: Path): unknown {
  let at = root
  for (const key of path) {
    if (typeof at !== 'object' || at === null) return undefined
    at = (at as Record<string | number, unknown>)[key]
  }
  return at
}

/** Undefined, empty text and empty lists take the key away, unless it `stays`, and what is left empty above it. */
export function withValue(root: Rules, path: Path, value: unknown, stays = false): Rules {
  const [key, ...rest] = path
  if (key === undefined) return root
  const before = root[key]
  const inner = typeof before === 'object' && before !== null ? (before as Rules) : {}
  const next = rest.length === 0 ? value : withValue(inner, rest, value, stays)
  if (!isEmpty(next) || (stays && rest.length === 0)) return { ...root, [key]: next }
  const { [key]: _gone, ...others } = root
  return others
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === '') return true
  if (typeof value !== 'object' || value === null) return false
  return Array.isArray(value) ? value.length === 0 : Object.keys(value).length === 0
}

export function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one !== 'object').map(String) : []
}
