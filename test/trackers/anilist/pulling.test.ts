import { describe, expect, it } from 'vitest'
import type { TrackerProvider } from '../../../src/model/tracker.ts'
import { lasting, memberToken, openAniList } from '../../support/trackers/harness.ts'

describe('what is known at AniList', () => {
  async function pulled(tracker: TrackerProvider, version: string | null = null) {
    const outcome = await tracker.pull(version, lasting(memberToken))
    if (outcome.kind !== 'pulled') throw new Error(outcome.kind)
    return outcome.pulled
  }

  it('is nothing at first', async () => {
    const { tracker } = await openAniList()
    expect(await pulled(tracker)).toMatchObject({ watched: [], begun: [], marked: [], ttlMs: null })
  })

  it('is every episode up to the progress', async () => {
    const { server, tracker } = await openAniList()
    const { updatedAt } = server.put(16_498, { progress: 3 })
    const { watched, marked } = await pulled(tracker)
    expect(watched).toEqual(
      [1, 2, 3].map((episode) => ({
        kind: 'episode',
        ids: { anilist: '16498' },
        name: 'Attack on Titan',
        year: 2013,
        season: null,
        episode,
        played: true,
        playCount: 1,
        positionMs: 0,
        durationMs: null,
        favorite: null,
        likes: null,
        // A list dates its entry, not each episode.
        at: episode === 3 ? updatedAt * 1_000 : null,
      })),
    )
    expect(marked).toEqual([])
  })

  it('is a film that was seen', async () => {
    const { server, tracker } = await openAniList()
    server.put(199, { status: 'COMPLETED' })
    const { watched } = await pulled(tracker)
    expect(watched).toMatchObject([
      {
        kind: 'movie',
        ids: { anilist: '199' },
        name: 'Spirited Away',
        episode: null,
        played: true,
      },
    ])
  })

  it('is all of it where a further round has begun', async () => {
    const { server, tracker } = await openAniList()
    server.put(131_681, { status: 'REPEATING', progress: 2, repeat: 1 })
    const { watched } = await pulled(tracker)
    expect(watched).toHaveLength(12)
    expect(watched![0]).toMatchObject({ playCount: 2 })
  })

  it('is what is planned and what was dropped, with what was seen of it', async () => {
    const { server, tracker } = await openAniList()
    server.put(199, { status: 'PLANNING' })
    server.put(1535, { status: 'DROPPED', progress: 2 })
    const { watched, marked } = await pulled(tracker)
    expect(marked).toMatchObject([
      { kind: 'movie', ids: { anilist: '199' }, favorite: true, likes: null, played: false },
      {
        kind: 'series',
        ids: { anilist: '1535' },
        name: 'DEATH NOTE',
        favorite: null,
        likes: false,
      },
    ])
    expect(watched).toMatchObject([
      { ids: { anilist: '1535' }, episode: 1 },
      { ids: { anilist: '1535' }, episode: 2 },
    ])
  })

  it('comes once, on how many lists of the user it may be', async () => {
    const { server, tracker } = await openAniList()
    server.put(16_498, { progress: 1, customLists: ['with friends', 'loud'] })
    expect((await pulled(tracker)).watched).toHaveLength(1)
  })

  it('has the day of its end where no other time is known', async () => {
    const { server, tracker } = await openAniList()
    const completedAt = { year: 2021, month: 3, day: null }
    server.put(199, { status: 'COMPLETED', updatedAt: 0, completedAt })
    expect((await pulled(tracker)).watched).toMatchObject([{ at: Date.UTC(2021, 2, 1) }])
  })

  it('is as before until something is changed, added or taken away', async () => {
    const { server, tracker } = await openAniList()
    server.put(16_498, { progress: 1 })
    server.put(1535, { progress: 1 })
    const { version } = await pulled(tracker)
    const unchanged = { version, watched: null, begun: null, marked: null, ttlMs: null }
    expect(await pulled(tracker, version)).toEqual(unchanged)

    server.put(16_498, { progress: 2 })
    const changed = await pulled(tracker, version)
    expect(changed.watched).toHaveLength(3)

    server.entries.delete(1535)
    const less = await pulled(tracker, changed.version)
    expect(less.watched).toHaveLength(2)
    expect(await pulled(tracker, less.version)).toMatchObject({ watched: null })
  })
})
