import { AppError } from '../../core/errors.ts'
import type { ItemPage, LibraryItem } from '../../model/library-item.ts'
import { findItem } from '../../services/library/find-item.ts'
import type { Facets, Occurrences } from '../../services/library/library.ts'
import { builder } from '../builder.ts'
import { listCost, pageCost, perPage } from '../cost.ts'
import { ItemKindRef, ItemRefType, NamedItemRef } from './item.ts'
import { requireRef } from './items.ts'
import { ItemFilterRef, ItemOrderRef, readItemQuery } from './query.ts'
import './versions.ts'

type Edge = { readonly cursor: string; readonly node: LibraryItem }

const ItemEdgeRef = builder.objectRef<Edge>('ItemEdge').implement({
  fields: (t) => ({
    cursor: t.exposeString('cursor'),
    node: t.expose('node', { type: ItemRefType }),
  }),
})

const PageInfoRef = builder.objectRef<ItemPage>('PageInfo').implement({
  fields: (t) => ({
    hasNextPage: t.boolean({ resolve: ({ items, total, start }) => start + items.length < total }),
    hasPreviousPage: t.boolean({ resolve: ({ start }) => start > 0 }),
    startCursor: t.string({
      nullable: true,
      resolve: ({ items, start }) => (items.length > 0 ? cursorOf(start) : null),
    }),
    endCursor: t.string({
      nullable: true,
      resolve: ({ items, start }) => (items.length > 0 ? cursorOf(start + items.length - 1) : null),
    }),
  }),
})

export const ItemConnectionRef = builder.objectRef<ItemPage>('ItemConnection').implement({
  fields: (t) => ({
    totalCount: t.int({ description: 'of the whole list', resolve: ({ total }) => total }),
    start: t.exposeInt('start', { description: 'position of the first item' }),
    nodes: t.expose('items', { type: [ItemRefType], complexity: perPage }),
    edges: t.field({
      type: [ItemEdgeRef],
      complexity: perPage,
      resolve: ({ items, start }) =>
        items.map((node, index) => ({ node, cursor: cursorOf(start + index) })),
    }),
    pageInfo: t.field({ type: PageInfoRef, resolve: (page) => page }),
  }),
})

const FacetsRef = builder.objectRef<Facets>('Facets').implement({
  description: 'Values that items can be filtered by.',
  fields: (t) => ({
    genres: t.expose('genres', { type: [NamedItemRef] }),
    studios: t.expose('studios', { type: [NamedItemRef] }),
    tags: t.exposeStringList('tags'),
    certifications: t.exposeStringList('certifications'),
    years: t.exposeIntList('years'),
  }),
})

const OccurrencesRef = builder.objectRef<Occurrences>('Occurrences').implement({
  description: 'How much lists show for a genre, studio, person or year.',
  fields: (t) => ({
    movies: t.exposeInt('movies'),
    series: t.exposeInt('series'),
    episodes: t.exposeInt('episodes', { description: 'of series that were opened' }),
  }),
})

const NameKindRef = builder.enumType('NameKind', {
  values: ['genre', 'studio', 'person', 'year'] as const,
})

function cursorOf(position: number): string {
  return Buffer.from(`item ${position}`).toString('base64url')
}

type PageArgs = {
  first?: number | null | undefined
  after?: string | null | undefined
  start?: number | null | undefined
  limit?: number | null | undefined
}

const largestPage = 10_000

/** By cursor or by position. Throws BAD_REQUEST for a cursor that was not given out. */
export function pageOf({ first, after, start, limit }: PageArgs) {
  const size = first ?? limit ?? null
  if ((size ?? 0) < 0 || (start ?? 0) < 0) {
    throw new AppError('BAD_REQUEST', 'first, limit and start must not be negative.')
  }
  return {
    start: after ? positionAfter(after) : (start ?? 0),
    limit: size && Math.min(size, largestPage),
  }
}

