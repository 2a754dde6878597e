import { describe, expect, it, vi } from 'vitest'
import type { Knex } from 'knex'
import { noEvents } from '../../src/services/history/outbox.ts'
import { dropSums, foldStale } from '../../src/storage/repositories/plays/fold.ts'
import { createHistoryStore } from '../../src/storage/repositories/history/store.ts'
import { createPlayStore } from '../../src/storage/repositories/plays/store.ts'
import { dialects } from '../support/dialects.ts'
import { playOf } from '../support/play-files.ts'

const dayMs = 86_400_000
const when = Date.UTC(2020, 4, 2, 20)
const own = { restore: false, dryRun: false }
const [olga, kim, ann] = ['a', 'b', 'c'].map((letter) => letter.repeat(32)) as [
  string,
  string,
  string,
]

const naming = (...users: readonly string[]) => ({
  namedUsers: async () => users,
  onFailure(error: unknown) {
    throw error
  },
})

async function open(db: Knex) {
  const history = createHistoryStore(db)
  const plays = createPlayStore(db)
  const add = async (owner: string, by: string, keys: readonly string[], at = when) => {
    const id = await history.historyIdOf(1, owner)
    await history.importPlays(
      id,
      keys.map((key, index) => playOf(key, at + index * dayMs, { profileId: by })),
      own,
    )
    return id
  }
  const left = () => db('plays').orderBy('id').pluck('item_key')
  return { history, plays, add, left }
}

