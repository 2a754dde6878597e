import { subtitleModes, usualConfiguration } from '../../../model/user-configuration.ts'
import type { UserConfiguration } from '../../../model/user-configuration.ts'
import type { UserConfigurations } from '../../../services/profiles/user-configurations.ts'
import { post } from '../transport/define-route.ts'
import type { Fields } from '../transport/fields.ts'
import { plainId, requireOwnUser } from '../transport/require-self.ts'
import type { MediaRequest, MediaRoute } from '../transport/route.ts'

const maxLanguages = 10
const maxLanguage = 35
const maxIds = 300
const maxText = 100

/** How a user wants titles to be listed and played. */
export function userConfigurationRoutes(configurations: UserConfigurations): readonly MediaRoute[] {
  async function keep(request: MediaRequest) {
    const member = await requireOwnUser(request)
    const before = await configurations.of(member)
    await configurations.set(member, readConfiguration(request.body, before))
  }

  return [post('/Users/Configuration', keep), post('/Users/:userId/Configuration', keep)]
}

/** As the standard names it, with the lists of languages beside the single ones, which are their first. */
export function toConfigurationDto(chosen: UserConfiguration) {
  const { audioLanguages, subtitleLanguages, castReceiverId, ...rest } = chosen
  return {
    AudioLanguagePreference: audioLanguages[0],
    PlayDefaultAudioTrack: rest.playDefaultAudioTrack,
    SubtitleLanguagePreference: subtitleLanguages[0] ?? '',
    DisplayMissingEpisodes: rest.displayMissingEpisodes,
    GroupedFolders: rest.groupedFolders,
    SubtitleMode: rest.subtitleMode,
    DisplayCollectionsView: rest.displayCollectionsView,
    EnableLocalPassword: rest.enableLocalPassword,
    OrderedViews: rest.orderedViews,
    LatestItemsExcludes: rest.latestItemsExcludes,
    MyMediaExcludes: rest.myMediaExcludes,
    HidePlayedInLatest: rest.hidePlayedInLatest,
    RememberAudioSelections: rest.rememberAudioSelections,
    RememberSubtitleSelections: rest.rememberSubtitleSelections,
    EnableNextEpisodeAutoPlay: rest.enableNextEpisodeAutoPlay,
    CastReceiverId: castReceiverId ?? undefined,
    AudioLanguages: audioLanguages,
    SubtitleLanguages: subtitleLanguages,
  }
}

/** The whole configuration, as the standard means it: what is left out is as usual. */
function readConfiguration(body: Fields, before: UserConfiguration): UserConfiguration {
  const usual = usualConfiguration
  const mode = body.text('SubtitleMode')?.toLowerCase()
  const flag = (name: string, otherwise: boolean): boolean => body.flag(name) ?? otherwise
  return {
    playDefaultAudioTrack: flag('PlayDefaultAudioTrack', usual.playDefaultAudioTrack),
    audioLanguages: readLanguages(body, 'Audio', before.audioLanguages),
    subtitleLanguages: readLanguages(body, 'Subtitle', before.subtitleLanguages),
    subtitleMode: subtitleModes.find((known) => known.toLowerCase() === mode) ?? usual.subtitleMode,
    rememberAudioSelections: flag('RememberAudioSelections', usual.rememberAudioSelections),
    rememberSubtitleSelections: flag(
      'RememberSubtitleSelections',
      usual.rememberSubtitleSelections,
    ),
    enableNextEpisodeAutoPlay: flag('EnableNextEpisodeAutoPlay', usual.enableNextEpisodeAutoPlay),
    displayMissingEpisodes: flag('DisplayMissingEpisodes', usual.displayMissingEpisodes),
    displayCollectionsView: flag('DisplayCollectionsView', usual.displayCollectionsView),
    enableLocalPassword: flag('EnableLocalPassword', usual.enableLocalPassword),
    hidePlayedInLatest: flag('HidePlayedInLatest', usual.hidePlayedInLatest),
    groupedFolders: readIds(body, 'GroupedFolders'),
    orderedViews: readIds(body, 'OrderedViews'),
    latestItemsExcludes: readIds(body, 'LatestItemsExcludes'),
    myMediaExcludes: readIds(body, 'MyMediaExcludes'),
    castReceiverId: body.text('CastReceiverId')?.slice(0, maxText) ?? null,
  }
}

/**
 * Apps of the standard know a single language, and send the list back as they got it, or not at all: where the list is
 * as it was, the single one says what its first is, and none that there is no preference.
 */
function readLanguages(
  body: Fields,
  of: 'Audio' | 'Subtitle',
  before: readonly string[],
): readonly string[] {
  const given = body.list(`${of}Languages`)
  const isNamed = Array.isArray(body.raw(`${of}Languages`))
  const list = usableLanguages(given ?? (isNamed ? [] : before))
  if (list.join() !== before.join()) return list
  const [single] = usableLanguages([body.text(`${of}LanguagePreference`) ?? ''])
  return single === undefined ? [] : usableLanguages([single, ...before.slice(1)])
}

function usableLanguages(languages: readonly string[]): readonly string[] {
  const known = languages.filter((language) => /^[a-z]{2,3}(?:-[a-z\d]+)*$/i.test(language))
  return [...new Set(known.map((language) => language.slice(0, maxLanguage)))].slice(
    0,
    maxLanguages,
  )
}

function readIds(body: Fields, name: string): readonly string[] {
  const ids = (body.list(name) ?? []).map(plainId).filter((id) => /^[\da-f]{32}$/.test(id))
  return [...new Set(ids)].slice(0, maxIds)
}
