import {
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isSpecifiedScalarType,
} from 'graphql'
import { describe, expect, it } from 'vitest'
import { schema } from '../../src/graphql/schema.ts'

/** What their names say wherever they stand. */
const plainFields = new Set([
  'countries',
  'device',
  'deviceName',
  'endYear',
  'endedAt',
  'genres',
  'hasCertification',
  'hasOverview',
  'hasTrailer',
  'images',
  'kind',
  'name',
  'originalName',
  'overview',
  'premieredAt',
  'seasonName',
  'seriesImages',
  'seriesName',
  'studios',
  'tagline',
  'tags',
  'user',
  'uuid',
  'year',
])

/** Tables of one kind of value each, which their own description explains. */
const plainTypes = new Set([
  'AnimeIds',
  'CustomPreference',
  'CustomPreferenceInput',
  'DisplayPreferences',
  'DisplayPreferencesInput',
  'UserPreferences',
  'UserPreferencesInput',
])

/** Enums whose values are common words, or names that their description says where to look up. */
const plainEnums = new Set([
  'HealthArea',
  'HealthBucketSize',
  'AnimeData',
  'AnimeEpisodeSpace',
  'AnimeIdType',
  'AnimeSource',
  'AnimeTitleKind',
  'AnimeType',
  'CollectionType',
  'Database',
  'DisplaySortOrder',
  'ErrorCode',
  'GeneralCommand',
  'HistoryFileFormat',
  'ItemKind',
  'ItemSort',
  'KeptAnswer',
  'LimitedPart',
  'MediaStreamKind',
  'NameKind',
  'NativeTracker',
  'PersonRole',
  'Picture',
  'PlayCommand',
  'PlayEvent',
  'PlayableMediaType',
  'PlaystateCommand',
  'ProfileConditionKind',
  'ScrollDirection',
  'SearchStep',
  'SeriesStatus',
  'SourceStatus',
  'SpatialFormat',
  'SubtitleMethod',
  'SubtitleMode',
  'SwitchNeeds',
  'TrackerEventName',
  'VideoRange',
])

const types = Object.values(schema.getTypeMap()).filter(
  (type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type),
)
const undescribed = (things: readonly { name: string; description?: string | null }[]) =>
  things.filter(({ description }) => !description).map(({ name }) => name)

describe('a description stands', () => {
  it('at every type', () => {
    expect(undescribed(types)).toEqual([])
  })

  it('at every field and argument that its name does not explain', () => {
    const silent = types.flatMap((type) => {
      if (plainTypes.has(type.name)) return []
      if (!isObjectType(type) && !isInterfaceType(type) && !isInputObjectType(type)) return []
      const fields = Object.values(type.getFields())
      const args = fields.flatMap((field) => ('args' in field ? field.args : []))
      return [
        ...undescribed(fields).filter((name) => !plainFields.has(name)),
        ...undescribed(args),
      ].map((name) => `${type.name}.${name}`)
    })
    expect(silent).toEqual([])
  })

  it('at every value of an enum whose values are no plain words', () => {
    const silent = types.flatMap((type) =>
      isEnumType(type) && !plainEnums.has(type.name)
        ? undescribed(type.getValues()).map((name) => `${type.name}.${name}`)
        : [],
    )
    expect(silent).toEqual([])
  })

  it('where the lists of what is plain are still needed', () => {
    const names = new Set(types.map(({ name }) => name))
    expect([...plainTypes, ...plainEnums].filter((name) => !names.has(name))).toEqual([])
  })
})
