import { everything } from '../../model/item-query.ts'
import type { ItemOrder, ItemQuery } from '../../model/item-query.ts'
import type { ItemRef } from '../../model/item-ref.ts'
import type { ItemImages } from '../../model/library-item.ts'
import type { User } from '../../model/household.ts'
import type { Ask } from './deps.ts'
import type { ItemAccess } from './item-access.ts'
import type { PageInput } from './paging.ts'
import type { LibraryService } from './service.ts'

type Optional<T> = { readonly [Name in keyof T]?: T[Name] | null | undefined }

type Plain = Omit<
  ItemQuery,
  'parent' | 'ids' | 'excludeIds' | 'adjacentTo' | 'within' | 'images' | 'order' | 'start' | 'limit'
>

/** An `ItemQuery` with ids as text; null is the same as missing. */
export type ItemFilterInput = Optional<
  Plain & {
    readonly parentId: string
    readonly ids: readonly string[]
    readonly excludeIds: readonly string[]
    readonly adjacentTo: string
    readonly pictures: readonly (keyof ItemImages)[]
    readonly genreIds: readonly string[]
    readonly studioIds: readonly string[]
    readonly personIds: readonly string[]
  }
>

export type ItemListInput = PageInput & {
  readonly filter?: ItemFilterInput | null | undefined
  readonly order?: readonly ItemOrder[] | null | undefined
}

type Access = {
  readonly library: Pick<LibraryService, 'summaries'>
  readonly items: Pick<ItemAccess, 'findRef' | 'requireRef'>
}

/** Of the whole list. Throws NOT_FOUND for an unknown parent. */
export async function readQuery(
  access: Access,
  user: User,
  { filter, order }: Pick<ItemListInput, 'filter' | 'order'>,
  ask: Ask,
): Promise<ItemQuery> {
  const given = filter ?? {}
  const { items } = access
  const refsOf = (ids: readonly string[]) => ids.flatMap((id) => items.findRef(user, id) ?? [])
  const namesOf = async (names: Names, ids: Names): Promise<readonly string[] | null> => {
    if (!ids) return names ?? null
    const found = await access.library.summaries(user, refsOf(ids), ask)
    return [...(names ?? []), ...found.flatMap((item) => item?.name ?? [])]
  }
  return {
    ...everything,
    ...plainOf(given),
    parent: given.parentId ? items.requireRef(user, given.parentId) : null,
    ids: given.ids ? refsOf(given.ids) : null,
    excludeIds: refsOf(given.excludeIds ?? []),
    // Nothing is adjacent to an unknown id.
    adjacentTo: given.adjacentTo ? (items.findRef(user, given.adjacentTo) ?? nowhere) : null,
    search: searchOf(given.search),
    genres: await namesOf(given.genres, given.genreIds),
    studios: await namesOf(given.studios, given.studioIds),
    people: await namesOf(given.people, given.personIds),
    images: given.pictures ?? null,
    order: order ?? [],
  }
}

type Names = readonly string[] | null | undefined

export function searchOf(text: string | null | undefined): string | null {
  return text?.trim() || null
}

function plainOf(given: ItemFilterInput): Partial<ItemQuery> {
  return Object.fromEntries(
    Object.entries(given).filter(([name, value]) => name in everything && (value ?? null) !== null),
  )
}

export const nowhere: ItemRef = {
  configuration: 0,
  kind: 'user',
  space: 'opaque',
  number: 0,
  season: null,
  episode: null,
  version: 0,
}
