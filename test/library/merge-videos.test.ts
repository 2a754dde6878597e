import { describe, expect, it } from 'vitest'
import { mergeVideos } from '../../src/library/merge-videos.ts'
import type { SourceVideo } from '../../src/model/source-meta.ts'
import { sourceVideo } from '../support/source-meta.ts'

const week = 7 * 86_400_000

/** One episode a week, counted from `from` on, written as one season or as several. */
function weekly(
  count: number,
  place: (index: number) => readonly [season: number, episode: number],
  values: (index: number) => Partial<SourceVideo> = () => ({}),
): SourceVideo[] {
  return Array.from({ length: count }, (_, index) => {
    const [season, episode] = place(index)
    return sourceVideo({ season, episode, released: (index + 1) * week, ...values(index) })
  })
}

const absolute = (index: number) => [1, index + 1] as const
const bySeason = (index: number) => [1 + Math.floor(index / 10), 1 + (index % 10)] as const
const placesOf = (videos: readonly SourceVideo[]) =>
  videos.map(({ season, episode }) => `${season}:${episode}`)

describe('Episodes of two sources', () => {
  it('are those of both, each completed by its other one, under the ids of the first', () => {
    const first = weekly(10, bySeason, (index) => (index === 0 ? { title: 'Own' } : {}))
    const second = weekly(20, bySeason, (index) => ({
      id: `tmdb:9:${bySeason(index).join(':')}`,
      title: `Title ${'abcdefghijklmnopqrst'[index]}`,
      overview: `Overview ${index}`,
      thumbnail: `https://pictures.example/${index}.jpg`,
      runtime: 40,
    }))
    const merged = mergeVideos(first, second)
    expect(placesOf(merged)).toEqual(placesOf(second))
    expect(merged[0]).toEqual({ ...second[0], id: 'tt1:1:1', title: 'Own' })
    expect(merged[19]).toEqual({ ...second[19], id: 'tt1:2:10' })
  })

  it.each([
    { is: 'the first in one season', first: absolute, second: bySeason },
    { is: 'the second in one season', first: bySeason, second: absolute },
  ])('are there once where they are numbered differently: $is', ({ first, second }) => {
    const own = weekly(30, first)
    expect(placesOf(mergeVideos(own, weekly(32, second)))).toEqual(placesOf(own))
  })

  it('are there once where dates are unknown, and names tell', () => {
    const names = Array.from({ length: 26 }, (_, index) => {
      return `The ${String.fromCodePoint(97 + index).repeat(5)}`
    })
    const named = (index: number) => ({ title: names[index]!, released: null })
    const own = weekly(26, absolute, named)
    expect(placesOf(mergeVideos(own, weekly(26, bySeason, named)))).toEqual(placesOf(own))
  })

  it('are there once where nothing tells whether they are the same', () => {
    const unknown = (index: number) => ({ title: `Episode ${index}`, released: null })
    const own = weekly(20, absolute, unknown)
    expect(placesOf(mergeVideos(own, weekly(20, bySeason, unknown)))).toEqual(placesOf(own))
  })

  it('are added although the first has specials that the second lacks', () => {
    const special = sourceVideo({ season: 0, episode: 1, released: null })
    const merged = mergeVideos([special, ...weekly(10, bySeason)], weekly(20, bySeason))
    expect(placesOf(merged)).toEqual(['0:1', ...placesOf(weekly(20, bySeason))])
  })

  it('leave a special out that the first has among the others', () => {
    const own = weekly(11, absolute)
    const special = sourceVideo({ season: 0, episode: 1, released: 11 * week })
    const later = weekly(13, absolute).slice(11)
    const merged = mergeVideos(own, [special, ...own.slice(0, 10), ...later])
    expect(placesOf(merged)).toEqual(placesOf(weekly(13, absolute)))
  })

  it('say nothing of each other where one counts a pilot', () => {
    const shifted = weekly(
      10,
      (index) => [1, index + 2],
      () => ({ overview: 'Of another' }),
    )
    expect(mergeVideos(weekly(10, absolute), shifted).map(({ overview }) => overview)).toEqual(
      Array(10).fill(null),
    )
  })

  it('are the videos of a channel that counts none, as the first has them', () => {
    const channel = [sourceVideo({ id: 'yt:1', season: null, episode: null })]
    const other = [sourceVideo({ id: 'yt:2', season: null, episode: null })]
    expect(mergeVideos(channel, other)).toEqual(channel)
    expect(mergeVideos([], other)).toEqual(other)
  })

  const dated = (count: number) =>
    weekly(count, absolute, (index) => ({ id: `own:${index}`, season: null, episode: null }))

  it.each([false, true])(
    'are there once where the first has dates alone, placed: %s',
    (isPlaced) => {
      expect(mergeVideos(dated(10), weekly(10, bySeason), isPlaced)).toEqual(dated(10))
      const longer = mergeVideos(dated(10), weekly(25, bySeason), isPlaced)
      expect(longer).toEqual([...dated(10), ...weekly(25, bySeason).slice(10)])
    },
  )

  it('are there once where the first has neither numbers nor dates', () => {
    const plain = dated(10).map((video) => ({ ...video, released: null }))
    expect(mergeVideos(plain, weekly(10, bySeason))).toEqual(plain)
  })

  it('are added although the first has a trailer beside them', () => {
    const trailer = sourceVideo({ id: 'own:t', season: null, episode: null, title: 'Trailer' })
    const merged = mergeVideos([trailer, ...weekly(10, bySeason)], weekly(20, bySeason))
    expect(merged).toEqual([trailer, ...weekly(20, bySeason)])
  })

  it('are bounded', () => {
    const many = (from: number) =>
      weekly(
        15_000,
        (index) => [1 + Math.floor((from + index) / 1_000), (from + index) % 1_000],
        (index) => ({ released: (from + index) * week }),
      )
    expect(mergeVideos(many(0), many(10_000))).toHaveLength(20_000)
  })
})
