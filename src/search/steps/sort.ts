import { sortedIndexes } from '../../core/sorting.ts'
import type { Work } from '../../core/scheduler.ts'
import type { Lead } from '../../model/search-plan.ts'
import type { MediaQuery, Stream } from '../../model/search-result.ts'
import { defaultOrder } from '../../model/vocabulary.ts'
import type { SortKey } from '../../model/vocabulary.ts'
import type { FilterSettings, SortSettings } from '../../model/user-data.ts'
import { createRank, type Rank } from './rank.ts'
import { describeKey } from './sort-values.ts'

export type Sort = (streams: readonly Stream[], query: MediaQuery) => Work<readonly Stream[]>

export type Order = {
  readonly sort: Sort
  /** What puts one stream before another that it is sorted before. */
  readonly leadOf: (stream: Stream, other: Stream, query: MediaQuery) => Lead
}

type Criteria = NonNullable<SortSettings['global']>
type ListName = 'global' | 'movies' | 'series' | 'anime' | 'cached'
type Criterion = {
  readonly by: SortKey
  readonly rank: Rank
  readonly sign: 1 | -1
  readonly path: string | null
}

/** Cached results need no peers. */
const defaultCachedOrder: readonly SortKey[] = [
  'expressionScore',
  'regexScore',
  'keyword',
  'library',
  'language',
  'service',
  'resolution',
  'quality',
  'visualTag',
  'audioTag',
  'audioChannel',
  'encode',
  'size',
]

/**
 * The list for the query's kind, else `global`, else a default; one for `cached` puts cached results first. Missing values
 * come last in either direction, ties keep the source order, and unplayable notes end the list.
 */
export function createOrder(
  sort: SortSettings | undefined,
  filters: FilterSettings | undefined,
): Order {
  const ranks = new Map<SortKey, Rank>()
  const chosen = [sort?.global, sort?.movies, sort?.series, sort?.anime]
  const global = compileOr('global', compile(criteriaOf(defaultOrder), null))
  const lists = {
    global,
    movies: compileOr('movies', global),
    series: compileOr('series', global),
    anime: compileOr('anime', global),
  }
  const byDefault = chosen.every((list) => listOf(list) === null)
  const cached = compileOr(
    'cached',
    byDefault ? compile(criteriaOf(defaultCachedOrder), null) : null,
  )

  function compile(criteria: Criteria, list: ListName | null): Criterion[] {
    return criteria.map(({ by, direction }, index) => {
      const rank = ranks.get(by) ?? createRank(by, filters)
      ranks.set(by, rank)
      // For age the smallest number is the best, so it ascends by default.
      const sign = direction === (by === 'age' ? 'desc' : 'asc') ? 1 : -1
      return { by, rank, sign, path: list && `sort.${list}[${index}]` }
    })
  }

  function compileOr<T>(name: ListName, otherwise: T): Criterion[] | T {
    const list = listOf(sort?.[name])
    return list ? compile(list, name) : otherwise
  }

  function* sortStreams(streams: readonly Stream[], query: MediaQuery): Work<readonly Stream[]> {
    const others = lists[kindOf(query)]
    const columns = Math.max(others.length, cached?.length ?? 0) + 1
    const keys = new Float64Array(streams.length * columns)
    for (const [index, stream] of streams.entries()) {
      const group = groupOf(stream, cached !== null)
      writeKeys(keys, index * columns, stream, group === 0 && cached ? cached : others, group)
      if (index % 512 === 511) yield
    }
    const order = yield* sortedIndexes(streams.length, (a, b) => {
      const rowA = a * columns
      const rowB = b * columns
      for (let column = 0; column < columns; column++) {
        const keyA = keys[rowA + column]!
        const keyB = keys[rowB + column]!
        if (keyA !== keyB) return keyA < keyB ? -1 : 1
      }
      const [first, second] = [streams[a]!, streams[b]!]
      return first.sourceIndex - second.sourceIndex || first.position - second.position
    })
    return Array.from(order, (index) => streams[index]!)
  }

  function leadOf(stream: Stream, other: Stream, query: MediaQuery): Lead {
    const [ahead, behind] = [groupOf(stream, cached !== null), groupOf(other, cached !== null)]
    if (ahead !== behind) {
      const path = behind === 2 || !listOf(sort?.cached) ? null : 'sort.cached'
      return { by: behind === 2 ? 'note' : 'cachedFirst', path, own: null, other: null }
    }
    for (const { by, rank, path } of ahead === 0 && cached ? cached : lists[kindOf(query)]) {
      if (Object.is(keyOf(rank(stream)), keyOf(rank(other)))) continue
      return { by, path, own: describeKey(by, stream), other: describeKey(by, other) }
    }
    return { by: 'arrival', path: null, own: null, other: null }
  }

  return { sort: sortStreams, leadOf }
}

/** Lower sorts earlier: the group, then a number for each criterion. */
function writeKeys(
  keys: Float64Array,
  at: number,
  stream: Stream,
  criteria: readonly Criterion[],
  group: number,
): void {
  keys[at] = group
  for (let index = 0; index < criteria.length; index++) {
    const { rank, sign } = criteria[index]!
    const value = keyOf(rank(stream))
    keys[at + 1 + index] = value === null ? Infinity : sign * value
  }
}

function keyOf(value: number | null): number | null {
  return Number.isNaN(value) ? null : value
}

function groupOf({ type, cached }: Stream, cachedFirst: boolean): number {
  if (type === 'error' || type === 'statistic') return 2
  return cachedFirst && cached === true ? 0 : 1
}

function kindOf({ anime, type }: MediaQuery): 'anime' | 'movies' | 'series' | 'global' {
  if (anime) return 'anime'
  if (type === 'movie') return 'movies'
  return type === 'series' ? 'series' : 'global'
}

function listOf(list: Criteria | undefined): Criteria | null {
  return list !== undefined && list.length > 0 ? list : null
}

function criteriaOf(keys: readonly SortKey[]): Criteria {
  return keys.map((by) => ({ by }))
}
