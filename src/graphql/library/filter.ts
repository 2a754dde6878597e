import { itemSorts } from '../../model/item-query.ts'
import { builder } from '../builder.ts'
import { enumOf } from '../enum-of.ts'
import {
  DatabaseRef,
  ItemKindRef,
  PersonRoleRef,
  PictureRef,
  SeriesStatusRef,
} from './item-enums.ts'

const ItemSortRef = enumOf(
  'ItemSort',
  itemSorts,
  'Sort keys of items. Unknown values come first.',
  {
    default: 'the order of the catalog, or of broadcast',
    name: 'the name, without a leading article',
    seriesName: "the series' name, for seasons and episodes",
    added: 'when the service first saw it',
    contentAdded: 'when the service first saw its latest known episode',
    premiered: 'when it was first released or broadcast',
    year: 'the year of the first release or broadcast',
    rating: 'the rating by viewers',
    runtime: 'how long it is',
    certification: 'the recommended age',
    random: 'random order, new with each answer',
    playedAt: 'when the caller last played it',
    playCount: 'how often the caller played it',
    played: 'whether the caller finished it',
    favorite: 'whether it is a favourite of the caller',
    season: 'the number of the season',
    episode: 'the number of the episode within its season',
    folder: 'folders first',
    studio: 'the alphabetically first studio',
  },
)

export const ItemOrderRef = builder.inputType('ItemOrder', {
  description: 'One sort key of a list.',
  fields: (t) => ({
    by: t.field({ type: ItemSortRef, required: true, description: 'the sort key' }),
    descending: t.boolean({
      required: true,
      defaultValue: false,
      description: 'descending',
    }),
  }),
})

export const ItemFilterRef = builder.inputType('ItemFilter', {
  description:
    'Which items to list. A list matches any of its values; text is case-insensitive; absent fields do not filter.',
  fields: (t) => ({
    parentId: t.id({
      description: 'library, series, season, genre, studio, person, playlist or collection',
    }),
    recursive: t.boolean({ description: 'everything below the parent, not only its children' }),
    ids: t.idList({ description: 'unknown ids are ignored' }),
    excludeIds: t.idList({ description: 'none of these' }),
    kinds: t.field({ type: [ItemKindRef], description: 'only these' }),
    excludeKinds: t.field({ type: [ItemKindRef], description: 'none of these' }),
    search: t.string({ description: 'words of the name' }),
    nameStartsWith: t.string({ description: 'ignoring a leading article' }),
    nameFrom: t.string({ description: 'names from this text on' }),
    nameBefore: t.string({ description: 'names before this text' }),
    genres: t.stringList({ description: 'their names' }),
    genreIds: t.idList({ description: 'ids of their items' }),
    studios: t.stringList({ description: 'their names' }),
    studioIds: t.idList({ description: 'ids of their items' }),
    people: t.stringList({ description: 'their names' }),
    personIds: t.idList({ description: 'ids of their items' }),
    personTypes: t.field({
      type: [PersonRoleRef],
      description: 'the role of the people in a title',
    }),
    years: t.intList({ description: 'of the first release or broadcast' }),
    tags: t.stringList({ description: 'matches nothing, since sources have no tags' }),
    certifications: t.stringList({ description: 'such as PG-13' }),
    seriesStatus: t.field({
      type: [SeriesStatusRef],
      description: 'of series',
    }),
    minRating: t.float({ description: '0 to 10' }),
    minCertification: t.string({ description: 'by recommended age, such as PG-13' }),
    maxCertification: t.string({ description: 'by recommended age' }),
    hasCertification: t.boolean({ description: 'whether a certification is known' }),
    hasOverview: t.boolean({ description: 'whether a summary of the plot is known' }),
    hasTrailer: t.boolean({ description: 'whether a trailer is known' }),
    withIds: t.field({ type: [DatabaseRef], description: 'has an id in all of these' }),
    withoutIds: t.field({ type: [DatabaseRef], description: 'has an id in none of these' }),
    pictures: t.field({ type: [PictureRef], description: 'has one of these' }),
    index: t.int({ description: 'number of a season, or of an episode within its season' }),
    parentIndex: t.int({ description: 'season of an episode' }),
    premieredFrom: t.field({ type: 'DateTime', description: 'not before' }),
    premieredTo: t.field({ type: 'DateTime', description: 'not after' }),
    addedFrom: t.field({ type: 'DateTime', description: 'when the service first saw it' }),
    aired: t.boolean({ description: 'false if announced but not yet broadcast' }),
    played: t.boolean({ description: 'by the caller' }),
    resumable: t.boolean({ description: 'started and not finished' }),
    favorite: t.boolean({ description: "the caller's" }),
    liked: t.boolean({ description: 'false means disliked' }),
    favoriteOrLiked: t.boolean({ description: "the caller's" }),
    adjacentTo: t.id({ description: 'only this item and its neighbours in the list' }),
  }),
})
