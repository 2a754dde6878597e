import { usualConfiguration } from '../../model/user-configuration.ts'
import type { UserConfiguration } from '../../model/user-configuration.ts'

/** Null and absent mean the default. */
export type UserConfigurationInput = {
  readonly [Key in keyof UserConfiguration]?: UserConfiguration[Key] | null
} & {
  /** For apps with one language: replaces the first of an unchanged `audioLanguages`; empty text removes it, null changes nothing. */
  readonly audioLanguage?: string | null
  readonly subtitleLanguage?: string | null
}

const maxLanguages = 10
const maxLanguage = 35
const maxIds = 300
const maxText = 100
const lists = ['groupedFolders', 'orderedViews', 'latestItemsExcludes', 'myMediaExcludes'] as const

export function completed(
  input: UserConfigurationInput,
  before: UserConfiguration,
): UserConfiguration {
  const { audioLanguage, audioLanguages, subtitleLanguage, subtitleLanguages, ...rest } = input
  const given = Object.entries(rest).filter(([, value]) => value !== null && value !== undefined)
  const chosen = { ...usualConfiguration, ...(Object.fromEntries(given) as typeof rest) }
  const value = chosen as UserConfiguration
  return {
    ...value,
    audioLanguages: languagesOf(audioLanguages, audioLanguage, before.audioLanguages),
    subtitleLanguages: languagesOf(subtitleLanguages, subtitleLanguage, before.subtitleLanguages),
    ...Object.fromEntries(lists.map((name) => [name, usableIds(value[name])])),
    castReceiverId: value.castReceiverId?.slice(0, maxText) ?? null,
  }
}

function languagesOf(
  list: readonly string[] | null | undefined,
  first: string | null | undefined,
  before: readonly string[],
): readonly string[] {
  if (first === null || first === undefined) return usableLanguages(list ?? [])
  const usable = usableLanguages(list ?? before)
  if (usable.join() !== before.join()) return usable
  const [single] = usableLanguages([first])
  return single === undefined ? [] : usableLanguages([single, ...before.slice(1)])
}

function usableLanguages(languages: readonly string[]): readonly string[] {
  const known = languages.filter((language) => /^[a-z]{2,3}(?:-[a-z\d]+)*$/i.test(language))
  return [...new Set(known.map((language) => language.slice(0, maxLanguage)))].slice(
    0,
    maxLanguages,
  )
}

function usableIds(ids: readonly string[]): readonly string[] {
  const plain = ids.map((id) => id.replaceAll('-', '').toLowerCase())
  return [...new Set(plain.filter((id) => /^[\da-f]{32}$/.test(id)))].slice(0, maxIds)
}