function positionAfter(cursor: string): number {
  const position = /^item (\d{1,9})$/.exec(Buffer.from(cursor, 'base64url').toString())?.[1]
  if (position === undefined) {
    throw new AppError('BAD_REQUEST', 'after must be a cursor of an earlier page.')
  }
  return Number(position) + 1
}

builder.queryFields((t) => {
  const page = {
    first: t.arg.int({ description: 'size of the page; default: all' }),
    after: t.arg.string({ description: 'cursor' }),
    start: t.arg.int({ description: 'position, in place of a cursor' }),
    limit: t.arg.int({ description: 'the same as first; 0 counts alone' }),
  }
  const complexity = (args: PageArgs) => pageCost(args, { most: largestPage })
  return {
    libraries: t.field({
      type: [ItemRefType],
      description: 'The catalogs of the configuration, in the order that the user has chosen.',
      args: {
        hidden: t.arg.boolean({
          required: true,
          defaultValue: false,
          description: 'also those that the user hides',
        }),
      },
      resolve: async (_root, { hidden }, ctx) => [
        ...(await ctx.services.library.libraries(await ctx.member(), { hidden }, ctx)),
      ],
    }),
    items: t.field({
      type: ItemConnectionRef,
      description: 'Libraries where nothing is asked for, else what the filter says.',
      complexity,
      args: {
        filter: t.arg({ type: ItemFilterRef }),
        order: t.arg({ type: [ItemOrderRef] }),
        ...page,
      },
      resolve: async (_root, { filter, order, ...args }, ctx) => {
        const member = await ctx.member()
        const query = await readItemQuery(filter, order, pageOf(args), member, ctx)
        return ctx.services.library.items(member, query, ctx)
      },
    }),
    item: t.field({
      type: ItemRefType,
      nullable: true,
      description: 'With details. The id of a version stands for its item.',
      args: { id: t.arg.id({ required: true }) },
      resolve: async (_root, { id }, ctx) => {
        const member = await ctx.member()
        const ref = ctx.services.itemIds.decode(id)
        if (!ref || ref.configuration !== member.configuration) return null
        return findItem(ctx.services.library, member, ref, ctx)
      },
    }),
    seasons: t.field({
      type: [ItemRefType],
      complexity: listCost(25),
      args: { seriesId: t.arg.id({ required: true }) },
      resolve: async (_root, { seriesId }, ctx) => {
        const member = await ctx.member()
        const series = requireRef(seriesId, member, ctx)
        return [...(await ctx.services.library.seasons(member, series, ctx))]
      },
    }),
    episodes: t.field({
      type: ItemConnectionRef,
      complexity,
      args: {
        seriesId: t.arg.id({ required: true }),
        season: t.arg.int({ description: '0: specials; default: all' }),
        aired: t.arg.boolean(),
        ...page,
      },
      resolve: async (_root, { seriesId, season, aired, ...args }, ctx) => {
        const member = await ctx.member()
        const series = requireRef(seriesId, member, ctx)
        const query = { season: season ?? null, aired: aired ?? null, ...pageOf(args) }
        return ctx.services.library.episodes(member, series, query, ctx)
      },
    }),
    nextUp: t.field({
      type: ItemConnectionRef,
      description: 'Of each series that was begun, the next episode; dropped series are left out.',
      complexity,
      args: {
        seriesId: t.arg.id({ description: 'this one alone, its first episode too' }),
        since: t.arg({ type: 'SafeInt', description: 'series last played before are left out' }),
        parentId: t.arg.id({ description: 'a library: series of it alone' }),
        resumable: t.arg.boolean({ required: true, defaultValue: true }),
        ...page,
      },
      resolve: async (_root, { seriesId, parentId, since, resumable, ...args }, ctx) => {
        const member = await ctx.member()
        const series = seriesId ? requireRef(seriesId, member, ctx) : null
        const parent = parentId ? requireRef(parentId, member, ctx) : null
        const query = { series, parent, since: since ?? null, resumable, ...pageOf(args) }
        return ctx.services.library.nextUp(member, query, ctx)
      },
    }),
    resume: t.field({
      type: ItemConnectionRef,
      description: 'What is begun and not finished, the latest first.',
      complexity,
      args: {
        parentId: t.arg.id({ description: 'library, series, season, genre or studio' }),
        kinds: t.arg({ type: [ItemKindRef] }),
        excludeKinds: t.arg({ type: [ItemKindRef] }),
        search: t.arg.string(),
        ...page,
      },
      resolve: async (_root, { parentId, kinds, excludeKinds, search, ...args }, ctx) => {
        const member = await ctx.member()
        const parent = parentId ? requireRef(parentId, member, ctx) : null
        const wanted = {
          parent,
          kinds: kinds ?? null,
          excludeKinds: excludeKinds ?? [],
          search: search?.trim() || null,
        }
        return ctx.services.library.resume(member, { ...wanted, ...pageOf(args) }, ctx)
      },
    }),
    latest: t.field({
      type: [ItemRefType],
      description: 'The first titles of a library, or of all by turns.',
      complexity,
      args: {
        parentId: t.arg.id(),
        kinds: t.arg({ type: [ItemKindRef] }),
        limit: t.arg.int({ required: true, defaultValue: 20 }),
        unplayed: t.arg.boolean({ description: 'default: as the user has chosen' }),
      },
      resolve: async (_root, { parentId, kinds, limit, unplayed }, ctx) => {
        const member = await ctx.member()
        const parent = parentId ? requireRef(parentId, member, ctx) : null
        const query = {
          parent,
          kinds: kinds ?? null,
          limit: Math.min(Math.max(0, limit), largestPage),
          unplayed: unplayed ?? null,
        }
        return [...(await ctx.services.library.latest(member, query, ctx))]
      },
    }),
    similar: t.field({
      type: ItemConnectionRef,
      complexity: (args) => pageCost(args, { most: 100 }),
      args: {
        id: t.arg.id({ required: true }),
        limit: t.arg.int({ required: true, defaultValue: 12 }),
      },
      resolve: async (_root, { id, limit }, ctx) => {
        const member = await ctx.member()
        const ref = requireRef(id, member, ctx)
        return ctx.services.library.similar(member, ref, Math.min(Math.max(0, limit), 100), ctx)
      },
    }),
    names: t.field({
      type: ItemConnectionRef,
      description: 'Genres, studios, people or years that occur.',
      complexity,
      args: {
        kind: t.arg({ type: NameKindRef, required: true }),
        filter: t.arg({ type: ItemFilterRef }),
        order: t.arg({ type: [ItemOrderRef] }),
        ...page,
      },
      resolve: async (_root, { kind, filter, order, ...args }, ctx) => {
        const member = await ctx.member()
        const query = await readItemQuery(filter, order, pageOf(args), member, ctx)
        return ctx.services.library.names(member, kind, query, ctx)
      },
    }),
    occurrences: t.field({
      type: OccurrencesRef,
      nullable: true,
      description: 'How much lists show for a genre, studio, person or year; null for all else.',
      args: { id: t.arg.id({ required: true }) },
      resolve: async (_root, { id }, ctx) => {
        const member = await ctx.member()
        const ref = ctx.services.itemIds.decode(id)
        return ref && ctx.services.library.occurrences(member, ref, ctx)
      },
    }),
    facets: t.field({
      type: FacetsRef,
      args: { filter: t.arg({ type: ItemFilterRef }) },
      resolve: async (_root, { filter }, ctx) => {
        const member = await ctx.member()
        const query = await readItemQuery(filter, null, { start: 0, limit: null }, member, ctx)
        return ctx.services.library.facets(member, query, ctx)
      },
    }),
  }
})
