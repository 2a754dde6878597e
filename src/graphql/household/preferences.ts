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
    Always: 'Whenever there are any.',
    OnlyForced: 'Only those that translate foreign-language parts.',
    None: 'Never.',
    Smart: 'If the audio is in a language that the user has not chosen.',
  },
)

const audioLanguages = 'Codes such as `eng`, favourite first; at most ten.'

const text = {
  playDefaultAudioTrack: 'Whether the default audio track of a file plays first.',
  subtitleMode: 'When subtitles are shown.',
  rememberAudioSelections: 'Whether the app keeps the chosen audio track for the next title.',
  rememberSubtitleSelections: 'Whether the app keeps the chosen subtitles for the next title.',
  enableNextEpisodeAutoPlay: 'Whether the next episode starts when one ends.',
  displayMissingEpisodes: 'Whether the app lists episodes that cannot be played.',
  displayCollectionsView: 'Whether the app groups libraries in a view of their own.',
  enableLocalPassword: 'Whether the app asks for the PIN in the home network.',
  hidePlayedInLatest: 'Whether the newest titles leave out those that were played.',
} as const

export const UserPreferencesRef = builder
  .objectRef<UserConfiguration>('UserPreferences')
  .implement({
    description: 'How a user wants titles to be listed and played, on every device.',
    fields: (t) => ({
      playDefaultAudioTrack: t.exposeBoolean('playDefaultAudioTrack', {
        description: text.playDefaultAudioTrack,
      }),
      audioLanguages: t.exposeStringList('audioLanguages', {
        description: audioLanguages,
      }),
      subtitleLanguages: t.exposeStringList('subtitleLanguages', {
        description: audioLanguages,
      }),
      subtitleMode: t.expose('subtitleMode', {
        type: SubtitleModeRef,
        description: text.subtitleMode,
      }),
      rememberAudioSelections: t.exposeBoolean('rememberAudioSelections', {
        description: text.rememberAudioSelections,
      }),
      rememberSubtitleSelections: t.exposeBoolean('rememberSubtitleSelections', {
        description: text.rememberSubtitleSelections,
      }),
      enableNextEpisodeAutoPlay: t.exposeBoolean('enableNextEpisodeAutoPlay', {
        description: text.enableNextEpisodeAutoPlay,
      }),
      displayMissingEpisodes: t.exposeBoolean('displayMissingEpisodes', {
        description: text.displayMissingEpisodes,
      }),
      displayCollectionsView: t.exposeBoolean('displayCollectionsView', {
        description: text.displayCollectionsView,
      }),
      enableLocalPassword: t.exposeBoolean('enableLocalPassword', {
        description: text.enableLocalPassword,
      }),
      hidePlayedInLatest: t.exposeBoolean('hidePlayedInLatest', {
        description: text.hidePlayedInLatest,
      }),
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
    playDefaultAudioTrack: t.boolean({ description: text.playDefaultAudioTrack }),
    audioLanguages: t.stringList({ description: audioLanguages }),
    audioLanguage: t.string({ description: firstLanguage }),
    subtitleLanguages: t.stringList({ description: audioLanguages }),
    subtitleLanguage: t.string({ description: firstLanguage }),
    subtitleMode: t.field({ type: SubtitleModeRef, description: text.subtitleMode }),
    rememberAudioSelections: t.boolean({ description: text.rememberAudioSelections }),
    rememberSubtitleSelections: t.boolean({ description: text.rememberSubtitleSelections }),
    enableNextEpisodeAutoPlay: t.boolean({ description: text.enableNextEpisodeAutoPlay }),
    displayMissingEpisodes: t.boolean({ description: text.displayMissingEpisodes }),
    displayCollectionsView: t.boolean({ description: text.displayCollectionsView }),
    enableLocalPassword: t.boolean({ description: text.enableLocalPassword }),
    hidePlayedInLatest: t.boolean({ description: text.hidePlayedInLatest }),
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
  { Horizontal: 'From left to right.', Vertical: 'From top to bottom.' },
)
const ListOrderRef = enumOf('DisplaySortOrder', sortOrders, 'The order of a list in an app.', {
  Ascending: 'The smallest value first.',
  Descending: 'The largest value first.',
})

const list = {
  sortBy: 'The sort keys of the list.',
  indexBy: 'The key by which the list is divided.',
  viewType: 'The layout of the list.',
  rememberIndexing: 'Whether the app keeps how the list is divided.',
  primaryImageHeight: 'The height of its pictures in pixels.',
  primaryImageWidth: 'The width of its pictures in pixels.',
  customPrefs: 'Settings that only the app understands.',
  scrollDirection: 'The direction in which the list scrolls.',
  showBackdrop: 'Whether a picture of the title is behind the list.',
  rememberSorting: 'Whether the app keeps the order of the list.',
  sortOrder: 'Whether the list ascends or descends.',
  showSidebar: 'Whether a side bar is beside the list.',
} as const

const preferenceName = 'The name that the app uses.'
const preferenceValue = 'The value, in the form that the app uses.'

const CustomPreferenceRef = builder
  .objectRef<readonly [name: string, value: string]>('CustomPreference')
  .implement({
    description: 'A setting that only the app understands.',
    fields: (t) => ({
      name: t.string({ description: preferenceName, resolve: ([name]) => name }),
      value: t.string({ description: preferenceValue, resolve: ([, value]) => value }),
    }),
  })

const DisplayPreferencesRef = builder
  .objectRef<DisplayPreferences>('DisplayPreferences')
  .implement({
    description:
      'How an app shows one of its lists, in its own words; null if the app never set it.',
    fields: (t) => ({
      sortBy: t.exposeString('sortBy', { nullable: true, description: list.sortBy }),
      indexBy: t.exposeString('indexBy', { nullable: true, description: list.indexBy }),
      viewType: t.exposeString('viewType', { nullable: true, description: list.viewType }),
      rememberIndexing: t.exposeBoolean('rememberIndexing', {
        nullable: true,
        description: list.rememberIndexing,
      }),
      primaryImageHeight: t.exposeInt('primaryImageHeight', {
        nullable: true,
        description: list.primaryImageHeight,
      }),
      primaryImageWidth: t.exposeInt('primaryImageWidth', {
        nullable: true,
        description: list.primaryImageWidth,
      }),
      customPrefs: t.field({
        type: [CustomPreferenceRef],
        nullable: true,
        description: list.customPrefs,
        resolve: ({ customPrefs }) => customPrefs && Object.entries(customPrefs),
      }),
      scrollDirection: t.expose('scrollDirection', {
        type: ScrollDirectionRef,
        nullable: true,
        description: list.scrollDirection,
      }),
      showBackdrop: t.exposeBoolean('showBackdrop', {
        nullable: true,
        description: list.showBackdrop,
      }),
      rememberSorting: t.exposeBoolean('rememberSorting', {
        nullable: true,
        description: list.rememberSorting,
      }),
      sortOrder: t.expose('sortOrder', {
        type: ListOrderRef,
        nullable: true,
        description: list.sortOrder,
      }),
      showSidebar: t.exposeBoolean('showSidebar', {
        nullable: true,
        description: list.showSidebar,
      }),
    }),
  })

const CustomPreferenceInput = builder.inputType('CustomPreferenceInput', {
  description: 'A setting that only the app understands.',
  fields: (t) => ({
    name: t.string({ required: true, description: preferenceName }),
    value: t.string({ required: true, description: preferenceValue }),
  }),
})

const DisplayPreferencesInput = builder.inputType('DisplayPreferencesInput', {
  description: 'Fields left out are cleared.',
  fields: (t) => ({
    sortBy: t.string({ description: list.sortBy }),
    indexBy: t.string({ description: list.indexBy }),
    viewType: t.string({ description: list.viewType }),
    rememberIndexing: t.boolean({ description: list.rememberIndexing }),
    primaryImageHeight: t.int({ description: list.primaryImageHeight }),
    primaryImageWidth: t.int({ description: list.primaryImageWidth }),
    customPrefs: t.field({ type: [CustomPreferenceInput], description: list.customPrefs }),
    scrollDirection: t.field({ type: ScrollDirectionRef, description: list.scrollDirection }),
    showBackdrop: t.boolean({ description: list.showBackdrop }),
    rememberSorting: t.boolean({ description: list.rememberSorting }),
    sortOrder: t.field({ type: ListOrderRef, description: list.sortOrder }),
    showSidebar: t.boolean({ description: list.showSidebar }),
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
      services.displayPreferences.get(user, app, name),
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
        description: 'All preferences of the user.',
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
        description: 'All settings of the list.',
      }),
    },
    resolve: (_root, { app, name, preferences }, { services, user }) =>
      services.displayPreferences.set(user, app, name, preferences),
  }),
}))
