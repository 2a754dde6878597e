import type { ItemQuery } from '../model/item-query.ts'
import type { ItemKind } from '../model/item-ref.ts'
import type { SourceMeta } from '../model/source-meta.ts'
import { folded, sortNameOf, withoutArticle } from './names.ts'
import { createNameRank } from './search.ts'
import type { Title } from './title.ts'

/** What is looked at of a title, or of anything else that is listed. */
export type Facts = Pick<Title, 'sortName' | 'folded' | 'foldedGenres'> & {
  readonly kind: ItemKind
  readonly meta: Pick<
    SourceMeta,
    'year' | 'released' | 'certification' | 'studios' | 'people' | 'continuing' | 'rating'
  >
}

/** Whether titles are what a query asks for, apart from what the viewer has done with them and where they are listed. */
export function createTitleFilter(query: ItemQuery): (title: Facts) => boolean {
  const tests = [...testsOf(query)]
  return (title) => tests.every((test) => test(title))
}

type Test = (title: Facts) => boolean

function* testsOf(query: ItemQuery): Generator<Test> {
  const { kinds, excludeKinds, search, genres, years, certifications, studios, people } = query
  if (kinds) yield ({ kind }) => kinds.includes(kind)
  if (excludeKinds.length > 0) yield ({ kind }) => !excludeKinds.includes(kind)
  if (search !== null) yield nameMatch(search)
  if (query.nameStartsWith !== null) {
    // Not what is sorted by, whose numbers begin with zeros.
    const start = withoutArticle(folded(query.nameStartsWith))
    yield (title) => withoutArticle(title.folded).startsWith(start)
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

/** Every word of the search is in the name. */
export function nameMatch(search: string): (title: Pick<Title, 'folded'>) => boolean {
  const rankOf = createNameRank(search)
  return (title) => rankOf(title) !== null
}

/** Epoch milliseconds of the first broadcast, as exactly as it is known. */
export function premiereOf({ meta }: Pick<Facts, 'meta'>): number | null {
  return meta.released ?? (meta.year === null ? null : Date.UTC(meta.year, 0))
}

function anyOf(names: readonly string[], listOf: (title: Facts) => readonly string[]): Test {
  const wanted = new Set(names.map(folded))
  return (title) => listOf(title).some((name) => wanted.has(folded(name)))
}
