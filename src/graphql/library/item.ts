import type {
  BlurHash,
  ItemImages,
  ItemPerson,
  LibraryItem,
  NamedRef,
  Occurrences,
} from '../../model/library-item.ts'
import type { IdSpace } from '../../model/media-id.ts'
import { builder } from '../builder.ts'
import { WatchStateRef } from '../history/watch-state.ts'
import {
  CollectionTypeRef,
  DatabaseRef,
  ItemKindRef,
  PersonRoleRef,
  PictureRef,
  SeriesStatusRef,
} from './item-enums.ts'

const BlurHashRef = builder.objectRef<BlurHash>('BlurHash').implement({
  description: 'What to show until a picture has loaded.',
  fields: (t) => ({
    picture: t.expose('picture', {
      type: PictureRef,
      description: 'the kind of picture that it stands for',
    }),
    hash: t.exposeString('hash', { description: 'its colours in few characters' }),
  }),
})

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
    blurHashes: t.field({
      dashboards: 'parent',
      type: [BlurHashRef],
      description: 'of the pictures that the service has seen',
      resolve: (images, _args, ctx) => ctx.services.pictures.blurHashes(images),
    }),
  }),
})

export const NamedItemRef = builder.objectRef<NamedRef>('NamedItem').implement({
  description: 'A genre or a studio.',
  fields: (t) => ({
    id: t.id({
      dashboards: 'parent',
      description: 'of the item itself',
      resolve: ({ ref }, _args, ctx) => ctx.services.itemIds.encode(ref),
    }),
    name: t.exposeString('name', { description: 'the name of the genre or studio' }),
  }),
})

const ItemPersonRef = builder.objectRef<ItemPerson>('ItemPerson').implement({
  description: 'A person in a title.',
  fields: (t) => ({
    id: t.id({
      dashboards: 'parent',
      description: 'of the item that the person is',
      resolve: ({ ref }, _args, ctx) => ctx.services.itemIds.encode(ref),
    }),
    name: t.exposeString('name', { description: 'the name of the person' }),
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
    database: t.expose('database', { type: DatabaseRef, description: 'the other database' }),
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
      dashboards: 'parent',
      description: '32 hexadecimal digits, valid for this configuration only',
      resolve: ({ ref }, _args, ctx) => ctx.services.itemIds.encode(ref),
    }),
    key: t.exposeString('key', { description: 'upstream id, such as tt0903747:3:7' }),
    kind: t.expose('kind', { type: ItemKindRef, description: 'what the item is' }),
    mediaType: t.exposeString('mediaType', { description: 'such as movie, series or anime' }),
    name: t.exposeString('name', { description: 'the name as the source gives it' }),
    sortName: t.exposeString('sortName', {
      description: 'lower case, numbers padded with zeros, without a leading article',
    }),
    originalName: t.exposeString('originalName', {
      nullable: true,
      description: 'the name in the original language',
    }),
    overview: t.exposeString('overview', { nullable: true, description: 'a summary of the plot' }),
    tagline: t.exposeString('tagline', { nullable: true, description: 'the advertising line' }),
    year: t.exposeInt('year', {
      nullable: true,
      description: 'the year of the first release or broadcast',
    }),
    endYear: t.exposeInt('endYear', {
      nullable: true,
      description: 'the year of the last broadcast of a series',
    }),
    premieredAt: t.expose('premieredAt', {
      type: 'DateTime',
      nullable: true,
      description: 'when it was first released or broadcast',
    }),
    endedAt: t.expose('endedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'when the last episode of a series was broadcast',
    }),
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
    genres: t.expose('genres', { type: [NamedItemRef], description: 'its genres' }),
    studios: t.expose('studios', {
      type: [NamedItemRef],
      description: 'the studios that made it',
    }),
    tags: t.exposeStringList('tags', { description: 'always empty, since sources have no tags' }),
    countries: t.exposeStringList('countries', { description: 'where it was produced' }),
    people: t.expose('people', { type: [ItemPersonRef], description: 'only with details' }),
    trailers: t.exposeStringList('trailers', { description: 'web addresses' }),
    images: t.expose('images', { type: ItemImagesRef, description: 'its pictures' }),
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
    fromSource: t.boolean({
      description: 'of a collection: sources name it, and nobody can change it',
      resolve: ({ fromSource }) => fromSource ?? false,
    }),
    filler: t.boolean({
      description: 'of an episode: the story goes on without it; false if unknown',
      resolve: ({ filler }) => filler ?? false,
    }),
    recap: t.boolean({
      description: 'of an episode: it repeats earlier episodes; false if unknown',
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

builder.objectFields(ItemRefType, (t) => ({
  parentId: t.id({
    dashboards: 'parent',
    nullable: true,
    description: 'the library, series or season that contains it',
    resolve: ({ parent }, _args, ctx) => parent && ctx.services.itemIds.encode(parent),
  }),
  seriesId: t.id({
    dashboards: 'parent',
    nullable: true,
    description: 'of seasons and episodes',
    resolve: ({ series }, _args, ctx) => series && ctx.services.itemIds.encode(series.ref),
  }),
  seriesName: t.string({
    nullable: true,
    description: 'the name of the series, for seasons and episodes',
    resolve: ({ series }) => series?.name ?? null,
  }),
  seriesImages: t.field({
    type: ItemImagesRef,
    nullable: true,
    description: 'pictures of the series, for seasons and episodes',
    resolve: ({ series }) => series?.images ?? null,
  }),
  seasonId: t.id({
    dashboards: 'parent',
    nullable: true,
    description: 'of episodes',
    resolve: ({ seasonRef }, _args, ctx) => seasonRef && ctx.services.itemIds.encode(seasonRef),
  }),
  seasonName: t.exposeString('seasonName', {
    nullable: true,
    description: 'the name of the season, for episodes',
  }),
  season: t.exposeInt('season', { nullable: true, description: '0 is for specials' }),
  episode: t.exposeInt('episode', { nullable: true, description: 'number within its season' }),
  aired: t.exposeBoolean('aired', { description: 'false if announced but not yet broadcast' }),
}))
