import type { Knex } from 'knex'
import { describe, expect, it } from 'vitest'
import { keyOf } from '../../../src/history/keys.ts'
import type { Connection } from '../../../src/services/trackers/connections.ts'
import { createImportedParts } from '../../../src/services/history/imported.ts'
import { pullLink } from '../../../src/services/trackers/pull.ts'
import { createHistoryStore } from '../../../src/storage/repositories/history/store.ts'
import { foldStale } from '../../../src/storage/repositories/plays/fold.ts'
import { createTrackerStore } from '../../../src/storage/repositories/trackers/store.ts'
import { dialects } from '../../support/dialects.ts'
import { libraryItem } from '../../support/library-item.ts'
import { kim, olga, openPlayFiles, playOf, profileOf, userOf } from '../../support/play-files.ts'
import { never, openTrakt } from '../../support/trackers/harness.ts'
import { breakingBad, inception } from '../../support/trackers/trakt-titles.ts'

const minuteMs = 60_000
const when = Date.UTC(2024, 4, 2, 20)
const dayMs = 86_400_000
const once = { restore: false, dryRun: false }

/** Trakt, read into the history of `olga`, which `kim` shares and is connected to it. */
async function open(db: Knex, playsKeptMs: number | null = null) {
  const { server, pull } = await openTrakt({ mostOfPage: 2 })
  const store = createTrackerStore(db)
  const history = createHistoryStore(db)
  let link = await store.ensure(1, kim, 'trakt', 'connected')
  const connection: Connection = {
    name: 'Trakt',
    historyOwner: olga,
    household: userOf(1, [profileOf(olga, { isOwner: true }), profileOf(kim)]),
    addressMark: null,
    width: 1,
    spacingMs: 0,
    pull: async (version) => pull(version),
    push: async () => ({ kind: 'delivered' }),
  }
  const partOf = createImportedParts([])
  const events = {
    publish() {},
    deliver: async () => true,
    subscribe: () => () => {},
    subscribeOwn() {},
  }
  return {
    history,
    historyId: await history.historyIdOf(1, olga),
    watched: (at: number, episode: number | null = null) =>
      server.history.push({
        title: episode === null ? inception : breakingBad,
        season: episode === null ? null : 1,
        episode,
        at: new Date(at).toISOString(),
      }),
    touch: () => server.touch('watched'),
    /** Leaves Trakt's history as that of another account. */
    forget: (episode: number | null) => {
      const left = server.history.filter((play) => play.episode !== episode)
      server.history.splice(0, Infinity, ...left)
      server.touch('watched')
    },
    /** To another account, which has watched nothing. */
    reconnect: async () => {
      await store.remove(link.id)
      link = await store.ensure(1, kim, 'trakt', 'connected')
      server.history.length = 0
      server.touch('watched')
    },
    pull: async (version?: null) => {
      const seen = (await store.link(link.id))!
      const from = version === null ? { ...seen, version } : seen
      await pullLink({ store, history, partOf, events, playsKeptMs }, from, connection, never)
    },
    plays: () => db('plays').orderBy('started_at').select<Record<string, unknown>[]>(),
  }
}

