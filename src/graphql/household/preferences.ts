import { scrollDirections, sortOrders } from '../../model/display-preferences.ts'
import type { DisplayPreferences } from '../../model/display-preferences.ts'
import { subtitleModes } from '../../model/user-configuration.ts'
import type { UserConfiguration } from '../../model/user-configuration.ts'
import { builder } from '../builder.ts'
import { enumOf } from '../enum-of.ts'

const SubtitleModeRef = enumOf(
  'SubtitleMode',
  subtitleModes,
  'When subtitles are shown. The service stores the choice; the player applies it.',
  {
    Default: 'As the file says.',
    OnlyForced: 'Only those that translate foreign-language parts.',
    Smart: 'If the audio is in a language that the user has not chosen.',
  },
)

const audioLanguages = 'Codes such as `eng`, favourite first; at most ten.'

export const UserPreferencesRef = builder
  .objectRef<UserConfiguration>('UserPreferences')
  .implement({
    description: 'How a user wants titles to be listed and played, on every device.',
    fields: (t) => ({
      playDefaultAudioTrack: t.exposeBoolean('playDefaultAudioTrack'),
      audioLanguages: t.exposeStringList('audioLanguages', {
        description: audioLanguages,
      }),
      subtitleLanguages: t.exposeStringList('subtitleLanguages', {
        description: audioLanguages,
      }),
      subtitleMode: t.expose('subtitleMode', { type: SubtitleModeRef }),
      rememberAudioSelections: t.exposeBoolean('rememberAudioSelections'),
      rememberSubtitleSelections: t.exposeBoolean('rememberSubtitleSelections'),
      enableNextEpisodeAutoPlay: t.exposeBoolean('enableNextEpisodeAutoPlay'),
      displayMissingEpisodes: t.exposeBoolean('displayMissingEpisodes'),
      displayCollectionsView: t.exposeBoolean('displayCollectionsView'),
      enableLocalPassword: t.exposeBoolean('enableLocalPassword'),
      hidePlayedInLatest: t.exposeBoolean('hidePlayedInLatest'),
      groupedFolders: t.exposeIDList('groupedFolders', {
        description: 'Libraries whose titles are shown as one list.',
      }),
      orderedViews: t.exposeIDList('orderedViews', {
        description: 'Libraries in the order of the home screen.',
      }),
      latestItemsExcludes: t.exposeIDList('latestItemsExcludes', {
        description: 'Libraries whose new titles are not shown.',
      }),
      myMediaExcludes: t.exposeIDList('myMediaExcludes', {
        description: 'Libraries that the home screen does not show.',
      }),
      castReceiverId: t.exposeString('castReceiverId', {
        nullable: true,
        description: 'The cast receiver of apps.',
      }),
    }),
  })

const firstLanguage =
  'For apps that know only one language: if the list is omitted or unchanged, this replaces its first entry; empty text removes it.'

const UserPreferencesInput = builder.inputType('UserPreferencesInput', {
  description: 'Fields left out get their defaults.',
  fields: (t) => ({
    playDefaultAudioTrack: t.boolean(),
    audioLanguages: t.stringList({ description: audioLanguages }),
    audioLanguage: t.string({ description: firstLanguage }),
    subtitleLanguages: t.stringList({ description: audioLanguages }),
    subtitleLanguage: t.string({ description: firstLanguage }),
    subtitleMode: t.field({ type: SubtitleModeRef }),
    rememberAudioSelections: t.boolean(),
    rememberSubtitleSelections: t.boolean(),
    enableNextEpisodeAutoPlay: t.boolean(),
    displayMissingEpisodes: t.boolean(),
    displayCollectionsView: t.boolean(),
    enableLocalPassword: t.boolean(),
    hidePlayedInLatest: t.boolean(),
    groupedFolders: t.idList({ description: 'Libraries whose titles are shown as one list.' }),
    orderedViews: t.idList({ description: 'Libraries in the order of the home screen.' }),
    latestItemsExcludes: t.idList({ description: 'Libraries whose new titles are not shown.' }),
    myMediaExcludes: t.idList({ description: 'Libraries that the home screen does not show.' }),
    castReceiverId: t.string({ description: 'The cast receiver of apps.' }),
  }),
})

const ScrollDirectionRef = enumOf(
  'ScrollDirection',
  scrollDirections,
  'Scroll direction of a list.',
)
const ListOrderRef = enumOf('DisplaySortOrder', sortOrders, 'The order of a list in an app.')

