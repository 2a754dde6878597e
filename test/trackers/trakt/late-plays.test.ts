import { describe, expect, it } from 'vitest'
import { at, episode, minute } from '../../support/trackers/events.ts'
import { openTrakt } from '../../support/trackers/harness.ts'
import { breakingBad, inception } from '../../support/trackers/trakt-titles.ts'

const finished = { played: true, positionMs: 148 * minute }
const isoOf = (time: number) => new Date(time).toISOString()

describe('a play of which Trakt hears late', () => {
  async function open() {
    const opened = await openTrakt({ now: () => at + 20 * minute })
    const { server } = opened
    const has = (play: Partial<(typeof server.history)[number]>) =>
      server.history.push({ title: inception, season: null, episode: null, at: isoOf(at), ...play })
    return { ...opened, has }
  }

  it('is put into the history with its own date', async () => {
    const { server, push } = await open()
    expect(await push(finished)).toEqual({ kind: 'delivered' })
    expect(await push({ ...episode, played: true })).toEqual({ kind: 'delivered' })
    expect(server.history).toEqual([
      { title: inception, season: null, episode: null, at: isoOf(at) },
      { title: breakingBad, season: 2, episode: 7, at: isoOf(at) },
    ])
  })

  it('is not put there again where Trakt has counted its scrobble, whose answer was lost', async () => {
    const { server, push, has } = await open()
    has({ at: isoOf(at + 4 * minute) })
    has({ title: breakingBad, season: 2, episode: 7, at: isoOf(at + 5_000) })
    expect(await push(finished)).toEqual({ kind: 'delivered' })
    expect(await push({ ...episode, played: true })).toEqual({ kind: 'delivered' })
    expect(server.history).toHaveLength(2)
  })

  it('is put there beside plays of other titles, and of itself at other times', async () => {
    const { server, push, has } = await open()
    has({ at: isoOf(at - 30 * minute) })
    has({ title: breakingBad, season: 2, episode: 6 })
    expect(await push(finished)).toEqual({ kind: 'delivered' })
    expect(await push({ ...episode, played: true })).toEqual({ kind: 'delivered' })
    expect(server.history).toHaveLength(4)
  })

  it('waits where the history cannot be read', async () => {
    const { server, push } = await open()
    server.failNext('/sync/history', { status: 429, headers: { 'retry-after': '7' } })
    expect(await push(finished)).toMatchObject({ kind: 'retry', afterMs: 7_000 })
    expect(server.history).toEqual([])
  })

  it.each([400, 404, 405])('is put there where the history is refused with %i', async (status) => {
    const { server, push } = await open()
    server.failNext('/sync/history', { status })
    expect(await push(finished)).toEqual({ kind: 'delivered' })
    expect(server.history).toHaveLength(1)
  })

  it('waits for another connection where the history is not for this one', async () => {
    const { server, push } = await open()
    server.failNext('/sync/history', { status: 403 })
    expect(await push(finished)).toMatchObject({ kind: 'unauthorized' })
    expect(server.history).toEqual([])
  })
})
