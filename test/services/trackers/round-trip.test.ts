import type { Knex } from 'knex'
import { describe, expect, it } from 'vitest'
import type { LibraryItem } from '../../../src/model/library-item.ts'
import type { WatchEvent } from '../../../src/model/tracker.ts'
import { createImportedParts } from '../../../src/services/history/imported.ts'
import { createItemMarks } from '../../../src/services/history/item-marks.ts'
import { deliver } from '../../../src/services/trackers/delivery.ts'
import { pullLink } from '../../../src/services/trackers/pull.ts'
import { transact } from '../../../src/storage/guard.ts'
import { createHistoryStore } from '../../../src/storage/repositories/history/store.ts'
import { enqueueEvents } from '../../../src/storage/repositories/trackers/outbox.ts'
import { createTrackerStore } from '../../../src/storage/repositories/trackers/store.ts'
import { dialects } from '../../support/dialects.ts'
import { itemRef, libraryItem } from '../../support/library-item.ts'
import { olga, playOf, profileOf, userOf } from '../../support/play-files.ts'
import { day, event, hour, minute } from '../../support/trackers/events.ts'
import { never, openTrakt } from '../../support/trackers/harness.ts'
import { breakingBad, inception } from '../../support/trackers/trakt-titles.ts'

const film = libraryItem({ key: 'tt1375666', name: 'Inception' })
const show = libraryItem({
  ref: itemRef({ kind: 'series', number: 903_747 }),
  key: 'tt0903747',
  kind: 'series',
  mediaType: 'series',
  name: 'Breaking Bad',
})
const season = libraryItem({
  ...show,
  ref: { ...show.ref, kind: 'season', season: 1 },
  key: 'tt0903747:1',
  kind: 'season',
  season: 1,
  series: { ...show, ids: {} },
})
const episodes = [1, 2, 3].map((episode): LibraryItem => ({
  ...season,
  ref: { ...season.ref, kind: 'episode', episode },
  key: `tt0903747:1:${episode}`,
  kind: 'episode',
  episode,
}))

/** The history of `olga`, whose Trakt is told what is done here and read again. */
async function open(db: Knex) {
  const { server, tracker, tokens } = await openTrakt({ now: Date.now })
  const store = createTrackerStore(db)
  const history = createHistoryStore(db)
  const link = await store.ensure(1, olga, 'trakt', 'connected')
  const user = userOf(1, [profileOf(olga, { isOwner: true })])
  const access = { tokens, renewed: async () => {}, signal: never }
  const connection = {
    name: 'Trakt',
    historyOwner: olga,
    household: user,
    addressMark: null,
    width: 1,
    spacingMs: 0,
    push: (said: WatchEvent) => tracker.push(said, access),
    pull: (version: string | null) => tracker.pull(version, access),
  }
  const events = {
    publish() {},
    deliver: async () => true,
    subscribe: () => () => {},
    subscribeOwn() {},
  }
  const partOf = createImportedParts([])
  return {
    server,
    user,
    history,
    historyId: await history.historyIdOf(1, olga),
    marks: createItemMarks({
      store: history,
      events,
      trackers: { linksOf: async () => [link.id], wake() {} },
    }),
    send: (sent: WatchEvent) => transact(db, (trx) => enqueueEvents(trx, [link.id], [sent])),
    /** Trakt hears of everything now, and is read. */
    synchronise: async () => {
      server.state.clock = Date.now() - minute
      await deliver((await store.link(link.id))!, connection, store, never)
      const delivered = (await store.link(link.id))!
      await pullLink({ store, history, partOf, events }, delivered, connection, never)
    },
    plays: () => db('plays').orderBy('started_at').select<Record<string, unknown>[]>(),
  }
}

describe.each(dialects)('What Trakt was sent, on $name,', ({ skip, openMigrated }) => {
  it.skipIf(skip)('is no play where it was only marked, whenever it is read', async () => {
    const { server, user, history, historyId, marks, synchronise, plays } = await open(
      await openMigrated(),
    )
    await marks.playUpTo(user, episodes)
    await marks.setPlayed(user, film, true, { at: Date.now() - 30 * day, episodes: [] })
    await synchronise()
    expect(server.history.map(({ title, episode }) => [title.title, episode])).toEqual([
      ['Breaking Bad', 1],
      ['Breaking Bad', 2],
      ['Breaking Bad', 3],
      ['Inception', null],
    ])
    expect(await plays()).toEqual([])
    await marks.setPlayed(user, film, true, { at: null, episodes: [] })
    await synchronise()
    expect(server.history).toHaveLength(5)
    expect(await plays()).toEqual([])
    expect(await history.find(historyId, [{ kind: 'movie', itemKey: film.key }])).toMatchObject([
      { played: true, origin: 'local' },
    ])
  })

  it.skipIf(skip)('is none where a season or series was marked as a whole', async () => {
    const { server, user, marks, synchronise, plays } = await open(await openMigrated())
    await marks.setPlayed(user, season, true, { at: Date.now() - day, episodes: [] })
    await synchronise()
    expect(server.history).toHaveLength(7)
    await marks.setPlayed(user, show, true, { at: null, episodes: [] })
    await synchronise()
    expect(server.history).toHaveLength(27)
    expect(await plays()).toEqual([])
  })

  it.skipIf(skip)('is there once where Trakt heard of it hours later', async () => {
    const { server, history, historyId, send, synchronise, plays } = await open(
      await openMigrated(),
    )
    const ended = Date.now() - 3 * hour
    const play = playOf(film.key, ended - 2 * hour, { endedAt: ended })
    await history.importPlays(historyId, [play], { restore: true, dryRun: false })
    await send(event({ id: 'start', event: 'start', at: ended - 2 * hour }))
    await send(event({ id: 'stop', played: true, positionMs: 140 * minute, at: ended }))
    await synchronise()
    expect(server.state.watching).toBeNull()
    expect(server.history).toMatchObject([{ title: inception, at: new Date(ended).toISOString() }])
    expect(await plays()).toMatchObject([{ origin: 'local' }])
  })

  it.skipIf(skip)('does not hide what was watched elsewhere', async () => {
    const { server, user, history, historyId, marks, synchronise, plays } = await open(
      await openMigrated(),
    )
    const now = Date.now()
    const elsewhere = (title: LibraryItem, ago: number) =>
      server.history.push({
        title: title === film ? inception : breakingBad,
        season: title.season,
        episode: title.episode,
        at: new Date(now - ago).toISOString(),
      })
    await marks.setPlayed(user, episodes[0]!, true, { at: now - hour, episodes: [] })
    elsewhere(episodes[0]!, 2 * hour)
    elsewhere(episodes[1]!, hour)
    const begun = { itemKey: film.key, titleKey: film.key, aliases: [], kind: 'movie' } as const
    await history.import(
      historyId,
      [
        {
          ...begun,
          season: null,
          episode: null,
          item: { ...film, seriesName: null, primary: null, backdrop: null, seriesPrimary: null },
          played: false,
          playCount: 0,
          positionMs: 10 * minute,
          durationMs: 148 * minute,
          favorite: null,
          likes: null,
          at: now - 5 * hour,
          origin: 'local',
          tracker: null,
          link: null,
        },
      ],
      { restore: true, dryRun: false },
    )
    elsewhere(film, 4 * hour)
    await synchronise()
    expect((await plays()).map(({ item_key, started_at }) => [item_key, started_at])).toEqual([
      [film.key, now - 4 * hour],
      [episodes[0]!.key, now - 2 * hour],
      [episodes[1]!.key, now - hour],
    ])
  })
})
