import graphql from '@graphql-eslint/eslint-plugin'

const recommended = graphql.configs['flat/schema-recommended'].rules
const [severity, { EnumValueDefinition: enumValues, ...names }] =
  recommended['@graphql-eslint/naming-convention']

/** Parts of another object or of one answer: nothing that could be asked for, or kept, by an id of its own. */
const valueTypes = [
  'AbandonedSeries',
  'Activity',
  'ActivityCounts',
  'Addon',
  'AddonPage',
  'AddonPerson',
  'AddonResource',
  'AnimeAlternatives',
  'AnimeAnswer',
  'AnimeEpisode',
  'AnimeEpisodeMapping',
  'AnimeEpisodePair',
  'AnimeFailure',
  'AnimeIds',
  'AnimeNumbering',
  'AnimeNumberings',
  'AnimeState',
  'ConfigurationWarning',
  'CustomPreference',
  'DayRun',
  'DeviceCapabilities',
  'DisplayPreferences',
  'DropCount',
  'ExternalId',
  'Facets',
  'GivenUpEvent',
  'HealthBucket',
  'HealthFailure',
  'HistoryEntry',
  'HistoryImport',
  'Household',
  'Instance',
  'ItemImages',
  'KindedId',
  'ListedAddon',
  'ManifestCatalog',
  'ManifestResource',
  'MediaStream',
  'NowPlaying',
  'Occurrences',
  'PageInfo',
  'ParsedFile',
  'PersonalAddress',
  'PlayBucket',
  'PlayHour',
  'PlayStatistics',
  'PlayWeekday',
  'PlayedVersion',
  'PlaylistUser',
  'PreparedPlayback',
  'RewatchedTitle',
  'SampleStream',
  'SearchError',
  'SearchResponse',
  'SearchResult',
  'SearchStatistic',
  'ServiceUser',
  'SignedInDevice',
  'SkippedEntries',
  'SourceHealth',
  'SourceManifest',
  'SourcePause',
  'SourcePreview',
  'SourceStatistic',
  'SourceTest',
  'StepStatistic',
  'SubtitleTrack',
  'SwitchedUser',
  'TopName',
  'TopTitle',
  'Tracker',
  'TrackerHealth',
  'TrackerPairing',
  'UserActivity',
  'UserPreferences',
  'UserStreaks',
  'VersionList',
  'VersionMedia',
  'WatchSession',
  'WatchState',
  'WatchedTime',
  'WatchedTitles',
  'WatchedTotals',
  'YearInReview',
]

/** Configurations are known by the UUID that REST knows them by. */
const knownByUuid = ['CreatedUser', 'User', 'UserCredentials']

/** `User.userData` has the name that the interface gives a configuration; the rule itself knows no exceptions. */
const exceptUserData = {
  preprocess: (text) => [text],
  postprocess: ([messages]) =>
    messages.filter(
      ({ ruleId, message }) =>
        ruleId !== '@graphql-eslint/no-typename-prefix' ||
        !message.startsWith('Field "userData" starts with the name of the parent type "User"'),
    ),
}

/** The schema is written by `npm run generate`; what is wrong in it is mended in src/graphql. */
export default [
  {
    files: ['schema/schema.graphql'],
    processor: exceptUserData,
    plugins: { '@graphql-eslint': graphql },
    languageOptions: {
      parser: graphql.parser,
      parserOptions: { graphQLConfig: { schema: 'schema/schema.graphql' } },
    },
    rules: {
      ...recommended,
      '@graphql-eslint/strict-id-in-types': [
        'error',
        {
          acceptedIdNames: ['id'],
          acceptedIdTypes: ['ID'],
          exceptions: {
            types: [...valueTypes, ...knownByUuid],
            suffixes: ['Connection', 'Edge'],
          },
        },
      ],
      // `AnimeIdType` is spelt as in the interface: its values are names of parameters and keys of /api/v1/anime.
      '@graphql-eslint/naming-convention': [
        severity,
        { ...names, 'EnumValueDefinition[parent.name.value!=AnimeIdType]': enumValues },
      ],
    },
  },
]
