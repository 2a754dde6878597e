import { createTitleFilter, nameMatch } from '../../library/filter.ts'
import { compareText, folded } from '../../library/names.ts'
import type { Title } from '../../library/title.ts'
import type { LibraryService } from './library.ts'
import { shelfOf } from './shelves.ts'
import type { Stock } from './stock.ts'

type NameKind = Parameters<LibraryService['names']>[1]

/** What occurs in the titles: genres, studios, people, years. */
export function createNameLists({ names, collections, make }: Stock) {
  const nameList: LibraryService['names'] = async (member, kind, query, ask) => {
    const collection = await collections.of(member, ask.signal)
    const shelf = shelfOf(collection, query.parent)
    const filter = createTitleFilter({
      ...query,
      search: null,
      nameStartsWith: null,
      nameFrom: null,
      nameBefore: null,
    })
    const titles = (shelf?.titles ?? collection.titles).filter(filter)
    const found = new Map<string, string | null>()
    for (const { meta } of titles)
      for (const [name, image] of namesIn(kind, meta)) if (!found.get(name)) found.set(name, image)
    if (shelf && kind === 'genre')
      for (const option of shelf.catalog.genre?.options ?? [])
        found.set(option, found.get(option) ?? null)
    const matches = query.search === null ? () => true : nameMatch(query.search)
    const wanted = [...found]
      .filter(([name]) => matches({ folded: folded(name) }))
      .sort(([a], [b]) => compareText(folded(a), folded(b)))
    const part = wanted.slice(
      query.start,
      query.limit === null ? undefined : query.start + query.limit,
    )
    const numbers = await names.numbersOf(part.map(([name]) => `${kind}:${name}`))
    const made = part.flatMap(([name, image]) => {
      const number = numbers.get(`${kind}:${name}`)
      return number === undefined ? [] : make.nameItem(member, kind, name, number, image)
    })
    return { items: made, total: wanted.length, start: query.start }
  }

  const facets: LibraryService['facets'] = async (member, query, ask) => {
    const collection = await collections.of(member, ask.signal)
    const shelf = shelfOf(collection, query.parent)
    const titles = (shelf?.titles ?? collection.titles).filter(createTitleFilter(query))
    const genres = sortedNames([
      ...titles.flatMap(({ meta }) => meta.genres),
      ...(shelf?.catalog.genre?.options ?? []),
    ])
    const studios = sortedNames(titles.flatMap(({ meta }) => meta.studios))
    const numbers = await names.numbersOf([
      ...genres.map((name) => `genre:${name}`),
      ...studios.map((name) => `studio:${name}`),
    ])
    const refs = (kind: 'genre' | 'studio', list: readonly string[]) =>
      list.flatMap((name) => {
        const number = numbers.get(`${kind}:${name}`)
        return number === undefined
          ? []
          : { name, ref: make.nameItem(member, kind, name, number).ref }
      })
    return {
      genres: refs('genre', genres),
      studios: refs('studio', studios),
      tags: [],
      certifications: sortedNames(titles.flatMap(({ meta }) => meta.certification ?? [])),
      years: [...new Set(titles.flatMap(({ meta }) => meta.year ?? []))].sort((a, b) => a - b),
    }
  }

  return { nameList, facets }
}

function namesIn(
  kind: NameKind,
  meta: Title['meta'],
): readonly (readonly [string, string | null])[] {
  if (kind === 'person') return meta.people.map(({ name, image }) => [name, image] as const)
  if (kind === 'year') return meta.year === null ? [] : [[String(meta.year), null]]
  return (kind === 'genre' ? meta.genres : meta.studios).map((name) => [name, null] as const)
}

function sortedNames(list: readonly string[]): readonly string[] {
  return [...new Set(list)].sort((a, b) => compareText(folded(a), folded(b)))
}
