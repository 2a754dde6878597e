import { itemKinds } from '../../model/item-ref.ts'
import { seriesStatuses } from '../../model/item-query.ts'
import { collectionTypes, personRoles } from '../../model/library-item.ts'
import type {
  ItemImages,
  ItemPerson,
  LibraryItem,
  NamedRef,
  Occurrences,
} from '../../model/library-item.ts'
import { idSpaces } from '../../model/media-id.ts'
import type { IdSpace } from '../../model/media-id.ts'
import { builder } from '../builder.ts'
import { enumOf } from '../enum-of.ts'
import { WatchStateRef } from '../history/watch-state.ts'

export const ItemKindRef = enumOf('ItemKind', itemKinds, 'What an item is.', {
  library: 'a catalog of a source, or the library of playlists',
  video: 'anything but films and series, such as a clip',
  collection: 'titles that belong together; no source has any yet',
})

export const PersonRoleRef = enumOf('PersonRole', personRoles, 'The role of a person in a title.')

export const SeriesStatusRef = enumOf(
  'SeriesStatus',
  seriesStatuses,
  'The state of a series. In filters, an announced series also counts as continuing.',
)

const databases = idSpaces.filter((space) => space !== 'opaque')

export const DatabaseRef = enumOf(
  'Database',
  databases,
  'A database in which a title may have an id.',
)

const CollectionTypeRef = enumOf('CollectionType', collectionTypes, 'What a library contains.')

export const ItemImagesRef = builder.objectRef<ItemImages>('ItemImages').implement({
  description: 'Addresses of pictures, as the sources name them.',
  fields: (t) => ({
    primary: t.exposeString('primary', {
      nullable: true,
      description: 'poster, or still of an episode',
    }),
    backdrop: t.exposeString('backdrop', {
      nullable: true,
      description: 'wide, for backgrounds',
    }),
    logo: t.exposeString('logo', { nullable: true, description: 'the name as a picture' }),
    thumb: t.exposeString('thumb', { nullable: true, description: 'wide' }),
  }),
})

export const NamedItemRef = builder.objectRef<NamedRef>('NamedItem').implement({
  description: 'A genre or a studio.',
  fields: (t) => ({
    id: t.id({
      description: 'of the item itself',
      resolve: ({ ref }, _args, ctx) => ctx.services.itemIds.encode(ref),
    }),
    name: t.exposeString('name'),
  }),
})

const ItemPersonRef = builder.objectRef<ItemPerson>('ItemPerson').implement({
  description: 'A person in a title.',
  fields: (t) => ({
    id: t.id({
      description: 'of the item that the person is',
      resolve: ({ ref }, _args, ctx) => ctx.services.itemIds.encode(ref),
    }),
    name: t.exposeString('name'),
    type: t.expose('type', { type: PersonRoleRef, description: 'the role in the title' }),
    role: t.exposeString('role', {
      nullable: true,
      description: 'the character that an actor plays',
    }),
    image: t.exposeString('image', { nullable: true, description: 'web address' }),
  }),
})

type ExternalId = { readonly database: Exclude<IdSpace, 'opaque'>; readonly id: string }

const ExternalIdRef = builder.objectRef<ExternalId>('ExternalId').implement({
  description: 'An id in another database.',
  fields: (t) => ({
    database: t.expose('database', { type: DatabaseRef, description: 'which one' }),
    id: t.exposeString('id', { description: "in the database's own form, such as tt0903747" }),
  }),
})

function externalIds({ ids }: LibraryItem): readonly ExternalId[] {
  return Object.entries(ids).flatMap(([space, id]) => {
    const database = space as IdSpace
    return database === 'opaque' || id === undefined ? [] : { database, id }
  })
}

const OccurrencesRef = builder.objectRef<Occurrences>('Occurrences').implement({
  description: 'Number of titles for a genre, studio, person or year.',
  fields: (t) => ({
    movies: t.exposeInt('movies', { description: 'number of films' }),
    series: t.exposeInt('series', { description: 'number of series' }),
    episodes: t.exposeInt('episodes', { description: 'of opened series' }),
  }),
})

