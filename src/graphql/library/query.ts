import { everything, itemSorts } from '../../model/item-query.ts'
import type { ItemQuery } from '../../model/item-query.ts'
import type { Member } from '../../model/member.ts'
import { builder } from '../builder.ts'
import type { RequestContext } from '../context.ts'
import { ItemKindRef } from './item.ts'
import { requireRef } from './items.ts'

const ItemSortRef = builder.enumType('ItemSort', { values: itemSorts })

const SeriesStatusRef = builder.enumType('SeriesStatus', {
  values: ['Continuing', 'Ended'] as const,
})

export const ItemOrderRef = builder.inputType('ItemOrder', {
  fields: (t) => ({
    by: t.field({ type: ItemSortRef, required: true }),
    descending: t.boolean({ required: true, defaultValue: false }),
  }),
})

export const ItemFilterRef = builder.inputType('ItemFilter', {
  description: 'Lists mean any of them; absent values do not matter.',
  fields: (t) => ({
    parentId: t.id({ description: 'library, series, season, genre, studio or person' }),
    recursive: t.boolean({ description: 'everything below the parent, not its children alone' }),
    ids: t.idList({ description: 'ids of nothing known are left out' }),
    excludeIds: t.idList(),
    kinds: t.field({ type: [ItemKindRef] }),
    excludeKinds: t.field({ type: [ItemKindRef] }),
    search: t.string(),
    nameStartsWith: t.string(),
    nameFrom: t.string(),
    nameBefore: t.string(),
    genres: t.stringList(),
    genreIds: t.idList(),
    studios: t.stringList(),
    studioIds: t.idList(),
    people: t.stringList(),
    personIds: t.idList(),
    years: t.intList(),
    tags: t.stringList(),
    certifications: t.stringList(),
    seriesStatus: t.field({ type: [SeriesStatusRef] }),
    minRating: t.float(),
    premieredFrom: t.field({ type: 'SafeInt', description: 'epoch milliseconds' }),
    premieredTo: t.field({ type: 'SafeInt' }),
    aired: t.boolean(),
    played: t.boolean(),
    resumable: t.boolean(),
    favorite: t.boolean(),
    liked: t.boolean(),
  }),
})

type Filter = typeof ItemFilterRef.$inferInput
type Order = typeof ItemOrderRef.$inferInput
type Page = { readonly start: number; readonly limit: number | null }

/** The query that a filter means for this member; names stand for the ids of genres, studios and people. Throws NOT_FOUND for a parent of nobody's. */
export async function readItemQuery(
  filter: Filter | null | undefined,
  order: readonly Order[] | null | undefined,
  page: Page,
  member: Member,
  ctx: RequestContext,
): Promise<ItemQuery> {
  const given = filter ?? {}
  const namesOf = createNameReader(member, ctx)
  return {
    ...everything,
    parent: given.parentId ? requireRef(given.parentId, member, ctx) : null,
    recursive: given.recursive ?? false,
    ids: given.ids ? refsOf(given.ids, member, ctx) : null,
    excludeIds: refsOf(given.excludeIds ?? [], member, ctx),
    kinds: given.kinds ?? null,
    excludeKinds: given.excludeKinds ?? [],
    // Of blanks alone it is none.
    search: given.search?.trim() || null,
    nameStartsWith: given.nameStartsWith ?? null,
    nameFrom: given.nameFrom ?? null,
    nameBefore: given.nameBefore ?? null,
    genres: await namesOf(given.genres, given.genreIds),
    studios: await namesOf(given.studios, given.studioIds),
    people: await namesOf(given.people, given.personIds),
    years: given.years ?? null,
    tags: given.tags ?? null,
    certifications: given.certifications ?? null,
    seriesStatus: given.seriesStatus ?? null,
    minRating: given.minRating ?? null,
    premieredFrom: given.premieredFrom ?? null,
    premieredTo: given.premieredTo ?? null,
    aired: given.aired ?? null,
    played: given.played ?? null,
    resumable: given.resumable ?? null,
    favorite: given.favorite ?? null,
    liked: given.liked ?? null,
    order: order ?? [],
    ...page,
  }
}

type Ids = readonly string[]

function refsOf(ids: Ids, member: Member, { services }: RequestContext) {
  return ids.flatMap((id) => {
    const ref = services.itemIds.decode(id)
    return ref && ref.configuration === member.configuration ? ref : []
  })
}

function createNameReader(member: Member, ctx: RequestContext) {
  return async (
    names: readonly string[] | null | undefined,
    ids: Ids | null | undefined,
  ): Promise<readonly string[] | null> => {
    if (!ids) return names ?? null
    const found = await ctx.services.library.briefs(member, refsOf(ids, member, ctx), ctx)
    return [...(names ?? []), ...found.flatMap((item) => item?.name ?? [])]
  }
}
