import type { Stream } from '../../model/search-result.ts'
import type { FilterSettings } from '../../model/user-data.ts'
import { type AttributeName, attributes, cacheState } from './attributes.ts'
import type { Rule } from './rule.ts'

type Verdict = {
  readonly included: boolean
  readonly required: boolean
  readonly excluded: string | null
}

type Lists = Pick<NonNullable<FilterSettings[AttributeName]>, 'include' | 'require' | 'exclude'>

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
  const missing = `no required ${label}`
  const remembered = new Map<string, Verdict>()
  const absent = judge('unknown')

  function judge(key: string): Verdict {
    const excluded = exclude.get(key)
    return {
      included: include.has(key),
      required: require.size === 0 || require.has(key),
      excluded: excluded === undefined ? null : `excluded ${label}: ${excluded}`,
    }
  }

  function verdictOn(value: string): Verdict {
    const known = remembered.get(value)
    if (known) return known
    const verdict = judge(value.toLowerCase())
    if (remembered.size < maxRemembered) remembered.set(value, verdict)
    return verdict
  }

  function reject(stream: Stream): string | null {
    const value = read(stream)
    if (value === null || value.length === 0) return reasonOf(absent)
    if (typeof value === 'string') return reasonOf(verdictOn(value))
    let required = false
    for (const one of value) {
      const verdict = verdictOn(one)
      if (verdict.excluded !== null) return verdict.excluded
      required ||= verdict.required
    }
    return required ? null : missing
  }

  function reasonOf({ excluded, required }: Verdict): string | null {
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

/** Lower case to the configured spelling. Blank entries, which forms leave behind, are skipped. */
function spellings(
  name: AttributeName,
  values: readonly (string | boolean)[] = [],
): Map<string, string> {
  const words = values.map((value) => {
    const word = String(value).trim()
    return name === 'cached' ? (truthValues.get(word.toLowerCase()) ?? word) : word
  })
  return new Map(words.filter((word) => word !== '').map((word) => [word.toLowerCase(), word]))
}