describe.each(dialects)('Single plays of a tracker, on $name', ({ skip, openMigrated }) => {
  it.skipIf(skip)('become plays of its user, once, however often they are read', async () => {
    const { watched, pull, plays, touch, historyId } = await open(await openMigrated())
    for (const day of [0, 1, 2]) watched(when + day * dayMs)
    watched(when, 3)
    await pull()
    const play = {
      history_id: historyId,
      profile_id: kim,
      item_key: 'tt1375666',
      kind: 'movie',
      started_at: when,
      watched_ms: 148 * minuteMs,
      origin: 'import',
      tracker: 'Trakt',
    }
    const episode = { item_key: 'tt0903747:1:3', title_key: 'tt0903747', season: 1, episode: 3 }
    const all = await plays()
    expect(all).toHaveLength(4)
    expect(all).toEqual(
      expect.arrayContaining([play, episode].map((one) => expect.objectContaining(one))),
    )
    await pull()
    await pull(null)
    expect(await plays()).toEqual(all)
    watched(when + 3 * dayMs)
    touch()
    await pull()
    expect(await plays()).toEqual([
      ...all,
      expect.objectContaining({
        ...play,
        started_at: when + 3 * dayMs,
        ended_at: expect.anything(),
      }),
    ])
  })

  it.skipIf(skip)(
    'leave with what the tracker no longer has, and are counted no more',
    async () => {
      const db = await openMigrated()
      const { watched, forget, touch, pull, plays, history, historyId } = await open(db)
      const own = { profileId: olga, origin: 'import', tracker: 'Trakt' } as const
      const others = [
        playOf('tt1375666', when - dayMs, { profileId: kim }),
        playOf('tt1375666', when - 2 * dayMs, own),
        playOf('tt1375666', when - 3 * dayMs, { ...own, profileId: kim, tracker: 'trakt' }),
      ]
      await history.importPlays(historyId, others, once)
      for (const day of [0, 1, 2]) watched(when + day * dayMs)
      watched(when, 3)
      await pull()
      await foldStale(db)
      expect(await plays()).toHaveLength(7)
      forget(null)
      await pull()
      expect(await plays()).toMatchObject([
        { tracker: 'trakt' },
        { profile_id: olga },
        { origin: 'local' },
        { item_key: 'tt0903747:1:3' },
      ])
      expect(await db('play_marks').where({ day: Math.floor(when / dayMs) + 1 })).toHaveLength(1)
      watched(when)
      touch()
      await pull()
      expect(await plays()).toHaveLength(5)
    },
  )

  it.skipIf(skip)(
    'stay with what is still watched here, whatever another account has',
    async () => {
      const db = await openMigrated()
      const { watched, reconnect, touch, pull, plays, history, historyId } = await open(db)
      for (const day of [0, 1]) watched(when + day * dayMs)
      watched(when + 2 * dayMs, 3)
      await pull()
      await reconnect()
      await pull()
      const files = await openPlayFiles(db)
      const shared = profileOf(kim, { historyOwner: olga })
      const user = userOf(1, [profileOf(olga, { isOwner: true }), shared])
      const file = await files.write(user)
      const days = async () =>
        (await plays()).map((play) => (Number(play.started_at) - when) / dayMs)
      expect(await days()).toEqual([0, 1, 2])
      await history.clear(historyId, null)
      await files.read(user, file, { restore: true })
      expect(await plays()).toMatchObject(
        [0, 1, 2].map(() => ({ profile_id: kim, tracker: 'Trakt' })),
      )
      watched(when + 3 * dayMs, 4)
      touch()
      await pull()
      expect(await days()).toEqual([0, 1, 2, 3])
    },
  )

  it.skipIf(skip)('that are older than plays are kept are none, and count as watched', async () => {
    const { watched, pull, plays, history, historyId } = await open(await openMigrated(), 3 * dayMs)
    watched(when)
    const late = Date.now() - dayMs
    watched(late, 1)
    await pull()
    expect(await plays()).toMatchObject([{ started_at: late }])
    const items = [{ itemKey: 'tt1375666', titleKey: 'tt1375666', kind: 'movie' } as const]
    expect(await history.find(historyId, items)).toMatchObject([{ played: true }])
  })

  it.skipIf(skip)('that were recorded here, cleared or have no date are none', async () => {
    const { watched, pull, plays, history, historyId } = await open(await openMigrated())
    await history.importPlays(historyId, [playOf('tt1375666', when)], once)
    watched(when + 8_000)
    watched(0)
    watched(Date.now() + dayMs)
    watched(when, 1)
    watched(when, 2)
    await pull()
    expect(await plays()).toHaveLength(3)
    await history.clear(historyId, ['tt0903747:1:1'])
    await pull(null)
    expect(await plays()).toMatchObject([
      { item_key: 'tt1375666', origin: 'local' },
      { item_key: 'tt0903747:1:2', origin: 'import' },
    ])
  })

  it.skipIf(skip)(
    'of a long history come over several pulls, but for those of marks from here',
    async () => {
      const { watched, pull, plays, history, historyId } = await open(await openMigrated())
      const film = keyOf(libraryItem({ key: 'tt1375666' }))
      const outbox = { links: [], events: [], ifPickedUp: [] }
      const begun = { positionMs: minuteMs, durationMs: null, resumable: null, played: null }
      const reported = { ...begun, at: when - dayMs, plays: 0, version: null }
      await history.setFavorite(historyId, film, true, outbox)
      expect(await history.place(historyId, film, reported, null)).toBe(true)
      watched(when)
      const marked = {
        ...keyOf(libraryItem({ key: 'tt0903747:1:2' })),
        ...({ kind: 'episode', titleKey: 'tt0903747', season: 1, episode: 2 } as const),
      }
      await history.markPlayed(historyId, [marked], when - 2 * dayMs, outbox)
      watched(when - 2 * dayMs, 2)
      watched(when + dayMs, 2)
      for (let day = 2; day < 47; day++) watched(when + day * dayMs, 1)
      await pull()
      await pull()
      expect((await plays()).map(({ started_at: at }) => (Number(at) - when) / dayMs)).toEqual(
        Array.from({ length: 47 }, (_, day) => day),
      )
    },
  )
})
