import type { ItemQuery } from '../model/item-query.ts'
import { folded, sortNameOf } from './names.ts'
import type { Title } from './title.ts'

/** Whether titles are what a query asks for, apart from what the viewer has done with them and where they are listed. */
export function createTitleFilter(query: ItemQuery): (title: Title) => boolean {
  const tests = [...testsOf(query)]
  return (title) => tests.every((test) => test(title))
}

type Test = (title: Title) => boolean

function* testsOf(query: ItemQuery): Generator<Test> {
  const { kinds, excludeKinds, search, genres, years, certifications, studios, people } = query
  if (kinds) yield ({ kind }) => kinds.includes(kind)
  if (excludeKinds.length > 0) yield ({ kind }) => !excludeKinds.includes(kind)
  if (search !== null) yield nameMatch(search)
  if (query.nameStartsWith !== null) {
    const start = sortNameOf(query.nameStartsWith)
    yield ({ sortName }) => sortName.startsWith(start)
  }
  if (query.nameFrom !== null) {
    const from = sortNameOf(query.nameFrom)
    yield ({ sortName }) => sortName >= from
  }
  if (query.nameBefore !== null) {
    const before = sortNameOf(query.nameBefore)
    yield ({ sortName }) => sortName < before
  }
  if (genres) {
    const wanted = new Set(genres.map(folded))
    yield ({ foldedGenres }) => foldedGenres.some((genre) => wanted.has(genre))
  }
  if (years) yield ({ meta }) => meta.year !== null && years.includes(meta.year)
  if (certifications) {
    const wanted = new Set(certifications.map(folded))
    yield ({ meta }) => meta.certification !== null && wanted.has(folded(meta.certification))
  }
  if (studios) yield anyOf(studios, ({ meta }) => meta.studios)
  if (people) yield anyOf(people, ({ meta }) => meta.people.map(({ name }) => name))
  // Sources know no tags.
  if (query.tags) yield () => false
  if (query.seriesStatus) {
    const wanted = query.seriesStatus
    yield ({ kind, meta }) =>
      kind === 'series' && wanted.includes(meta.continuing === false ? 'Ended' : 'Continuing')
  }
  if (query.minRating !== null) {
    const least = query.minRating
    yield ({ meta }) => meta.rating !== null && meta.rating >= least
  }
  if (query.premieredFrom !== null) {
    const from = query.premieredFrom
    yield (title) => (premiereOf(title) ?? -Infinity) >= from
  }
  if (query.premieredTo !== null) {
    const to = query.premieredTo
    yield (title) => (premiereOf(title) ?? Infinity) <= to
  }
}

/** Every word of the search begins a word of the name. */
export function nameMatch(search: string): (title: Pick<Title, 'folded'>) => boolean {
  const words = folded(search).split(/\s+/).filter(Boolean)
  return (title) => {
    const padded = ` ${title.folded.replaceAll(/[^\p{L}\p{N}]+/gu, ' ')}`
    return words.every((word) => padded.includes(` ${word}`) || title.folded.includes(word))
  }
}

/** Epoch milliseconds of the first broadcast, as exactly as it is known. */
export function premiereOf({ meta }: Title): number | null {
  return meta.released ?? (meta.year === null ? null : Date.UTC(meta.year, 0))
}

function anyOf(names: readonly string[], listOf: (title: Title) => readonly string[]): Test {
  const wanted = new Set(names.map(folded))
  return (title) => listOf(title).some((name) => wanted.has(folded(name)))
}
