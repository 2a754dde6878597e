import { describe, expect, it } from 'vitest'
import { openMyAnimeList } from '../../support/trackers/harness.ts'

describe('what is known at MyAnimeList', () => {
  it('is every episode up to the progress', async () => {
    const { server, pulled } = await openMyAnimeList()
    const { updated_at } = server.put(16_498, { num_episodes_watched: 3 })
    const { watched, begun, marked } = await pulled()
    expect(watched).toEqual(
      [1, 2, 3].map((episode) => ({
        kind: 'episode',
        ids: { mal: '16498' },
        name: 'Shingeki no Kyojin',
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
        at: episode === 3 ? Date.parse(updated_at) : null,
      })),
    )
    expect([begun, marked]).toEqual([[], []])
  })

  it('is a film that was seen, and all of what is seen again', async () => {
    const { server, pulled } = await openMyAnimeList()
    server.put(199, { status: 'completed', num_episodes_watched: 1 })
    server.put(48_583, {
      status: 'completed',
      is_rewatching: true,
      num_episodes_watched: 2,
      num_times_rewatched: 3,
    })
    const { watched } = await pulled()
    expect(watched!.filter(({ kind }) => kind === 'movie')).toMatchObject([
      { ids: { mal: '199' }, episode: null, playCount: 1 },
    ])
    const episodes = watched!.filter(({ kind }) => kind === 'episode')
    expect(episodes).toHaveLength(12)
    expect(episodes[11]).toMatchObject({ episode: 12, playCount: 4 })
  })

  it('is what is planned and what was dropped', async () => {
    const { server, pulled } = await openMyAnimeList()
    server.put(199, { status: 'plan_to_watch' })
    server.put(1535, { status: 'dropped', num_episodes_watched: 1 })
    expect((await pulled()).marked).toMatchObject([
      { kind: 'movie', ids: { mal: '199' }, favorite: true, likes: null, played: false },
      { kind: 'series', ids: { mal: '1535' }, year: null, favorite: null, likes: false },
    ])
  })

  it('is on as many pages as it takes, not for all eyes too', async () => {
    const { server, pulled } = await openMyAnimeList()
    for (let id = 100_000; id < 102_100; id += 1) {
      const work = { id, title: `${id}`, num_episodes: 12, media_type: 'ona', start_season: null }
      server.works.set(id, { ...work, nsfw: id % 2 === 0 })
      server.put(id, { num_episodes_watched: 1 })
    }
    const { watched } = await pulled()
    expect(new Set(watched!.map(({ ids }) => ids.mal))).toHaveProperty('size', 2_100)
    expect(server.requests).toHaveLength(3)
  })

  it('is as before until something is changed, added or taken away', async () => {
    const { server, pulled } = await openMyAnimeList()
    server.put(16_498, { num_episodes_watched: 1 })
    server.put(1535, { num_episodes_watched: 1 })
    const { version } = await pulled()
    const unchanged = { version, watched: null, begun: null, marked: null, ttlMs: null }
    expect(await pulled(version)).toEqual(unchanged)

    server.put(16_498, { num_episodes_watched: 2 })
    const changed = await pulled(version)
    expect(changed.watched).toHaveLength(3)

    server.marks.delete(1535)
    expect((await pulled(changed.version)).watched).toHaveLength(2)
  })
})
