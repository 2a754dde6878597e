import { usualConfiguration } from '../../model/user-configuration.ts'
import type { UserConfiguration } from '../../model/user-configuration.ts'

/** What a user chooses; null and absent: as usual. */
export type UserConfigurationInput = {
  readonly [Key in keyof UserConfiguration]?: UserConfiguration[Key] | null
} & {
  /**
   * The first language, of apps that know a single one and send the list back as they got it, or not at all: where the
   * list is as it was, this replaces its first, and empty text means that there is no preference. Null: the list alone counts.
   */
  readonly audioLanguage?: string | null
  readonly subtitleLanguage?: string | null
}

const maxLanguages = 10
const maxLanguage = 35
const maxIds = 300
const maxText = 100
const lists = ['groupedFolders', 'orderedViews', 'latestItemsExcludes', 'myMediaExcludes'] as const

/** What is kept of an input: usable languages and ids of libraries, as many as there is room for. */
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