export const ItemRefType = builder.objectRef<LibraryItem>('Item').implement({
  interfaces: [builder.nodeInterfaceRef()],
  description:
    'Anything that a media server lists: a library, film, series, season, episode, person, genre or playlist.',
  fields: (t) => ({
    id: t.id({
      description: '32 hexadecimal digits, valid for this configuration only',
      resolve: ({ ref }, _args, ctx) => ctx.services.itemIds.encode(ref),
    }),
    key: t.exposeString('key', { description: 'upstream id, such as tt0903747:3:7' }),
    kind: t.expose('kind', { type: ItemKindRef }),
    mediaType: t.exposeString('mediaType', { description: 'such as movie, series or anime' }),
    name: t.exposeString('name'),
    sortName: t.exposeString('sortName', {
      description: 'lower case, numbers padded with zeros, without a leading article',
    }),
    originalName: t.exposeString('originalName', { nullable: true }),
    overview: t.exposeString('overview', { nullable: true }),
    tagline: t.exposeString('tagline', { nullable: true }),
    year: t.exposeInt('year', { nullable: true }),
    endYear: t.exposeInt('endYear', { nullable: true }),
    premieredAt: t.expose('premieredAt', { type: 'DateTime', nullable: true }),
    endedAt: t.expose('endedAt', { type: 'DateTime', nullable: true }),
    addedAt: t.expose('addedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'when the service first saw it; for an episode, not before its broadcast',
    }),
    contentAddedAt: t.expose('contentAddedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'the same for its latest known episode',
    }),
    runtimeMs: t.expose('runtimeMs', {
      type: 'SafeInt',
      nullable: true,
      description: 'milliseconds',
    }),
    rating: t.exposeFloat('rating', { nullable: true, description: '0 to 10' }),
    certification: t.exposeString('certification', {
      nullable: true,
      description: 'such as PG-13',
    }),
    genres: t.expose('genres', { type: [NamedItemRef] }),
    studios: t.expose('studios', { type: [NamedItemRef] }),
    tags: t.exposeStringList('tags'),
    countries: t.exposeStringList('countries'),
    people: t.expose('people', { type: [ItemPersonRef], description: 'only with details' }),
    trailers: t.exposeStringList('trailers', { description: 'web addresses' }),
    images: t.expose('images', { type: ItemImagesRef }),
    aspectRatio: t.exposeFloat('aspectRatio', {
      nullable: true,
      description: 'aspect ratio of the primary picture',
    }),
    ids: t.field({
      type: [ExternalIdRef],
      description: 'in other databases',
      resolve: externalIds,
    }),
    status: t.expose('status', {
      type: SeriesStatusRef,
      nullable: true,
      description: 'of series',
    }),
    collectionType: t.expose('collectionType', {
      type: CollectionTypeRef,
      nullable: true,
      description: 'for libraries; null if mixed',
    }),
    parentId: t.id({
      nullable: true,
      description: 'the library, series or season that contains it',
      resolve: ({ parent }, _args, ctx) => parent && ctx.services.itemIds.encode(parent),
    }),
    seriesId: t.id({
      nullable: true,
      description: 'of seasons and episodes',
      resolve: ({ series }, _args, ctx) => series && ctx.services.itemIds.encode(series.ref),
    }),
    seriesName: t.string({ nullable: true, resolve: ({ series }) => series?.name ?? null }),
    seriesImages: t.field({
      type: ItemImagesRef,
      nullable: true,
      resolve: ({ series }) => series?.images ?? null,
    }),
    seasonId: t.id({
      nullable: true,
      description: 'of episodes',
      resolve: ({ seasonRef }, _args, ctx) => seasonRef && ctx.services.itemIds.encode(seasonRef),
    }),
    seasonName: t.exposeString('seasonName', { nullable: true }),
    season: t.exposeInt('season', { nullable: true, description: '0 is for specials' }),
    episode: t.exposeInt('episode', { nullable: true, description: 'number within its season' }),
    aired: t.exposeBoolean('aired', { description: 'false if announced but not yet broadcast' }),
    childCount: t.int({
      nullable: true,
      description: 'titles, seasons or episodes directly in it',
      resolve: ({ counts }) => counts.children,
    }),
    episodeCount: t.int({
      nullable: true,
      description: 'aired episodes without specials',
      resolve: ({ counts }) => counts.episodes,
    }),
    detailed: t.exposeBoolean('detailed', {
      description: 'whether details were loaded; lists show what the catalog says',
    }),
    occurrences: t.field({
      dashboards: null,
      type: OccurrencesRef,
      nullable: true,
      description: 'of a genre, studio, person or year; null for all else',
      // Three counts over the whole library for each name.
      complexity: 3_000,
      resolve: ({ ref }, _args, ctx) => ctx.services.library.occurrences(ctx.user, ref, ctx),
    }),
    playlistEntryId: t.id({
      nullable: true,
      description: 'for titles of a playlist: the id of the entry',
      resolve: ({ entryId }) => entryId ?? null,
    }),
    canDelete: t.boolean({
      description: 'whether the caller may delete it; only playlists can be deleted',
      resolve: ({ canDelete }) => canDelete ?? false,
    }),
    genreRequired: t.boolean({
      description:
        'of a library: it lists titles only for one of its genres, or for `None`, which stands for all',
      resolve: ({ genreRequired }) => genreRequired ?? false,
    }),
    filler: t.boolean({
      description: 'of an episode: the story goes on without it; false if unknown',
      resolve: ({ filler }) => filler ?? false,
    }),
    recap: t.boolean({
      description: 'of an episode: it tells again what was seen; false if unknown',
      resolve: ({ recap }) => recap ?? false,
    }),
    watch: t.field({
      dashboards: 'history',
      type: WatchStateRef,
      description: "The caller's watch state.",
      resolve: (item, _args, ctx) => item.watch ?? ctx.loaders.watch.load(item),
    }),
  }),
})
