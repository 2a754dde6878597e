import { AppError } from '../../core/errors.ts'
import { everything } from '../../model/item-query.ts'
import type { ItemKind, ItemRef } from '../../model/item-ref.ts'
import type { LibraryItem } from '../../model/library-item.ts'
import type { NameKind } from '../../model/item-ref.ts'
import type { User } from '../../model/household.ts'
import type { Ask } from './deps.ts'
import type { ItemAccess } from './item-access.ts'
import { readPage, readShortPage } from './paging.ts'
import type { PageInput } from './paging.ts'
import { nowhere, readQuery, searchOf } from './read-query.ts'
import type { ItemFilterInput, ItemListInput } from './read-query.ts'
import type { LibraryService } from './service.ts'

export const mostLatest = 200
export const mostSimilar = 100

export type BrowseService = ReturnType<typeof createBrowseService>

type Optional<T> = { readonly [Name in keyof T]?: T[Name] | null | undefined }

type EpisodesInput = PageInput &
  Optional<{
    seasonId: string
    season: number
    aired: boolean
    adjacentTo: string
    from: string
    shuffled: boolean
  }> & { readonly seriesId: string }

type SeasonsInput = Optional<{ special: boolean; aired: boolean }> & { readonly seriesId: string }

type NextUpInput = PageInput &
  Optional<{ seriesId: string; parentId: string; since: number }> & { readonly resumable: boolean }

type ResumeInput = PageInput &
  Optional<{
    parentId: string
    kinds: readonly ItemKind[]
    excludeKinds: readonly ItemKind[]
    search: string
  }>

type LatestInput = Optional<{ parentId: string; kinds: readonly ItemKind[]; played: boolean }> & {
  readonly limit: number
}

/** Use cases with ids as text. Throws NOT_FOUND for an unknown parent or series, BAD_REQUEST for an invalid page. */
export function createBrowseService(access: {
  readonly library: LibraryService
  readonly items: ItemAccess
}) {
  const { library, items } = access
  const refOf = (user: User, id: string | null | undefined) =>
    id ? items.requireRef(user, id) : null

  return {
    libraries: (user: User, options: { readonly hidden: boolean }, ask: Ask) =>
      library.libraries(user, options, ask),

    libraryFailures: (user: User) => library.libraryFailures(user),

    async items(user: User, input: ItemListInput, ask: Ask) {
      return readPage(input, async (range) =>
        library.items(user, { ...(await readQuery(access, user, input, ask)), ...range }, ask),
      )
    },

    item: (user: User, { id }: { readonly id: string }, ask: Ask) => items.find(user, id, ask),

    async seasons(user: User, { seriesId, special, aired }: SeasonsInput, ask: Ask) {
      const query = { special: special ?? null, aired: aired ?? null }
      return library.seasons(user, items.requireRef(user, seriesId), query, ask)
    },

    async episodes(user: User, input: EpisodesInput, ask: Ask) {
      const { seriesId, seasonId, season, aired, adjacentTo, from, shuffled, ...page } = input
      const series = items.requireRef(user, seriesId)
      const wanted = seasonId ? seasonOf(series, items.findRef(user, seasonId)) : season
      const query = {
        season: wanted ?? null,
        aired: aired ?? null,
        adjacentTo: adjacentTo ? (items.findRef(user, adjacentTo) ?? nowhere) : null,
        from: from ? items.findRef(user, from) : null,
        shuffled: shuffled ?? false,
      }
      return readPage(page, (range) => library.episodes(user, series, { ...query, ...range }, ask))
    },

    async ancestors(user: User, { id }: { readonly id: string }, ask: Ask) {
      const item = await items.find(user, id, ask)
      if (!item) return null
      const found: LibraryItem[] = []
      for (let parent = item.parent; parent !== null; parent = found.at(-1)!.parent) {
        const next = await items.findByRef(user, parent, ask)
        if (!next) break
        found.push(next)
      }
      return found
    },

    async nextUp(user: User, input: NextUpInput, ask: Ask) {
      const { seriesId, parentId, since, resumable, ...page } = input
      const series = refOf(user, seriesId)
      const parent = refOf(user, parentId)
      const query = { series, parent, since: since ?? null, resumable }
      return readShortPage(page, (range) => library.nextUp(user, { ...query, ...range }, ask))
    },

    async resume(user: User, input: ResumeInput, ask: Ask) {
      const { parentId, kinds, excludeKinds, search, ...page } = input
      const query = {
        parent: refOf(user, parentId),
        kinds: kinds ?? null,
        excludeKinds: excludeKinds ?? [],
        search: searchOf(search),
      }
      return readPage(page, (range) => library.resume(user, { ...query, ...range }, ask))
    },

    async latest(user: User, { parentId, kinds, limit, played }: LatestInput, ask: Ask) {
      const query = {
        parent: refOf(user, parentId),
        kinds: kinds ?? null,
        limit: within(limit, mostLatest),
        played: played ?? null,
      }
      return library.latest(user, query, ask)
    },

    async similar(user: User, input: { readonly id: string; readonly limit: number }, ask: Ask) {
      const ref = items.requireRef(user, input.id)
      return library.similar(user, ref, within(input.limit, mostSimilar), ask)
    },

    async names(user: User, { kind, ...input }: ItemListInput & { kind: NameKind }, ask: Ask) {
      return readPage(input, async (range) =>
        library.names(
          user,
          kind,
          { ...(await readQuery(access, user, input, ask)), ...range },
          ask,
        ),
      )
    },

    /** With details, whatever the case of the name; null where nothing has it. */
    async itemByName(user: User, input: { kind: NameKind; name: string }, ask: Ask) {
      const name = input.name.toLowerCase()
      const query = { ...everything, search: searchOf(input.name) }
      const { items: found } = await library.names(user, input.kind, query, ask)
      const named = found.find((item) => item.name.toLowerCase() === name)
      return named ? items.findByRef(user, named.ref, ask) : null
    },

    async facets(user: User, input: { filter?: ItemFilterInput | null | undefined }, ask: Ask) {
      return library.facets(user, await readQuery(access, user, input, ask), ask)
    },
  }
}

const unknownSeason = -1

function seasonOf({ space, number }: ItemRef, season: ItemRef | null): number | null {
  const isOwn = season?.kind === 'season' && season.space === space && season.number === number
  return isOwn ? season.season : unknownSeason
}

/** Throws BAD_REQUEST for a negative one. */
function within(limit: number, most: number): number {
  if (limit < 0) throw new AppError('BAD_REQUEST', 'limit must not be negative.')
  return Math.min(limit, most)
}
