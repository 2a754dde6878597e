import { describe, expect, it } from 'vitest'
import { keyOf } from '../../../src/history/keys.ts'
import type { PlayChange } from '../../../src/model/history-store.ts'
import { dialects } from '../../support/dialects.ts'
import { libraryItem } from '../../support/library-item.ts'
import { kim, olga, openPlayFiles, playOf, profileOf, userOf } from '../../support/play-files.ts'

const day = 86_400_000
const when = Date.UTC(2020, 4, 2, 20)
const own = { restore: false, dryRun: false }
const home = (configuration: number) =>
  userOf(configuration, [profileOf(olga, { isOwner: true }), profileOf(kim)])

const reported = {
  positionMs: null,
  durationMs: null,
  resumable: null,
  played: null,
  plays: 0,
  version: null,
} as const satisfies Partial<PlayChange>

const watched = (at: number, number = 1) => ({
  watched_at: new Date(at).toISOString(),
  type: 'movie',
  movie: { title: 'Film', runtime: 90, ids: { imdb: `tt000000${number}` } },
})

describe.each(dialects)('Plays in files, on $name', ({ skip, openMigrated }) => {
  it.skipIf(skip)('are exported and come back elsewhere as they were, once', async () => {
    const files = await openPlayFiles(await openMigrated())
    const [first, second] = [
      await files.store.historyIdOf(1, olga),
      await files.store.historyIdOf(1, kim),
    ]
    await files.store.importPlays(first, [playOf('tt1', when), playOf('tt1', when + day)], own)
    const other = { profileId: kim, origin: 'stremio', client: null } as const
    await files.store.importPlays(second, [playOf('tt2', when + 2 * day, other)], own)
    const before = await files.plays()
    const file = await files.write(home(1))

    expect(await files.read(home(1), file)).toMatchObject({ plays: 0 })
    expect(await files.read(home(2), file, { dryRun: true })).toMatchObject({ plays: 3 })
    expect(await files.read(home(2), file)).toMatchObject({ plays: 3, skipped: [] })
    expect(await files.read(home(2), file)).toMatchObject({ plays: 0 })
    const same = ({ id: _id, history_id: _history, ...play }: Record<string, unknown>) => play
    expect(
      (await files.plays())
        .slice(0, 6)
        .filter((_, index) => index % 2)
        .map(same),
    ).toEqual(before.map(same))
  })

  it.skipIf(skip)('of users whom the caller may not read are not in the file', async () => {
    const files = await openPlayFiles(await openMigrated())
    const shared = await files.store.historyIdOf(1, olga)
    const plays = [playOf('tt1', when), playOf('tt2', when, { profileId: kim })]
    await files.store.importPlays(shared, plays, own)
    const hidden = profileOf(kim, { historyOwner: olga, private: true })
    const caller = userOf(1, [profileOf('c'.repeat(32)), profileOf(olga), hidden])
    expect(JSON.parse(await files.write(caller)).plays).toMatchObject([{ itemKey: 'tt1' }])
  })

  it.skipIf(skip)('of the first version are none, and it is still read', async () => {
    const files = await openPlayFiles(await openMigrated())
    const { plays: _none, ...file } = JSON.parse(await files.write(home(1)))
    expect(file.version).toBe(2)
    expect(await files.read(home(1), { ...file, version: 1 })).toMatchObject({ plays: 0 })
    await expect(files.read(home(1), { ...file, version: 3 })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    })
  })

  it.skipIf(skip)("come from Trakt's dates, also several of one film, once", async () => {
    const files = await openPlayFiles(await openMigrated())
    const file = [
      watched(when),
      watched(when + day),
      watched(when, 2),
      // Dates that nobody knows, or that have not come.
      watched(0, 3),
      watched(Date.now() + day, 4),
    ]
    expect(await files.read(home(1), file)).toMatchObject({ plays: 3 })
    expect(await files.read(home(1), file)).toMatchObject({ plays: 0 })
    const [play, ...others] = await files.plays()
    expect(others).toHaveLength(2)
    expect(play).toMatchObject({
      profile_id: olga,
      item_key: 'tt0000001',
      started_at: when,
      watched_ms: 5_400_000,
      origin: 'import',
      tracker: 'trakt',
    })
  })

  it.skipIf(skip)('that were recorded here and sent to a tracker come back as none', async () => {
    const files = await openPlayFiles(await openMigrated())
    const id = await files.store.historyIdOf(1, olga)
    await files.store.importPlays(id, [playOf('tt0000001', when)], own)
    expect(await files.read(home(1), [watched(when + 8_000)])).toMatchObject({ plays: 0 })
    expect(await files.read(home(1), [watched(when + day)])).toMatchObject({ plays: 1 })
  })

  it.skipIf(skip)(
    'that a tracker told of before are kept once, as they were recorded here',
    async () => {
      const db = await openMigrated()
      const files = await openPlayFiles(db)
      const id = await files.store.historyIdOf(1, olga)
      const recorded = playOf('tt0000001', when, { endedAt: when + 5_400_000 })
      const later = playOf('tt0000001', when + day)
      await files.store.importPlays(id, [recorded, later], own)
      const file = await files.write(home(1))
      const heard = [watched(when + 5_408_000), watched(when + day), watched(when + 2 * day)]
      expect(await files.read(home(2), heard)).toMatchObject({ plays: 3 })
      await db('play_marks').delete()
      expect(await files.read(home(2), file, { dryRun: true })).toMatchObject({ plays: 2 })
      expect(await files.read(home(2), file)).toMatchObject({ plays: 2 })
      const second = await files.store.historyIdOf(2, olga)
      const kept = (await files.plays()).filter((play) => play['history_id'] === second)
      expect(kept).toMatchObject([
        { started_at: when, origin: 'local', client: 'App' },
        { started_at: when + day, origin: 'local', client: 'App' },
        { started_at: when + 2 * day, origin: 'import' },
      ])
      expect(await db('play_marks').orderBy('day').pluck('day')).toEqual(
        [when, when + day].map((at) => Math.floor(at / day)),
      )
      expect(await files.read(home(2), heard)).toMatchObject({ plays: 0 })
      expect(await files.read(home(2), file)).toMatchObject({ plays: 0 })
    },
  )

  it.skipIf(skip)('that were marked here and sent to a tracker come back as none', async () => {
    const files = await openPlayFiles(await openMigrated())
    const id = await files.store.historyIdOf(1, olga)
    const key = keyOf(libraryItem({ key: 'tt0000001' }))
    await files.store.markPlayed(id, [key], when, { links: [], events: [], ifPickedUp: [] })
    expect(await files.read(home(1), [watched(when)])).toMatchObject({ plays: 0 })
    expect(await files.read(home(1), [watched(when - day)])).toMatchObject({ plays: 1 })
  })

  it.skipIf(skip)(
    'that were marked here come back as none, also if watched again since',
    async () => {
      const files = await openPlayFiles(await openMigrated())
      const id = await files.store.historyIdOf(1, olga)
      const key = keyOf(libraryItem({ key: 'tt0000001' }))
      await files.store.markPlayed(id, [key], when, { links: [], events: [], ifPickedUp: [] })
      await files.store.place(id, key, { ...reported, at: when + day, played: true }, null)
      expect(await files.read(home(1), [watched(when)])).toMatchObject({ plays: 0 })
      await files.store.markUnplayed(id, [key], { links: [], events: [], ifPickedUp: [] })
      expect(await files.store.markableTimes(id, [key])).toEqual(new Map())
    },
  )

  it.skipIf(skip)('are what was begun here and finished elsewhere, as a dry run says', async () => {
    const files = await openPlayFiles(await openMigrated())
    const id = await files.store.historyIdOf(1, olga)
    const key = keyOf(libraryItem({ key: 'tt0000001' }))
    await files.store.setFavorite(id, key, true, { links: [], events: [], ifPickedUp: [] })
    await files.store.place(id, key, { ...reported, at: when, positionMs: 60_000 }, null)
    const file = [watched(when + day)]
    expect(await files.read(home(1), file, { dryRun: true })).toMatchObject({ plays: 1 })
    expect(await files.read(home(1), file)).toMatchObject({ plays: 1, updated: 1 })
    expect(await files.read(home(1), file)).toMatchObject({ plays: 0, updated: 0 })
  })

  it.skipIf(skip)('of what was cleared stay away, unless they are to be restored', async () => {
    const files = await openPlayFiles(await openMigrated())
    await files.read(home(1), [watched(when)])
    const id = await files.store.historyIdOf(1, olga)
    await files.store.clear(id, ['tt0000001'])
    expect(await files.plays()).toEqual([])
    expect(await files.read(home(1), [watched(when)])).toMatchObject({ plays: 0 })
    expect(await files.read(home(1), [watched(when)], { restore: true })).toMatchObject({
      plays: 1,
    })
  })

  it.skipIf(skip)('mark their days, so that statistics count them', async () => {
    const db = await openMigrated()
    const files = await openPlayFiles(db)
    await files.read(home(1), [watched(when), watched(when + day)])
    expect(await db('play_marks').orderBy('day').pluck('day')).toEqual(
      [when, when + day].map((at) => Math.floor(at / day)),
    )
  })

  it.skipIf(skip)('that cannot be are counted and left out', async () => {
    const files = await openPlayFiles(await openMigrated())
    const file = JSON.parse(await files.write(home(1)))
    const play = {
      userId: olga,
      itemKey: 'tt1',
      titleKey: 'tt1',
      kind: 'movie',
      finished: true,
      startedAt: when,
      endedAt: when + 1_000,
      watchedMs: 9e15,
      origin: 'local',
    }
    const wrong = [{}, { ...play, startedAt: Date.now() + day }, { ...play, origin: 'other' }]
    expect(await files.read(home(1), { ...file, plays: [...wrong, play] })).toMatchObject({
      plays: 1,
      skipped: [{ count: 3 }],
    })
    expect(await files.plays()).toMatchObject([{ watched_ms: 1_000 }])
  })
})