describe.each(dialects)('What is left of plays, on $name', ({ skip, openMigrated }) => {
  it.skipIf(skip)('is what began on the first day that is kept, or later', async () => {
    const db = await openMigrated()
    const { plays, add, left } = await open(db)
    await add(olga, olga, ['tt1', 'tt2', 'tt3'])
    await foldStale(db)
    expect(await plays.sweep(when + dayMs + 1)).toBe(1)
    expect(await left()).toEqual(['tt2', 'tt3'])
    expect(await plays.sweep(when + dayMs + 1)).toBe(0)
    expect(await plays.sweep(null)).toBe(0)
  })

  it.skipIf(skip)(
    'is what statistics count, and what they count when they are made anew',
    async () => {
      const db = await openMigrated()
      const { plays, add } = await open(db)
      await add(olga, olga, ['tt1', 'tt2', 'tt3'])
      await foldStale(db)
      await plays.sweep(when + dayMs + 1)
      await foldStale(db)
      const sums = () =>
        db('play_sums').orderBy('dimension').orderBy('month').orderBy('value').select()
      const swept = await sums()
      await dropSums(db)
      await foldStale(db)
      expect(await sums()).toEqual(swept)
      await plays.sweep(when + 100 * dayMs)
      await foldStale(db)
      expect(await sums()).toEqual([])
    },
  )

  it.skipIf(skip)('is nothing of histories that were deleted', async () => {
    const db = await openMigrated()
    const { plays, add, left } = await open(db)
    await add(olga, olga, ['tt1'])
    const gone = await add(kim, kim, ['tt2', 'tt3'])
    await db('viewers').where({ number: gone }).delete()
    expect(await plays.sweep(null)).toBe(2)
    expect(await left()).toEqual(['tt1'])
  })

  it.skipIf(skip)('of an item whose entry is gone is cleared by its key', async () => {
    const db = await openMigrated()
    const { history, add, left } = await open(db)
    const episode = { titleKey: 'tt5', kind: 'episode', season: 1, episode: 2 } as const
    const id = await add(olga, olga, ['tt1'])
    await history.importPlays(id, [playOf('tt5:1:2', when, episode)], own)
    expect(await history.clear(id, ['tt5:1:2'])).toBe(0)
    expect(await left()).toEqual(['tt1'])
  })

  it.skipIf(skip)(
    'of a removed user is nothing once the time is over, also on shared histories',
    async () => {
      const db = await openMigrated()
      const { history, add, left } = await open(db)
      const shared = await add(olga, olga, ['tt1'])
      await add(olga, ann, ['tt2'])
      const kims = await add(kim, kim, ['tt3'])
      await foldStale(db)
      await db('viewers').where({ number: kims }).update({ movies: 1 })

      await history.noteUsers(1, [olga, kim, ann], 1_000)
      await history.forgetRemovedUsers(9_000, naming(olga))
      expect(await left()).toEqual(['tt1', 'tt2', 'tt3'])

      await history.noteUsers(1, [olga], 1_000)
      await history.noteUsers(1, [olga], 2_000)
      await history.forgetRemovedUsers(1_000, naming(olga))
      expect(await left()).toEqual(['tt1', 'tt2', 'tt3'])
      await history.forgetRemovedUsers(1_001, naming(olga))
      expect(await left()).toEqual(['tt1'])
      expect(await history.counts([shared, kims])).toMatchObject([{}, { movies: 0 }])
      expect(await db('removed_users').select()).toEqual([])
      expect(await db('play_sums').distinct().pluck('history_id')).toEqual([shared])
    },
  )

  it.skipIf(skip)(
    'of a removed user is nothing, also where it was not counted until then or since',
    async () => {
      const db = await openMigrated()
      const { history, add, left } = await open(db)
      await add(olga, olga, ['tt1'])
      await add(olga, ann, ['tt2'])
      await history.noteUsers(1, [olga], 1_000)
      await history.forgetRemovedUsers(1_001, naming(olga))
      expect(await left()).toEqual(['tt1'])
    },
  )

  it.skipIf(skip)('of a user who is named again in time is everything', async () => {
    const db = await openMigrated()
    const { history, add, left } = await open(db)
    await add(kim, kim, ['tt3'])
    await history.noteUsers(1, [olga], 1_000)
    await history.noteUsers(1, [olga, kim], 1_500)
    await history.forgetRemovedUsers(9_000, naming(olga))
    expect(await left()).toEqual(['tt3'])
  })

  it.skipIf(skip)(
    'of a user is everything whom the configuration names despite a note',
    async () => {
      const db = await openMigrated()
      const { history, add, left } = await open(db)
      await add(kim, kim, ['tt3'])
      await history.noteUsers(1, [olga], 1_000)
      await history.forgetRemovedUsers(9_000, naming(olga, kim))
      expect(await left()).toEqual(['tt3'])
      expect(await db('removed_users').select()).toEqual([])
    },
  )

  it.skipIf(skip)(
    'of a user who is removed once more is everything for the whole time',
    async () => {
      const db = await openMigrated()
      const { history, add, left } = await open(db)
      await add(kim, kim, ['tt3'])
      await history.noteUsers(1, [olga], 1_000)
      await history.forgetRemovedUsers(500, naming(olga, kim))
      await history.noteUsers(1, [olga], 5_000)
      await history.forgetRemovedUsers(5_000, naming(olga))
      expect(await left()).toEqual(['tt3'])
    },
  )

  it.skipIf(skip)('of a removed user stays while the configuration cannot be read', async () => {
    const db = await openMigrated()
    const { history, add, left } = await open(db)
    await add(kim, kim, ['tt3'])
    const anns = await history.historyIdOf(2, ann)
    await history.importPlays(anns, [playOf('tt4', when, { profileId: ann })], own)
    await history.noteUsers(1, [olga], 1_000)
    await history.noteUsers(2, [olga], 1_000)
    const away = new Error('the parent is away')
    const onFailure = vi.fn<(error: unknown) => void>()
    await history.forgetRemovedUsers(9_000, {
      async namedUsers(configuration) {
        if (configuration === 1) throw away
        return [olga]
      },
      onFailure,
    })
    expect(await left()).toEqual(['tt3'])
    expect(onFailure.mock.calls).toEqual([[away]])
  })

  it.skipIf(skip)('is nothing of a report that arrives after its history was deleted', async () => {
    const db = await openMigrated()
    const { history, add, left } = await open(db)
    const id = await add(olga, olga, ['tt1'])
    await history.forget(1)
    await history.report({
      histories: [
        {
          historyId: id,
          profileId: olga,
          key: { ...playOf('tt1', when), item: {} as never },
          isKnown: true,
          outbox: noEvents,
        },
      ],
      change: null,
      isMoment: false,
      play: { ...playOf('tt1', when), version: null, rows: {} },
      playBefore: null,
      endedPlay: null,
      isFailed: false,
      watched: null,
      origin: 'local',
      device: null,
      session: null,
    })
    expect(await left()).toEqual([])
    for (const table of ['play_sums', 'sum_versions', 'play_marks', 'history', 'viewers']) {
      expect(await db(table).select()).toEqual([])
    }
  })
})
