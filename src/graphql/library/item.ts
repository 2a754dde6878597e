import type { ItemPerson, LibraryItem, NamedRef } from '../../model/library-item.ts'
import type { ItemImages } from '../../model/library-item.ts'
import { builder } from '../builder.ts'
import { WatchStateRef } from '../history/watch-state.ts'

export const ItemKindRef = builder.enumType('ItemKind', {
  values: [
    'library',
    'movie',
    'series',
    'season',
    'episode',
    'video',
    'collection',
    'genre',
    'studio',
    'person',
    'year',
    'playlist',
  ] as const,
})

const ItemImagesRef = builder.objectRef<ItemImages>('ItemImages').implement({
  description: 'Addresses of pictures, as the sources name them.',
  fields: (t) => ({
    primary: t.exposeString('primary', { nullable: true }),
    backdrop: t.exposeString('backdrop', { nullable: true }),
    logo: t.exposeString('logo', { nullable: true }),
    thumb: t.exposeString('thumb', { nullable: true }),
  }),
})

export const NamedItemRef = builder.objectRef<NamedRef>('NamedItem').implement({
  description: 'A genre or a studio.',
  fields: (t) => ({
    id: t.id({ resolve: ({ ref }, _args, ctx) => ctx.services.itemIds.encode(ref) }),
    name: t.exposeString('name'),
  }),
})

const ItemPersonRef = builder.objectRef<ItemPerson>('ItemPerson').implement({
  fields: (t) => ({
    id: t.id({ resolve: ({ ref }, _args, ctx) => ctx.services.itemIds.encode(ref) }),
    name: t.exposeString('name'),
    type: t.exposeString('type', { description: 'Actor, Director, Writer, Producer or Creator' }),
    role: t.exposeString('role', { nullable: true, description: 'character of an actor' }),
    image: t.exposeString('image', { nullable: true }),
  }),
})

export const ItemRefType = builder.objectRef<LibraryItem>('Item').implement({
  description:
    'Whatever a media server lists: libraries, films, series, seasons, episodes, people, genres.',
  fields: (t) => ({
    id: t.id({
      description: '32 hexadecimal digits, for this configuration alone',
      resolve: ({ ref }, _args, ctx) => ctx.services.itemIds.encode(ref),
    }),
    key: t.exposeString('key', { description: 'upstream id, such as tt0903747:3:7' }),
    kind: t.expose('kind', { type: ItemKindRef }),
    mediaType: t.exposeString('mediaType', { description: 'such as movie, series or anime' }),
    name: t.exposeString('name'),
    sortName: t.exposeString('sortName'),
    originalName: t.exposeString('originalName', { nullable: true }),
    overview: t.exposeString('overview', { nullable: true }),
    tagline: t.exposeString('tagline', { nullable: true }),
    year: t.exposeInt('year', { nullable: true }),
    endYear: t.exposeInt('endYear', { nullable: true }),
    premieredAt: t.expose('premieredAt', {
      type: 'SafeInt',
      nullable: true,
      description: 'epoch milliseconds',
    }),
    endedAt: t.expose('endedAt', { type: 'SafeInt', nullable: true }),
    addedAt: t.expose('addedAt', {
      type: 'SafeInt',
      nullable: true,
      description: 'when the service first saw it; an episode: not before it was broadcast',
    }),
    contentAddedAt: t.expose('contentAddedAt', {
      type: 'SafeInt',
      nullable: true,
      description: 'the same of the latest of its episodes that is known',
    }),
    runtimeMs: t.expose('runtimeMs', { type: 'SafeInt', nullable: true }),
    rating: t.exposeFloat('rating', { nullable: true, description: '0 to 10' }),
    certification: t.exposeString('certification', { nullable: true, description: 'as PG-13' }),
    genres: t.expose('genres', { type: [NamedItemRef] }),
    studios: t.expose('studios', { type: [NamedItemRef] }),
    tags: t.exposeStringList('tags'),
    countries: t.exposeStringList('countries'),
    people: t.expose('people', { type: [ItemPersonRef], description: 'of details only' }),
    trailers: t.exposeStringList('trailers', { description: 'web addresses' }),
    images: t.expose('images', { type: ItemImagesRef }),
    aspectRatio: t.exposeFloat('aspectRatio', {
      nullable: true,
      description: 'width by height of the primary picture',
    }),
    ids: t.expose('ids', { type: 'JSONObject', description: 'ids in other databases' }),
    status: t.exposeString('status', { nullable: true, description: 'Continuing or Ended' }),
    collectionType: t.exposeString('collectionType', {
      nullable: true,
      description: 'of libraries: movies, tvshows, playlists, or null for mixed ones',
    }),
    parentId: t.id({
      nullable: true,
      resolve: ({ parent }, _args, ctx) => parent && ctx.services.itemIds.encode(parent),
    }),
    seriesId: t.id({
      nullable: true,
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
      resolve: ({ seasonRef }, _args, ctx) => seasonRef && ctx.services.itemIds.encode(seasonRef),
    }),
    seasonName: t.exposeString('seasonName', { nullable: true }),
    season: t.exposeInt('season', { nullable: true, description: '0: specials' }),
    episode: t.exposeInt('episode', { nullable: true }),
    aired: t.exposeBoolean('aired', { description: 'false: announced, not yet broadcast' }),
    childCount: t.int({ nullable: true, resolve: ({ counts }) => counts.children }),
    episodeCount: t.int({
      nullable: true,
      description: 'aired episodes without specials',
      resolve: ({ counts }) => counts.episodes,
    }),
    detailed: t.exposeBoolean('detailed', {
      description: 'whether details were read; a list shows what its catalog says',
    }),
    playlistEntryId: t.id({
      nullable: true,
      description: 'of titles of a playlist: which of its entries this is',
      resolve: ({ entryId }) => entryId ?? null,
    }),
    canDelete: t.boolean({
      description: 'whether the caller may delete it; playlists alone can be deleted',
      resolve: ({ canDelete }) => canDelete ?? false,
    }),
    watch: t.field({
      type: WatchStateRef,
      description: 'What the caller has done with it.',
      resolve: (item, _args, ctx) => ctx.loaders.watch.load(item),
    }),
  }),
})
