import type { Knex } from 'knex'
import { describe, expect, it } from 'vitest'
import { idle } from '../../src/history/playing.ts'
import type { HistoryKey, ReportWrite } from '../../src/model/history-store.ts'
import type { OpenPlay } from '../../src/model/play.ts'
import type { SessionState } from '../../src/model/session-store.ts'
import { noEvents } from '../../src/services/history/outbox.ts'
import { createDeviceStore } from '../../src/storage/repositories/devices.ts'
import { createHistoryStore } from '../../src/storage/repositories/history/store.ts'
import { createSessionStore } from '../../src/storage/repositories/sessions.ts'
import { dialects } from '../support/dialects.ts'

const olga = 'a'.repeat(32)
const kim = 'b'.repeat(32)
const device = { id: 'tv', name: 'Television', client: 'Some App', version: '1' }
const item = {
  name: 'Name',
  mediaType: 'movie',
  year: 2015,
  seriesName: null,
  runtimeMs: 90_000,
  primary: null,
  backdrop: null,
  seriesPrimary: null,
}

function film(itemKey: string): HistoryKey {
  return {
    itemKey,
    titleKey: itemKey,
    aliases: [],
    kind: 'movie',
    season: null,
    episode: null,
    item,
  }
}

const play: OpenPlay = {
  startedAt: 1_000,
  endedAt: 5_000,
  watchedMs: 4_000,
  firstPositionMs: 0,
  lastPositionMs: 4_000,
  durationMs: 90_000,
  finished: false,
  version: {
    played: { mark: 2 ** 32 - 1, group: null, resolution: '1080p', audio: null, subtitle: null },
    name: 'Версия 1',
    source: 'Some Source',
    service: null,
    delivery: null,
  },
  rows: {},
}

const change = {
  positionMs: 4_000,
  durationMs: 90_000,
  resumable: true,
  played: null,
  plays: 0,
  version: null,
  at: 5_000,
}

