import { describe, expect, it } from 'vitest'
import { regularEpisodes, seasonsOf } from '../../src/library/episodes.ts'
import { sourceMeta, sourceVideo } from '../support/source-meta.ts'

const now = Date.parse('2026-01-01')
const before = now - 1
const after = now + 1

function seasons(videos: Parameters<typeof sourceVideo>[0][], values = {}) {
  return seasonsOf(sourceMeta({ videos: videos.map(sourceVideo), ...values }), now)
}

function places(list: ReturnType<typeof seasonsOf>) {
  return list.flatMap(({ episodes }) =>
    episodes.map(({ season, episode }) => `${season}x${episode}`),
  )
}

describe('The seasons of a series', () => {
  it('are in order, specials first, each episode once', () => {
    const found = seasons([
      { season: 2, episode: 1 },
      { season: 1, episode: 10 },
      { season: 1, episode: 2, id: 'first' },
      { season: 1, episode: 2, id: 'second' },
      { season: 0, episode: 1 },
    ])
    expect(places(found)).toEqual(['0x1', '1x2', '1x10', '2x1'])
    expect(found[1]!.episodes[0]!.video.id).toBe('first')
    expect(places([{ number: 1, episodes: regularEpisodes(found) }])).toEqual([
      '1x2',
      '1x10',
      '2x1',
    ])
  })

  it('hold videos without numbers in season 1, from the oldest on, behind those that have one', () => {
    const found = seasons([
      { season: null, episode: null, id: 'new', released: 20 },
      { season: null, episode: null, id: 'old', released: 10 },
      { season: null, episode: 4, id: 'fourth' },
    ])
    expect(found[0]!.episodes.map(({ episode, video }) => [episode, video.id])).toEqual([
      [4, 'fourth'],
      [5, 'old'],
      [6, 'new'],
    ])
  })

  it('leave out numbers that no id can hold', () => {
    const found = seasons([
      { season: 4_094, episode: 4_094 },
      { season: 4_095, episode: 1 },
      { season: 1, episode: 4_095 },
    ])
    expect(places(found)).toEqual(['4094x4094'])
  })

  it('count thousands of videos at once', () => {
    const many = Array.from({ length: 20_000 }, () => ({ season: null, episode: null }))
    expect(seasons(many)[0]!.episodes).toHaveLength(4_094)
  })
})

describe('An episode was broadcast', () => {
  function aired(videos: Parameters<typeof sourceVideo>[0][], continuing: boolean | null = null) {
    return seasons(videos, { continuing }).flatMap(({ episodes }) =>
      episodes.map((one) => one.aired),
    )
  }

  it('when its date is over', () => {
    expect(
      aired([
        { episode: 1, released: before },
        { episode: 2, released: after },
      ]),
    ).toEqual([true, false])
  })

  it('without a date, where a later one was, no dates are known, or the series has ended', () => {
    const undated = { episode: 1 }
    const dated = { episode: 2, released: before }
    expect(aired([undated, dated, { episode: 3 }])).toEqual([true, true, false])
    expect(aired([undated, dated, { episode: 3 }], false)).toEqual([true, true, true])
    expect(aired([undated, { episode: 2 }])).toEqual([true, true])
    expect(aired([{ season: 0, episode: 9 }, dated])).toEqual([true, true])
  })
})
