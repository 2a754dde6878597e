import { folded, withoutAccents } from '../../core/folded-text.ts'
import type { Work } from '../../core/scheduler.ts'
import type { CatalogSettings } from '../../model/user-data.ts'
import type { PlayerCatalog, CatalogRule, ListedCatalog } from './player-catalog.ts'
import type { OrderedCatalog } from './catalog-order.ts'
import { hasName, indexFolded, indexNames } from './name-index.ts'

export type IdOf = (first: string, ...rest: readonly string[]) => string

export type Draft<C extends ListedCatalog> = PlayerCatalog<C> &
  OrderedCatalog & {
    readonly ref: string
  }

/** A catalog before any rule, still without what takes time to find. */
export type Candidate<C extends ListedCatalog> = OrderedCatalog & {
  readonly make: () => Work<Draft<C>>
}

export const mostTitles = 10_000
const mostShuffled = 500
const mostSourceCatalogs = 200
const mostGenres = 500

type Merged = NonNullable<CatalogSettings['merged']>

/** Merged catalogs first, then those that are in none of them. */
export function* candidatesOf<C extends ListedCatalog>(
  listed: readonly C[],
  merged: Merged,
  idOf: IdOf,
): Work<readonly Candidate<C>[]> {
  const names: (readonly string[])[] = []
  for (const own of listed) {
    names.push(namesOf(own))
    yield
  }
  const index = indexFolded(names)
  yield
  const once = new Map(merged.map((own) => [own.id, own]))
  const inside = indexNames(merged.flatMap(({ catalogs }) => catalogs))
  yield
  return [
    ...[...once.values()].flatMap((own): readonly Candidate<C>[] => {
      const sourceCatalogs = sourceCatalogsOf(own.catalogs, index).map((place) => listed[place]!)
      return sourceCatalogs.length === 0 ? [] : [mergedCandidate(own, sourceCatalogs)]
    }),
    ...listed.flatMap((own, place): readonly Candidate<C>[] => {
      if (hasName(inside, names[place]!)) return []
      return [aloneCandidate(own, names[place]!, idOf)]
    }),
  ]
}

function sourceCatalogsOf(catalogs: readonly string[], index: ReturnType<typeof indexFolded>) {
  const sourceCatalogs = new Set<number>()
  for (const wanted of catalogs) {
    for (const place of index.get(folded(wanted)) ?? []) {
      if (sourceCatalogs.size < mostSourceCatalogs) sourceCatalogs.add(place)
      else return [...sourceCatalogs]
    }
  }
  return [...sourceCatalogs]
}

function mergedCandidate<C extends ListedCatalog>(
  { id, name, type, mix = 'interleave' }: Merged[number],
  sourceCatalogs: readonly C[],
): Candidate<C> {
  const names = [folded(id), folded(name)]
  return {
    names,
    *make() {
      const draft = yield* draftOf(id, name, type ?? sourceCatalogs[0]!.type, sourceCatalogs)
      return { ...draft, ref: id, isMerged: true, mix, names }
    },
  }
}

function aloneCandidate<C extends ListedCatalog>(
  own: C,
  names: readonly string[],
  idOf: IdOf,
): Candidate<C> {
  const sourceId = own.source?.id
  return {
    names,
    sourceId,
    *make() {
      const draft = yield* draftOf(idOf(own.key), own.plainName, own.type, [own])
      return { ...draft, ref: own.key, isMerged: false, names, sourceId }
    },
  }
}

function* draftOf<C extends ListedCatalog>(
  id: string,
  name: string,
  type: string,
  sourceCatalogs: readonly C[],
): Work<Omit<PlayerCatalog<C>, 'isMerged'>> {
  const genres = new Map<string, string>()
  for (const { genre } of sourceCatalogs) {
    for (const one of genre?.options ?? []) {
      if (genres.size < mostGenres) genres.set(folded(one), one)
    }
    yield
  }
  return {
    id,
    type,
    name,
    sourceCatalogs,
    mix: 'interleave',
    genre: null,
    genres: [...genres.values()],
    genreRequired: sourceCatalogs.every(({ genre }) => genre?.isRequired === true),
    shuffle: false,
    limit: mostTitles,
  }
}

/** As the rule changes it, with at most `mostParts` genres as catalogs of their own. */
export function ruled<C extends ListedCatalog>(
  draft: Draft<C>,
  { name = draft.name, genres = [], shuffle = false, limit = mostTitles }: CatalogRule,
  idOf: IdOf,
  mostParts: number,
) {
  const names = [...draft.names, folded(name)]
  const most = shuffle ? Math.min(limit, mostShuffled) : limit
  const whole: Draft<C> = { ...draft, name, names, shuffle, limit: most }
  const parts = genres.slice(0, mostParts).map((genre): Draft<C> => {
    const id = idOf(draft.id, withoutAccents(genre))
    const own = `${name}: ${genre}`
    return {
      ...whole,
      id,
      name: own,
      names: [folded(own)],
      beside: names,
      genre,
      genres: [],
      genreRequired: false,
    }
  })
  return { whole, parts }
}

export function namesOf({ key, name, plainName }: ListedCatalog): readonly string[] {
  return [folded(key), folded(name), folded(plainName)]
}
