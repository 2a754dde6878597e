import { nameKinds } from '../../model/item-ref.ts'
import type { Facets, ItemPage, LibraryItem } from '../../model/library-item.ts'
import { mostLatest, mostSimilar } from '../../services/library/browse.ts'
import { cursorOf, largestPage } from '../../services/library/paging.ts'
import type { PageInput } from '../../services/library/paging.ts'
import { CatalogFailureRef } from '../addon/catalog-previews.ts'
import { builder } from '../builder.ts'
import { connectionOf } from '../connection.ts'
import { pageArgs } from './page-args.ts'
import { listCost, pageCost } from '../cost.ts'
import { enumOf } from '../enum-of.ts'
import { ItemFilterRef, ItemOrderRef } from './filter.ts'
import { ItemKindRef } from './item-enums.ts'
import { ItemImagesRef, ItemRefType, NamedItemRef } from './item.ts'

export const ItemConnectionRef = connectionOf<ItemPage, LibraryItem>('ItemConnection', {
  type: ItemRefType,
  description: 'A page of items, by cursor or by position.',
  nodes: ({ items }) => items,
  cursor: ({ start }, _item, index) => cursorOf(start + index),
  hasNextPage: ({ items, total, start }) => start + items.length < total,
  hasPreviousPage: ({ start }) => start > 0,
  fields: (t) => ({
    totalCount: t.int({ description: 'of the whole list', resolve: ({ total }) => total }),
    start: t.exposeInt('start', { description: 'position of the first item' }),
  }),
})

const FacetsRef = builder.objectRef<Facets>('Facets').implement({
  description: 'Values that items can be filtered by, each list in order.',
  fields: (t) => ({
    genres: t.expose('genres', { type: [NamedItemRef], description: 'by name' }),
    studios: t.expose('studios', { type: [NamedItemRef], description: 'by name' }),
    tags: t.exposeStringList('tags', { description: 'by name' }),
    certifications: t.exposeStringList('certifications', { description: 'such as PG-13' }),
    years: t.exposeIntList('years', { description: 'of release or broadcast' }),
  }),
})

const NameKindRef = enumOf('NameKind', nameKinds, 'What titles can have in common.', {
  genre: 'A genre of the titles.',
  studio: 'A studio that made the titles.',
  person: 'A person who appears in the titles or made them.',
  year: 'The year in which the titles came out.',
})

type Fields = Parameters<Parameters<typeof builder.queryFields>[0]>[0]

const itemId = { required: true, description: 'of an item' } as const
const seriesId = { required: true, description: 'of a series' } as const
const limit = (most: number) =>
  ({ required: true, description: `number of titles, at most ${most}` }) as const

const user = { authScopes: { user: true } } as const

const connection = {
  ...user,
  type: ItemConnectionRef,
  complexity: (args: PageInput) => pageCost(args, { most: largestPage }),
} as const

const listArgs = (t: Fields) => ({
  filter: t.arg({ type: ItemFilterRef, description: 'which items' }),
  order: t.arg({
    type: [ItemOrderRef],
    description: 'by priority',
  }),
  ...pageArgs(t),
})

builder.queryFields((t) => ({
  libraries: t.field({
    ...user,
    type: [ItemRefType],
    description: "The catalogs of the configuration in the user's order.",
    args: {
      hidden: t.arg.boolean({
        required: true,
        defaultValue: false,
        description: 'also those that the user hides',
      }),
    },
    resolve: (_root, input, ctx) => ctx.services.browse.libraries(ctx.user, input, ctx),
  }),
  libraryFailures: t.field({
    authScopes: { $all: { configuration: true, user: true } },
    type: [CatalogFailureRef],
    description: 'Sources whose catalogs are missing in the libraries.',
    complexity: listCost(2),
    resolve: (_root, _args, { services, user: reader }) => services.browse.libraryFailures(reader),
  }),
  items: t.field({
    ...connection,
    description: 'Libraries if there is no filter, else the matching items.',
    args: listArgs(t),
    resolve: (_root, input, ctx) => ctx.services.browse.items(ctx.user, input, ctx),
  }),
  item: t.field({
    ...user,
    type: ItemRefType,
    nullable: true,
    description: "With details. A version's id stands for its item.",
    args: { id: t.arg.id(itemId) },
    resolve: (_root, input, ctx) => ctx.services.browse.item(ctx.user, input, ctx),
  }),
  ancestors: t.field({
    ...user,
    type: [ItemRefType],
    nullable: true,
    description:
      'The parents of an item, the direct one first, up to the library; null for an unknown item.',
    complexity: listCost(3),
    args: { id: t.arg.id(itemId) },
    resolve: (_root, input, ctx) => ctx.services.browse.ancestors(ctx.user, input, ctx),
  }),
}))

