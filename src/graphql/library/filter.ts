import { itemSorts } from '../../model/item-query.ts'
import { pictures } from '../../model/library-item.ts'
import { builder } from '../builder.ts'
import { enumOf } from '../enum-of.ts'
import { DatabaseRef, ItemKindRef, PersonRoleRef, SeriesStatusRef } from './item.ts'

const ItemSortRef = enumOf(
  'ItemSort',
  itemSorts,
  'What items are sorted by. What is unknown comes first.',
  {
    default: 'the order of the catalog, or of broadcast',
    seriesName: 'the name of the series, for its parts',
    added: 'when the service first saw it',
    contentAdded: 'the same of the latest of its episodes that is known',
    random: 'anew with each answer',
    folder: 'what holds other items comes first',
    studio: 'the first of them by name',
  },
)

const PictureRef = enumOf('Picture', pictures, 'Kinds of pictures.')

export const ItemOrderRef = builder.inputType('ItemOrder', {
  description: 'One thing that a list is sorted by.',
  fields: (t) => ({
    by: t.field({ type: ItemSortRef, required: true, description: 'what decides' }),
    descending: t.boolean({
      required: true,
      defaultValue: false,
      description: 'the largest or latest first',
    }),
  }),
})

export const ItemFilterRef = builder.inputType('ItemFilter', {
  description:
    'What items are asked for. Lists mean any of them; text compares without case; what is absent does not matter.',
  fields: (t) => ({
    parentId: t.id({ description: 'library, series, season, genre, studio, person or playlist' }),
    recursive: t.boolean({ description: 'everything below the parent, not its children alone' }),
    ids: t.idList({ description: 'ids of nothing known are left out' }),
    excludeIds: t.idList({ description: 'none of these' }),
    kinds: t.field({ type: [ItemKindRef], description: 'only these' }),
    excludeKinds: t.field({ type: [ItemKindRef], description: 'none of these' }),
    search: t.string({ description: 'words of the name' }),
    nameStartsWith: t.string({ description: 'apart from a leading article' }),
    nameFrom: t.string({ description: 'names that come at this text or behind it' }),
    nameBefore: t.string({ description: 'names that come before this text' }),
    genres: t.stringList({ description: 'their names' }),
    genreIds: t.idList({ description: 'ids of their items' }),
    studios: t.stringList({ description: 'their names' }),
    studioIds: t.idList({ description: 'ids of their items' }),
    people: t.stringList({ description: 'their names' }),
    personIds: t.idList({ description: 'ids of their items' }),
    personTypes: t.field({
      type: [PersonRoleRef],
      description: 'what the people are to be in a title',
    }),
    years: t.intList({ description: 'of the first release or broadcast' }),
    tags: t.stringList({ description: 'sources know none' }),
    certifications: t.stringList({ description: 'such as PG-13' }),
    seriesStatus: t.field({
      type: [SeriesStatusRef],
      description: 'of series',
    }),
    minRating: t.float({ description: '0 to 10' }),
    minCertification: t.string({ description: 'by the age it stands for, such as PG-13' }),
    maxCertification: t.string({ description: 'by the age it stands for' }),
    hasCertification: t.boolean(),
    hasOverview: t.boolean(),
    hasTrailer: t.boolean(),
    withIds: t.field({ type: [DatabaseRef], description: 'has an id in all of these' }),
    withoutIds: t.field({ type: [DatabaseRef], description: 'has an id in none of these' }),
    pictures: t.field({ type: [PictureRef], description: 'has one of these' }),
    index: t.int({ description: 'number of a season, or of an episode in its season' }),
    parentIndex: t.int({ description: 'season of an episode' }),
    premieredFrom: t.field({ type: 'DateTime', description: 'not before' }),
    premieredTo: t.field({ type: 'DateTime', description: 'not after' }),
    addedFrom: t.field({ type: 'DateTime', description: 'when the service first saw it' }),
    aired: t.boolean({ description: 'false: announced, not yet broadcast' }),
    played: t.boolean({ description: 'by the caller' }),
    resumable: t.boolean({ description: 'begun and not finished' }),
    favorite: t.boolean({ description: 'of the caller' }),
    liked: t.boolean({ description: 'false: disliked' }),
    favoriteOrLiked: t.boolean({ description: 'of the caller' }),
    adjacentTo: t.id({ description: 'this one alone with its neighbours in the list' }),
  }),
})