const CustomPreferenceRef = builder
  .objectRef<readonly [name: string, value: string]>('CustomPreference')
  .implement({
    description: 'A setting that only the app understands.',
    fields: (t) => ({
      name: t.string({ resolve: ([name]) => name }),
      value: t.string({ resolve: ([, value]) => value }),
    }),
  })

const DisplayPreferencesRef = builder
  .objectRef<DisplayPreferences>('DisplayPreferences')
  .implement({
    description:
      'How an app shows one of its lists, in its own words; null if the app never set it.',
    fields: (t) => ({
      sortBy: t.exposeString('sortBy', { nullable: true }),
      indexBy: t.exposeString('indexBy', { nullable: true }),
      viewType: t.exposeString('viewType', { nullable: true }),
      rememberIndexing: t.exposeBoolean('rememberIndexing', { nullable: true }),
      primaryImageHeight: t.exposeInt('primaryImageHeight', { nullable: true }),
      primaryImageWidth: t.exposeInt('primaryImageWidth', { nullable: true }),
      customPrefs: t.field({
        type: [CustomPreferenceRef],
        nullable: true,
        resolve: ({ customPrefs }) => customPrefs && Object.entries(customPrefs),
      }),
      scrollDirection: t.expose('scrollDirection', { type: ScrollDirectionRef, nullable: true }),
      showBackdrop: t.exposeBoolean('showBackdrop', { nullable: true }),
      rememberSorting: t.exposeBoolean('rememberSorting', { nullable: true }),
      sortOrder: t.expose('sortOrder', { type: ListOrderRef, nullable: true }),
      showSidebar: t.exposeBoolean('showSidebar', { nullable: true }),
    }),
  })

const CustomPreferenceInput = builder.inputType('CustomPreferenceInput', {
  description: 'A setting that only the app understands.',
  fields: (t) => ({ name: t.string({ required: true }), value: t.string({ required: true }) }),
})

const DisplayPreferencesInput = builder.inputType('DisplayPreferencesInput', {
  description: 'Fields left out are cleared.',
  fields: (t) => ({
    sortBy: t.string(),
    indexBy: t.string(),
    viewType: t.string(),
    rememberIndexing: t.boolean(),
    primaryImageHeight: t.int(),
    primaryImageWidth: t.int(),
    customPrefs: t.field({ type: [CustomPreferenceInput] }),
    scrollDirection: t.field({ type: ScrollDirectionRef }),
    showBackdrop: t.boolean(),
    rememberSorting: t.boolean(),
    sortOrder: t.field({ type: ListOrderRef }),
    showSidebar: t.boolean(),
  }),
})

const appDescription = "The app's name."
const listDescription = "The list's name in the app."

builder.queryFields((t) => ({
  displayPreferences: t.field({
    type: DisplayPreferencesRef,
    description: 'Settings that an app stores for the caller.',
    authScopes: { user: true },
    args: {
      app: t.arg.string({ required: true, description: appDescription }),
      name: t.arg.string({ required: true, description: listDescription }),
    },
    resolve: (_root, { app, name }, { services, user }) =>
      services.preferences.get(user, app, name),
  }),
}))

builder.mutationFields((t) => ({
  setUserPreferences: t.field({
    type: UserPreferencesRef,
    description: 'Stores how the caller wants titles to be listed and played.',
    authScopes: { user: true },
    args: {
      preferences: t.arg({
        type: UserPreferencesInput,
        required: true,
        description: 'All of them.',
      }),
    },
    resolve: (_root, { preferences }, { services, user }) =>
      services.userConfigurations.set(user, preferences),
  }),
  setDisplayPreferences: t.field({
    type: DisplayPreferencesRef,
    description:
      "Stores an app's settings for the caller. PAYLOAD_TOO_LARGE over 64 KiB, BAD_REQUEST over 500 names per user.",
    authScopes: { user: true },
    args: {
      app: t.arg.string({ required: true, description: appDescription }),
      name: t.arg.string({ required: true, description: listDescription }),
      preferences: t.arg({
        type: DisplayPreferencesInput,
        required: true,
        description: 'All of them.',
      }),
    },
    resolve: (_root, { app, name, preferences }, { services, user }) =>
      services.preferences.set(user, app, name, preferences),
  }),
}))
