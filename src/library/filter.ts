import type { ItemQuery } from '../model/item-query.ts'
import type { SeriesStatus } from '../model/item-query.ts'
import type { ItemKind } from '../model/item-ref.ts'
import type { ItemImages } from '../model/library-item.ts'
import type { SourceMeta } from '../model/source-meta.ts'
import { ageOf } from './certification.ts'
import { folded, sortNameOf, withoutArticle } from './names.ts'
import { createNameRank } from './search.ts'
import type { Title } from './title.ts'

/** What is looked at of a title, or of anything else that is listed. */
export type Facts = Pick<Title, 'sortName' | 'folded' | 'foldedGenres'> & {
  readonly kind: ItemKind
  readonly meta: Pick<
    SourceMeta,
    | 'year'
    | 'released'
    | 'certification'
    | 'genres'
    | 'studios'
    | 'people'
    | 'continuing'
    | 'rating'
    | 'description'
    | 'trailers'
    | 'ids'
    | 'poster'
    | 'background'
    | 'logo'
  >
  /** Epoch milliseconds of when the service first saw it. */
  readonly addedAt: number | null
  /** Number of a season, or of an episode. */
  readonly index: number | null
  /** Season of an episode. */
  readonly parentIndex: number | null
}

/** Of a film or series. */
export function factsOfTitle(title: Title, addedAt: number | null): Facts {
  const { kind, sortName, folded: name, foldedGenres, meta } = title
  return {
    kind,
    sortName,
    folded: name,
    foldedGenres,
    meta,
    addedAt,
    index: null,
    parentIndex: null,
  }
}

/** Of a genre, studio, person or year, which have a name and nothing else. */
export function factsOfName(kind: ItemKind, name: string): Facts {
  return {
    kind,
    sortName: sortNameOf(name),
    folded: folded(name),
    foldedGenres: [],
    meta: nothing,
    addedAt: null,
    index: null,
    parentIndex: null,
  }
}

const nothing: Facts['meta'] = {
  year: null,
  released: null,
  certification: null,
  genres: [],
  studios: [],
  people: [],
  continuing: null,
  rating: null,
  description: null,
  trailers: [],
  ids: {},
  poster: null,
  background: null,
  logo: null,
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
  if (people) yield anyOf(people, (facts) => namesOf(facts, query.personTypes))
  if (query.within) yield isWithin(query.within)
  // Sources know no tags.
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
    yield (title) => (premiereOf(title) ?? -Infinity) >= from
  }
  yield* knownTestsOf(query)
  yield* ageTestsOf(query)
  if (query.premieredTo !== null) {
    const to = query.premieredTo
    yield (title) => (premiereOf(title) ?? Infinity) <= to
  }
}

/** Whether something is known of a title at all. */
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

/** What an unknown certification stands for is unknown: nothing fits it. */
function* ageTestsOf({ minCertification, maxCertification }: ItemQuery): Generator<Test> {
  const age = ({ meta }: Facts): number | null =>
    meta.certification === null ? null : ageOf(meta.certification)
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

/** One that is announced goes on as well. */
function statusesOf(facts: Facts, now: number): readonly SeriesStatus[] {
  const status = facts.meta.continuing === false ? 'Ended' : 'Continuing'
  return (premiereOf(facts) ?? 0) > now ? [status, 'Unreleased'] : [status]
}

function pictureOf(meta: Facts['meta'], image: keyof ItemImages): string | null {
  if (image === 'primary') return meta.poster
  return image === 'logo' ? meta.logo : meta.background
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