describe.each(dialects)('The plays of a history on $name', ({ skip, openMigrated }) => {
  async function open() {
    const db = await openMigrated()
    const store = createHistoryStore(db)
    const { rowId } = await createDeviceStore(db).insert({
      tokenHash: 'x'.repeat(43),
      configuration: 1,
      profileId: olga,
      device,
      origin: 'password',
      secretMark: '',
    })
    const historyIds = {
      [olga]: await store.historyIdOf(1, olga),
      [kim]: await store.historyIdOf(1, kim),
    }

    let before: SessionState | null = null

    /** Writes a report of the device; who watches, the first one signed in. */
    async function report(users: readonly string[], values: Partial<ReportWrite> = {}) {
      const own = values.play === undefined ? play : values.play
      const written = await store.report({
        histories: users.map((profileId) => ({
          historyId: historyIds[profileId]!,
          profileId,
          key: film('tt1'),
          isKnown: false,
          outbox: noEvents,
        })),
        change,
        isMoment: true,
        playBefore: null,
        endedPlay: null,
        isFailed: false,
        watched: null,
        origin: 'local',
        device,
        session: { device: rowId, before, state: { ...idle, play: own } },
        ...values,
        play: own,
      })
      before = written.state
      return written.state
    }
    return { db, store, rowId, historyIds, report }
  }

  const rowsOf = (db: Knex) => db('plays').orderBy('id')

  it.skipIf(skip)('have one row for each user who watches, kept up to date', async () => {
    const { db, rowId, historyIds, report } = await open()
    const state = await report([olga, kim])
    expect(await createSessionStore(db).state(rowId)).toEqual(state)
    const later = { ...state!.play!, endedAt: 9_000, watchedMs: 8_000, finished: true }
    await report([olga, kim], { play: later })
    const rows = await rowsOf(db)
    const expected = {
      item_key: 'tt1',
      title_key: 'tt1',
      kind: 'movie',
      started_at: 1_000,
      ended_at: 9_000,
      watched_ms: 8_000,
      first_position_ms: 0,
      last_position_ms: 4_000,
      duration_ms: 90_000,
      device_id: 'tv',
      device_name: 'Television',
      client: 'Some App',
      version_mark: 2 ** 32 - 1,
      version_name: 'Версия 1',
      resolution: '1080p',
      source: 'Some Source',
      service: null,
      delivery: null,
      origin: 'local',
    }
    expect(rows).toEqual([
      expect.objectContaining({ ...expected, history_id: historyIds[olga], profile_id: olga }),
      expect.objectContaining({ ...expected, history_id: historyIds[kim], profile_id: kim }),
    ])
    expect(rows.map(({ finished }) => Boolean(finished))).toEqual([true, true])
  })

  it.skipIf(skip)('end where another play replaces them, and go where they failed', async () => {
    const { db, report } = await open()
    const first = (await report([olga]))!.play!
    const second = (await report([olga], {
      play: { ...play, startedAt: 6_000 },
      endedPlay: { ...first, watchedMs: 4_500 },
    }))!.play!
    expect(await rowsOf(db).select('started_at', 'watched_ms')).toEqual([
      { started_at: 1_000, watched_ms: 4_500 },
      { started_at: 6_000, watched_ms: 4_000 },
    ])
    await report([olga], { play: second, isFailed: true, change: null })
    expect(await rowsOf(db).pluck('started_at')).toEqual([1_000])
  })

  it.skipIf(skip)(
    'keep the rows of what goes on when the stop of another play comes late',
    async () => {
      const { report } = await open()
      const goesOn = { ...play, rows: { [olga]: 77 } }
      const session = { device: 1, before: null, state: { ...idle, play: goesOn } }
      expect((await report([olga], { session }))?.play?.rows).toEqual({ [olga]: 77 })
    },
  )

  it.skipIf(skip)('are cleared with the entries of the history, and with all of it', async () => {
    const { db, store, historyIds, report } = await open()
    await report([olga, kim])
    await store.clear(historyIds[olga]!, ['tt2'])
    expect(await rowsOf(db).pluck('profile_id')).toEqual([olga, kim])
    await store.clear(historyIds[olga]!, ['tt1', 'unknown'])
    expect(await rowsOf(db).pluck('profile_id')).toEqual([kim])
    await store.clear(historyIds[kim]!, null)
    expect(await rowsOf(db)).toEqual([])
  })

  it.skipIf(skip)('are cleared with an item that was marked as not played', async () => {
    const { db, store, historyIds, report } = await open()
    await report([olga])
    await store.markUnplayed(historyIds[olga]!, [film('tt1')], noEvents)
    expect(await store.clear(historyIds[olga]!, ['tt1'])).toBe(0)
    expect(await rowsOf(db)).toEqual([])
  })

  it.skipIf(skip)('are cleared with a film that has no entry any more', async () => {
    const { db, store, historyIds, report } = await open()
    await report([olga])
    await db('history').delete()
    await store.clear(historyIds[olga]!, ['tt1'])
    expect(await rowsOf(db)).toEqual([])
  })

  it.skipIf(skip)('that are cleared while they go on begin anew from then on', async () => {
    const { db, store, historyIds, report } = await open()
    const first = (await report([olga, kim]))!.play!
    await store.clear(historyIds[olga]!, ['tt1'])
    const later = { ...first, endedAt: 9_000, watchedMs: 8_000, lastPositionMs: 8_000 }
    const second = (await report([olga, kim], { play: later, playBefore: first }))!.play!
    const last = { ...second, endedAt: 11_000, watchedMs: 10_000, finished: true }
    await report([olga, kim], { play: last, playBefore: second })
    const rows = await rowsOf(db).select('profile_id', 'started_at', 'watched_ms', 'ended_at')
    expect(rows).toEqual([
      { profile_id: kim, started_at: 1_000, watched_ms: 10_000, ended_at: 11_000 },
      { profile_id: olga, started_at: 5_000, watched_ms: 6_000, ended_at: 11_000 },
    ])
  })

  it.skipIf(skip)('of somebody who joins begin where they joined', async () => {
    const { db, report } = await open()
    const first = (await report([olga]))!.play!
    const later = { ...first, endedAt: 9_000, watchedMs: 8_000 }
    const second = (await report([olga, kim], { play: later, playBefore: first }))!.play!
    await report([olga], {
      play: { ...play, startedAt: 12_000 },
      endedPlay: { ...second, watchedMs: 8_500 },
    })
    const rows = await rowsOf(db).select('profile_id', 'started_at', 'watched_ms')
    expect(rows).toEqual([
      { profile_id: olga, started_at: 1_000, watched_ms: 8_500 },
      { profile_id: kim, started_at: 5_000, watched_ms: 4_500 },
      { profile_id: olga, started_at: 12_000, watched_ms: 4_000 },
    ])
  })

  it.skipIf(skip)('of a node with a fast clock are cleared and removed as well', async () => {
    const { db, store, historyIds, report } = await open()
    const ahead = { ...play, startedAt: Date.now() + 3_600_000 }
    await report([olga, kim], { play: ahead })
    await store.clear(historyIds[olga]!, null)
    expect(await rowsOf(db).pluck('profile_id')).toEqual([kim])
    await store.forget(1)
    expect(await rowsOf(db)).toEqual([])
  })

  it.skipIf(skip)('are removed with their configuration', async () => {
    const { db, store, report } = await open()
    await report([olga, kim])
    await store.forget(1)
    expect(await rowsOf(db)).toEqual([])
  })

  it.skipIf(skip)('say that they were in Stremio, without a device of the household', async () => {
    const { db, report } = await open()
    const stremio = { id: 'stremio', name: 'Stremio', client: 'Stremio', version: '' }
    await report([olga], { origin: 'stremio', device: stremio, session: null })
    expect(await rowsOf(db)).toMatchObject([
      { origin: 'stremio', device_id: 'stremio', client: 'Stremio' },
    ])
  })
})
