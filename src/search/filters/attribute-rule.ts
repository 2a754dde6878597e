import type { Rejection } from '../../model/search-plan.ts'
import type { Stream } from '../../model/search-result.ts'
import type { FilterSettings } from '../../model/user-data.ts'
import { type AttributeName, attributes, cacheState } from './attributes.ts'
import type { Rule } from './rule.ts'

type Verdict = {
  readonly included: boolean
  readonly required: boolean
  readonly excluded: Rejection | null
}

type Lists = Pick<NonNullable<FilterSettings[AttributeName]>, 'include' | 'require' | 'exclude'>

type Entry = { readonly word: string; readonly index: number }

/** Values whose verdict is remembered; further ones are looked up each time. */
const maxRemembered = 5_000

const truthValues = new Map([
  ['true', cacheState(true)!],
  ['false', cacheState(false)!],
])

/** Null where the lists name nothing. Case is ignored; `Unknown` stands for streams without the value. */
export function createAttributeRule(name: AttributeName, lists: Lists | undefined): Rule | null {
  const include = spellings(name, lists?.include)
  const require = spellings(name, lists?.require)
  const exclude = spellings(name, lists?.exclude)
  if (include.size + require.size + exclude.size === 0) return null

  const { label, read } = attributes[name]
  const missing = { reason: `no required ${label}`, path: `filters.${name}.require` }
  const remembered = new Map<string, Verdict>()
  const absent = judge('unknown')

  function judge(key: string): Verdict {
    const excluded = exclude.get(key)
    return {
      included: include.has(key),
      required: require.size === 0 || require.has(key),
      excluded: excluded
        ? {
            reason: `excluded ${label}: ${excluded.word}`,
            path: `filters.${name}.exclude[${excluded.index}]`,
          }
        : null,
    }
  }

  function verdictOn(value: string): Verdict {
    const known = remembered.get(value)
    if (known) return known
    const verdict = judge(value.toLowerCase())
    if (remembered.size < maxRemembered) remembered.set(value, verdict)
    return verdict
  }

  function reject(stream: Stream): Rejection | null {
    const value = read(stream)
    if (value === null || value.length === 0) return rejectionOf(absent)
    if (typeof value === 'string') return rejectionOf(verdictOn(value))
    let required = false
    for (const one of value) {
      const verdict = verdictOn(one)
      if (verdict.excluded !== null) return verdict.excluded
      required ||= verdict.required
    }
    return required ? null : missing
  }

  function rejectionOf({ excluded, required }: Verdict): Rejection | null {
    return excluded ?? (required ? null : missing)
  }

  function rescue(stream: Stream): boolean {
    const value = read(stream)
    if (value === null || value.length === 0) return absent.included
    if (typeof value === 'string') return verdictOn(value).included
    return value.some((one) => verdictOn(one).included)
  }

  return include.size > 0 ? { reject, rescue } : { reject }
}

/** Lower case to the configured spelling and its place. Blank entries, which forms leave behind, are skipped. */
function spellings(
  name: AttributeName,
  values: readonly (string | boolean)[] = [],
): Map<string, Entry> {
  const words = values.map((value) => {
    const word = String(value).trim()
    return name === 'cached' ? (truthValues.get(word.toLowerCase()) ?? word) : word
  })
  return new Map(
    words.flatMap((word, index) =>
      word === '' ? [] : [[word.toLowerCase(), { word, index }] as const],
    ),
  )
}