builder.queryFields((t) => ({
  seasons: t.field({
    ...user,
    type: [ItemRefType],
    description: 'The seasons of a series, specials first.',
    complexity: listCost(25),
    args: {
      seriesId: t.arg.id(seriesId),
      special: t.arg.boolean({ description: 'true lists only specials, false all others' }),
      aired: t.arg.boolean({ description: 'false lists seasons of which nothing was broadcast' }),
    },
    resolve: (_root, input, ctx) => ctx.services.browse.seasons(ctx.user, input, ctx),
  }),
  episodes: t.field({
    ...connection,
    description: 'The episodes of a series in the order of broadcast.',
    args: {
      seriesId: t.arg.id(seriesId),
      seasonId: t.arg.id({ description: 'id of a season, instead of its number' }),
      season: t.arg.int({ description: '0 is for specials; default: all' }),
      aired: t.arg.boolean({ description: 'false lists announced episodes' }),
      adjacentTo: t.arg.id({ description: 'only this episode, the one before and the one after' }),
      from: t.arg.id({ description: 'without the episodes before this one' }),
      shuffled: t.arg.boolean({ description: 'in random order' }),
      ...pageArgs(t),
    },
    resolve: (_root, input, ctx) => ctx.services.browse.episodes(ctx.user, input, ctx),
  }),
  nextUp: t.field({
    ...connection,
    // The end is known only once every started series, 200 at most, was read.
    complexity: (args) => {
      const isWhole = args.last != null && !args.before
      return pageCost(isWhole ? { last: Math.max(args.last!, 200) } : args, { most: largestPage })
    },
    description: 'The next episode of each started series, without dropped ones.',
    args: {
      seriesId: t.arg.id({ description: 'only this series, even if it was never started' }),
      since: t.arg({ type: 'DateTime', description: 'ignore series that were last played before' }),
      parentId: t.arg.id({ description: 'a library; only its series' }),
      resumable: t.arg.boolean({
        required: true,
        defaultValue: true,
        description: 'include started episodes',
      }),
      ...pageArgs(t),
    },
    resolve: (_root, input, ctx) => ctx.services.browse.nextUp(ctx.user, input, ctx),
  }),
  resume: t.field({
    ...connection,
    description: 'Started and unfinished items, latest first.',
    args: {
      parentId: t.arg.id({ description: 'library, series, season, genre or studio' }),
      kinds: t.arg({ type: [ItemKindRef], description: 'only these' }),
      excludeKinds: t.arg({ type: [ItemKindRef], description: 'none of these' }),
      search: t.arg.string({ description: 'words of the name' }),
      ...pageArgs(t),
    },
    resolve: (_root, input, ctx) => ctx.services.browse.resume(ctx.user, input, ctx),
  }),
}))

builder.queryFields((t) => ({
  latest: t.field({
    ...user,
    type: [ItemRefType],
    complexity: (args) => pageCost(args, { most: mostLatest }),
    description: 'The newest titles of a library, or alternately of all.',
    args: {
      parentId: t.arg.id({ description: 'a library' }),
      kinds: t.arg({ type: [ItemKindRef], description: 'only these' }),
      limit: t.arg.int({ ...limit(mostLatest), defaultValue: 20 }),
      played: t.arg.boolean({
        description:
          'true lists only played titles, false only unplayed ones; default: as the user has chosen',
      }),
    },
    resolve: (_root, input, ctx) => ctx.services.browse.latest(ctx.user, input, ctx),
  }),
  similar: t.field({
    ...user,
    type: ItemConnectionRef,
    complexity: (args) => pageCost(args, { most: mostSimilar }),
    description: 'Titles of the same kind with common genres, most similar first.',
    args: {
      id: t.arg.id(itemId),
      limit: t.arg.int({ ...limit(mostSimilar), defaultValue: 12 }),
    },
    resolve: (_root, input, ctx) => ctx.services.browse.similar(ctx.user, input, ctx),
  }),
}))

builder.queryFields((t) => ({
  names: t.field({
    ...connection,
    description: 'Genres, studios, people or years of the titles.',
    args: {
      kind: t.arg({ type: NameKindRef, required: true, description: 'the kind' }),
      ...listArgs(t),
    },
    resolve: (_root, input, ctx) => ctx.services.browse.names(ctx.user, input, ctx),
  }),
  itemImages: t.field({
    ...user,
    type: ItemImagesRef,
    nullable: true,
    description:
      'Pictures of an item, those of its series where it has none of its own. Ids of other configurations open them, too: nobody can guess one.',
    args: { id: t.arg.id(itemId) },
    resolve: (_root, { id }, { services, user: caller, signal }) =>
      services.openItems.imagesFor(id, { signal, caller }),
  }),
  itemByName: t.field({
    ...user,
    type: ItemRefType,
    nullable: true,
    description: 'The genre, studio, person or year of this name, with details, in any case.',
    args: {
      kind: t.arg({ type: NameKindRef, required: true, description: 'the kind' }),
      name: t.arg.string({ required: true, description: 'the whole of it' }),
    },
    resolve: (_root, input, ctx) => ctx.services.browse.itemByName(ctx.user, input, ctx),
  }),
  facets: t.field({
    ...user,
    type: FacetsRef,
    description: 'Values that the titles of a library can be filtered by.',
    args: { filter: t.arg({ type: ItemFilterRef, description: 'which items' }) },
    resolve: (_root, input, ctx) => ctx.services.browse.facets(ctx.user, input, ctx),
  }),
}))
