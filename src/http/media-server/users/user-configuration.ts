import { enumName } from '../../../core/enum-name.ts'
import { subtitleModes } from '../../../model/user-configuration.ts'
import { SetUserPreferencesDocument } from '../../documents/documents.ts'
import type { PreferenceFieldsFragment, UserPreferencesInput } from '../../documents/documents.ts'
import { documentRoute } from '../transport/define-route.ts'
import type { Fields } from '../transport/fields.ts'
import type { DocumentRoute } from '../transport/route.ts'

export const userConfigurationRoutes: readonly DocumentRoute[] = [
  '/Users/Configuration',
  '/Users/:userId/Configuration',
].map((path) =>
  documentRoute({
    method: 'POST',
    path,
    access: 'self',
    document: SetUserPreferencesDocument,
    variables: ({ body }) => ({ preferences: readPreferences(body) }),
    answer: () => undefined,
  }),
)

/** The Jellyfin API has both the lists of languages and their first entries. */
export function toConfigurationDto(chosen: PreferenceFieldsFragment) {
  const { audioLanguages, subtitleLanguages, castReceiverId, ...rest } = chosen
  return {
    AudioLanguagePreference: audioLanguages[0],
    PlayDefaultAudioTrack: rest.playDefaultAudioTrack,
    SubtitleLanguagePreference: subtitleLanguages[0] ?? '',
    DisplayMissingEpisodes: rest.displayMissingEpisodes,
    GroupedFolders: rest.groupedFolders,
    SubtitleMode: subtitleModes.find((mode) => enumName(mode) === rest.subtitleMode),
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

/** The complete configuration: absent fields get their defaults. */
function readPreferences(body: Fields): UserPreferencesInput {
  const mode = body.text('SubtitleMode')?.toLowerCase()
  const subtitleMode = subtitleModes.find((known) => known.toLowerCase() === mode)
  return {
    playDefaultAudioTrack: body.flag('PlayDefaultAudioTrack'),
    audioLanguages: readList(body, 'AudioLanguages'),
    audioLanguage: body.text('AudioLanguagePreference') ?? '',
    subtitleLanguages: readList(body, 'SubtitleLanguages'),
    subtitleLanguage: body.text('SubtitleLanguagePreference') ?? '',
    subtitleMode: subtitleMode === undefined ? null : enumName(subtitleMode),
    rememberAudioSelections: body.flag('RememberAudioSelections'),
    rememberSubtitleSelections: body.flag('RememberSubtitleSelections'),
    enableNextEpisodeAutoPlay: body.flag('EnableNextEpisodeAutoPlay'),
    displayMissingEpisodes: body.flag('DisplayMissingEpisodes'),
    displayCollectionsView: body.flag('DisplayCollectionsView'),
    enableLocalPassword: body.flag('EnableLocalPassword'),
    hidePlayedInLatest: body.flag('HidePlayedInLatest'),
    groupedFolders: body.list('GroupedFolders'),
    orderedViews: body.list('OrderedViews'),
    latestItemsExcludes: body.list('LatestItemsExcludes'),
    myMediaExcludes: body.list('MyMediaExcludes'),
    castReceiverId: body.text('CastReceiverId'),
  }
}

function readList(body: Fields, name: string): readonly string[] | null {
  return body.list(name) ?? (Array.isArray(body.raw(name)) ? [] : null)
}
