import { sortedIndexes } from '../../core/sorting.ts'
import type { Work } from '../../core/scheduler.ts'
import type { MediaQuery, Stream } from '../../model/search-result.ts'
import type { SortKey } from '../../model/user-data/ordering.ts'
import type { FilterSettings, SortSettings } from '../../model/user-data.ts'
import { createRank, type Rank } from './rank.ts'

export type Sort = (streams: readonly Stream[], query: MediaQuery) => Work<readonly Stream[]>

type Criteria = NonNullable<SortSettings['global']>
type Criterion = { readonly rank: Rank; readonly sign: 1 | -1 }

const defaultOrder: readonly SortKey[] = [
  'expressionScore',
  'regexScore',
  'keyword',
  'library',
  'cached',
  'language',
  'resolution',
  'quality',
  'seeders',
  'visualTag',
  'audioTag',
  'encode',
  'size',
]
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
export function createSort(
  sort: SortSettings | undefined,
  filters: FilterSettings | undefined,
): Sort {
  const ranks = new Map<SortKey, Rank>()
  const chosen = [sort?.global, sort?.movies, sort?.series, sort?.anime]
  const global = compile(listOf(sort?.global) ?? criteriaOf(defaultOrder))
  const lists = {
    global,
    movies: compileOr(sort?.movies, global),
    series: compileOr(sort?.series, global),
    anime: compileOr(sort?.anime, global),
  }
  const byDefault = chosen.every((list) => listOf(list) === null)
  const cached = compileOr(sort?.cached, byDefault ? compile(criteriaOf(defaultCachedOrder)) : null)

  function compile(criteria: Criteria): Criterion[] {
    return criteria.map(({ by, direction }) => {
      const rank = ranks.get(by) ?? createRank(by, filters)
      ranks.set(by, rank)
      // For age the smallest number is the best, so it ascends by default.
      return { rank, sign: direction === (by === 'age' ? 'desc' : 'asc') ? 1 : -1 }
    })
  }

  function compileOr<T>(criteria: Criteria | undefined, otherwise: T): Criterion[] | T {
    const list = listOf(criteria)
    return list ? compile(list) : otherwise
  }

  return function* sortStreams(streams, query) {
    const others = lists[kindOf(query)]
    const columns = Math.max(others.length, cached?.length ?? 0) + 1
    const keys = new Float64Array(streams.length * columns)
    for (const [index, stream] of streams.entries()) {
      const first = cached && stream.cached === true
      writeKeys(keys, index * columns, stream, first ? cached : others, first ? 0 : 1)
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
}

/** Lower sorts earlier: the group, then a number for each criterion. */
function writeKeys(
  keys: Float64Array,
  at: number,
  stream: Stream,
  criteria: readonly Criterion[],
  group: number,
): void {
  keys[at] = stream.type === 'error' || stream.type === 'statistic' ? 2 : group
  for (let index = 0; index < criteria.length; index++) {
    const { rank, sign } = criteria[index]!
    const value = rank(stream)
    keys[at + 1 + index] = value === null || Number.isNaN(value) ? Infinity : sign * value
  }
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
