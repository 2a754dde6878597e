import { everything, itemSorts, seriesStatuses } from '../../model/item-query.ts'
import type { ItemQuery } from '../../model/item-query.ts'
import type { ItemRef } from '../../model/item-ref.ts'
import { personRoles } from '../../model/library-item.ts'
import { idSpaces } from '../../model/media-id.ts'
import type { Member } from '../../model/member.ts'
import { builder } from '../builder.ts'
import type { RequestContext } from '../context.ts'
import { ItemKindRef } from './item.ts'
import { requireRef } from './items.ts'

const ItemSortRef = builder.enumType('ItemSort', { values: itemSorts })

const SeriesStatusRef = builder.enumType('SeriesStatus', { values: seriesStatuses })

const PersonRoleRef = builder.enumType('PersonRole', { values: personRoles })

const DatabaseRef = builder.enumType('Database', {
  description: 'Where a title may have an id.',
  values: idSpaces.filter((space) => space !== 'opaque'),
})

const PictureRef = builder.enumType('Picture', {
  values: ['primary', 'backdrop', 'logo', 'thumb'] as const,
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
    personTypes: t.field({
      type: [PersonRoleRef],
      description: 'what the people are to be in a title',
    }),
    years: t.intList(),
    tags: t.stringList(),
    certifications: t.stringList(),
    seriesStatus: t.field({ type: [SeriesStatusRef] }),
    minRating: t.float(),
    minCertification: t.string({ description: 'by the age it stands for, such as PG-13' }),
    maxCertification: t.string(),
    hasCertification: t.boolean(),
    hasOverview: t.boolean(),
    hasTrailer: t.boolean(),
    withIds: t.field({ type: [DatabaseRef], description: 'all of them' }),
    withoutIds: t.field({ type: [DatabaseRef] }),
    pictures: t.field({ type: [PictureRef] }),
    index: t.int({ description: 'number of a season, or of an episode in its season' }),
    parentIndex: t.int({ description: 'season of an episode' }),
    premieredFrom: t.field({ type: 'SafeInt', description: 'epoch milliseconds' }),
    premieredTo: t.field({ type: 'SafeInt' }),
    addedFrom: t.field({ type: 'SafeInt', description: 'when the service first saw it' }),
    aired: t.boolean(),
    played: t.boolean(),
    resumable: t.boolean(),
    favorite: t.boolean(),
    liked: t.boolean(),
    favoriteOrLiked: t.boolean(),
    adjacentTo: t.id({ description: 'this one alone with its neighbours in the list' }),
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
    ...knownOf(given),
    premieredFrom: given.premieredFrom ?? null,
    premieredTo: given.premieredTo ?? null,
    addedFrom: given.addedFrom ?? null,
    aired: given.aired ?? null,
    played: given.played ?? null,
    resumable: given.resumable ?? null,
    favorite: given.favorite ?? null,
    liked: given.liked ?? null,
    favoriteOrLiked: given.favoriteOrLiked ?? null,
    adjacentTo: given.adjacentTo ? refOrNothing(given.adjacentTo, member, ctx) : null,
    order: order ?? [],
    ...page,
  }
}

/** What is to be known of a title. */
function knownOf(given: Filter) {
  return {
    personTypes: given.personTypes ?? null,
    seriesStatus: given.seriesStatus ?? null,
    minRating: given.minRating ?? null,
    minCertification: given.minCertification ?? null,
    maxCertification: given.maxCertification ?? null,
    hasCertification: given.hasCertification ?? null,
    hasOverview: given.hasOverview ?? null,
    hasTrailer: given.hasTrailer ?? null,
    withIds: given.withIds ?? [],
    withoutIds: given.withoutIds ?? [],
    images: given.pictures ?? null,
    index: given.index ?? null,
    parentIndex: given.parentIndex ?? null,
  }
}

/** An id of nothing here is next to nothing. */
function refOrNothing(id: string, member: Member, ctx: RequestContext): ItemRef {
  return refsOf([id], member, ctx)[0] ?? nowhere
}

const nowhere: ItemRef = {
  configuration: 0,
  kind: 'user',
  space: 'opaque',
  number: 0,
  season: null,
  episode: null,
  version: 0,
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
