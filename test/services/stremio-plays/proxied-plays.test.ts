import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createProxiedPlays } from '../../../src/services/stremio-plays/proxied-plays.ts'
import type { Heard, Viewed } from '../../../src/services/stremio-plays/recorder.ts'
import { household, libraryItem } from '../../support/library-item.ts'

const minute = 60_000
const megabyte = 2 ** 20
/** A film of a hundred minutes, ten megabytes each. */
const total = 1_000 * megabyte
const durationMs = 100 * minute

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function open() {
  const people = household()
  const user = { ...people, profile: people.profiles[0]!, via: 'basic', device: null } as const
  const viewed = { user, item: libraryItem(), itemId: 'a' } as unknown as Viewed
  const heard: [Heard['event'], number | null][] = []
  const began: Heard['began'][] = []
  const plays = createProxiedPlays({
    recorder: {
      async report(_viewed, { event, positionMs, began: at }) {
        began.push(at)
        heard.push([event, positionMs === null ? null : Math.round(positionMs / minute)])
      },
    },
    onFailure: (error) => {
      throw error
    },
  })
  onTestFinished(() => plays.stop())

  /** A request that is read at the speed of the film. */
  function begin(from: number, of = total) {
    const reading = plays.begin(viewed, { from: from * megabyte, total: of }, durationMs)
    let taken = 0
    return {
      watch(minutes: number): void {
        for (let step = 0; step < minutes * 12; step++) {
          vi.advanceTimersByTime(5_000)
          taken += (10 * megabyte) / 12
          reading.sample(taken)
        }
      },
      close: () => reading.close(taken),
    }
  }
  return { heard, began, begin, last: () => heard.at(-1), stop: () => plays.stop() }
}

describe('what the service carries', () => {
  it('is reported twice a minute, and when the player leaves', () => {
    const { heard, begin, last } = open()
    const film = begin(0)
    film.watch(10)
    expect(heard).toHaveLength(20)
    expect(heard.every(([event]) => event === 'position')).toBe(true)
    film.watch(0.25)
    film.close()
    expect(heard).toHaveLength(21)
    expect(last()).toEqual(['position', 10])
  })

  it('ends by itself, whatever becomes of another version of the title', () => {
    const { begin, heard } = open()
    const first = begin(0)
    first.watch(95)
    const second = begin(0, total + megabyte)
    second.watch(95)
    first.close()
    vi.advanceTimersByTime(minute / 2)
    second.close()
    vi.advanceTimersByTime(minute)
    expect(heard.filter(([event]) => event === 'end')).toHaveLength(2)
  })

  it('rests once nobody has read for five minutes', () => {
    const { begin, last, heard } = open()
    const film = begin(0)
    film.watch(30)
    film.close()
    vi.advanceTimersByTime(4 * minute)
    const more = begin(300)
    vi.advanceTimersByTime(4 * minute)
    expect(last()).toEqual(['position', 30])
    more.close()
    vi.advanceTimersByTime(6 * minute)
    expect(last()).toEqual(['rest', 30])
    expect(heard.filter(([event]) => event === 'rest')).toHaveLength(1)
  })

  it('ends a minute after a film that was watched to its end', () => {
    const { begin, last } = open()
    const film = begin(0)
    film.watch(100)
    film.close()
    vi.advanceTimersByTime(minute)
    expect(last()).toEqual(['end', 100])
  })

  it('says when and where a player began to read', () => {
    const { begin, began } = open()
    const startedAt = Date.now() + 5_000
    begin(500).watch(2)
    expect(began.at(-1)).toEqual({ at: startedAt, positionMs: 50 * minute })
  })

  it('says before the service stops what was watched, and how far the rest has come', () => {
    const watched = open()
    watched.begin(0).watch(95.25)
    watched.stop()
    expect(watched.heard.slice(-2)).toEqual([
      ['position', 95],
      ['end', 95],
    ])
    const ending = open()
    const film = ending.begin(0)
    film.watch(95)
    film.close()
    ending.stop()
    vi.advanceTimersByTime(10 * minute)
    expect(ending.heard.filter(([event]) => event === 'end')).toEqual([['end', 95]])
    const begun = open()
    const other = begun.begin(0)
    other.watch(30.25)
    begun.stop()
    other.close()
    expect(begun.last()).toEqual(['position', 30])
    expect(begun.heard).toHaveLength(61)
  })

  it('is not finished by a look at the end of the file', () => {
    const { begin, last } = open()
    const film = begin(0)
    film.watch(5)
    const index = begin(980)
    index.watch(2)
    index.close()
    film.watch(1)
    film.close()
    vi.advanceTimersByTime(10 * minute)
    expect(last()).toEqual(['rest', 6])
  })
})
