import type { ItemQuery } from '../model/item-query.ts'
import type { SeriesStatus } from '../model/item-query.ts'
import { isSameRef } from '../model/item-ref.ts'
import type { ItemRef } from '../model/item-ref.ts'
import type { ItemImages, LibraryItem } from '../model/library-item.ts'
import { ageOf, ageOfTitle } from '../model/certification.ts'
import type { Facts } from './facts.ts'
import { folded } from '../core/folded-text.ts'
import { sortNameOf, withoutArticle } from './names.ts'
import { premiereOf } from './order.ts'
import { createNameRank } from './search.ts'
import type { Title } from './title.ts'

/** Ignores what the user has done with a title, and where it is listed. */
export function createFilter(query: ItemQuery): (title: Facts) => boolean {
  const tests = [...testsOf(query)]
  return (title) => tests.every((test) => test(title))
}

export function itemFilter(
  query: ItemQuery,
  factsOf: (item: LibraryItem) => Facts,
): (item: LibraryItem) => boolean {
  const fits = createFilter(query)
  return (item) => isNotExcluded(item.ref, query) && fits(factsOf(item))
}

export function isNotExcluded(ref: ItemRef, { excludeIds }: ItemQuery): boolean {
  return !excludeIds.some((other) => isSameRef(ref, other))
}

type Test = (title: Facts) => boolean

function* testsOf(query: ItemQuery): Generator<Test> {
  const { kinds, excludeKinds, search, genres, years, certifications, studios, people } = query
  if (query.aired !== null) yield ({ aired }) => aired === query.aired
  if (kinds) yield ({ kind }) => kinds.includes(kind)
  if (excludeKinds.length > 0) yield ({ kind }) => !excludeKinds.includes(kind)
  if (search !== null) yield nameMatch(search)
  if (query.nameStartsWith !== null) {
    // Not the sort name, whose numbers begin with zeros.
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
  if (people) yield anyOf(people, (facts) => namesOf(facts, query.personTypes))
  if (query.within) yield isWithin(query.within)
  // Sources have no tags.
  if (query.tags) yield () => false
  if (query.seriesStatus) {
    const wanted = query.seriesStatus
    const now = Date.now()
    yield (facts) =>
      facts.kind === 'series' && statusesOf(facts, now).some((status) => wanted.includes(status))
  }
  if (query.minRating !== null) {
    const least = query.minRating
    yield ({ meta }) => meta.rating !== null && meta.rating >= least
  }
  if (query.premieredFrom !== null) {
    const from = query.premieredFrom
    yield (title) => (premieredAt(title) ?? -Infinity) >= from
  }
  yield* knownTestsOf(query)
  yield* ageTestsOf(query)
  if (query.premieredTo !== null) {
    const to = query.premieredTo
    yield (title) => (premieredAt(title) ?? Infinity) <= to
  }
}

function* knownTestsOf(query: ItemQuery): Generator<Test> {
  const { hasCertification, hasOverview, hasTrailer, withIds, withoutIds, images } = query
  if (hasCertification !== null)
    yield ({ meta }) => (meta.certification !== null) === hasCertification
  if (hasOverview !== null) yield ({ meta }) => (meta.description !== null) === hasOverview
  if (hasTrailer !== null) yield ({ meta }) => meta.trailers.length > 0 === hasTrailer
  const idOf = (meta: Facts['meta'], space: string): string | undefined =>
    (meta.ids as Readonly<Record<string, string | undefined>>)[space]
  if (withIds.length > 0)
    yield ({ meta }) => withIds.every((space) => idOf(meta, space) !== undefined)
  if (withoutIds.length > 0)
    yield ({ meta }) => withoutIds.every((space) => idOf(meta, space) === undefined)
  if (images) yield ({ meta }) => images.some((image) => pictureOf(meta, image) !== null)
  if (query.index !== null) yield ({ index }) => index === query.index
  if (query.parentIndex !== null) yield ({ parentIndex }) => parentIndex === query.parentIndex
  if (query.addedFrom !== null) {
    const from = query.addedFrom
    yield ({ addedAt }) => addedAt !== null && addedAt >= from
  }
}

function* ageTestsOf({ minCertification, maxCertification }: ItemQuery): Generator<Test> {
  const age = ({ meta }: Facts): number | null =>
    meta.certification === null ? null : ageOfTitle(meta.certification)
  if (minCertification !== null) {
    const least = ageOf(minCertification) ?? NaN
    yield (facts) => (age(facts) ?? NaN) >= least
  }
  if (maxCertification !== null) {
    const most = ageOf(maxCertification) ?? NaN
    yield (facts) => (age(facts) ?? NaN) <= most
  }
}

function isWithin({ kind, name }: NonNullable<ItemQuery['within']>): Test {
  const wanted = folded(name)
  if (kind === 'year') return ({ meta }) => String(meta.year) === name
  if (kind === 'genre') return ({ foldedGenres }) => foldedGenres.includes(wanted)
  if (kind === 'person') return anyOf([name], (facts) => namesOf(facts, null))
  return anyOf([name], ({ meta }) => meta.studios)
}

function namesOf({ meta }: Facts, types: ItemQuery['personTypes']): readonly string[] {
  return meta.people.flatMap(({ name, type }) => (types?.includes(type) === false ? [] : name))
}

/** An announced series counts as continuing. */
function statusesOf(facts: Facts, now: number): readonly SeriesStatus[] {
  const status = facts.meta.continuing === false ? 'Ended' : 'Continuing'
  return (premieredAt(facts) ?? 0) > now ? [status, 'Unreleased'] : [status]
}

function pictureOf(meta: Facts['meta'], image: keyof ItemImages): string | null {
  if (image === 'primary') return meta.poster
  return image === 'logo' ? meta.logo : meta.background
}

export function nameMatch(search: string): (title: Pick<Title, 'folded'>) => boolean {
  const rankOf = createNameRank(search)
  return (title) => rankOf(title) !== null
}

function premieredAt({ meta }: Facts): number | null {
  return premiereOf({ premieredAt: meta.released, year: meta.year })
}

function anyOf(names: readonly string[], listOf: (title: Facts) => readonly string[]): Test {
  const wanted = new Set(names.map(folded))
  return (title) => listOf(title).some((name) => wanted.has(folded(name)))
}
