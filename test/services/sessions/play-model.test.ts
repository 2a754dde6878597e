import fc from 'fast-check'
import type { Knex } from 'knex'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createMemoryLiveEvents } from '../../../src/cache/live-events.ts'
import type { User } from '../../../src/model/household.ts'
import { createItemIds, createPlaySessionIds } from '../../../src/security/item-ids.ts'
import { playOfPart } from '../../../src/services/history/imported.ts'
import { createReportHistory } from '../../../src/services/history/reports.ts'
import { createSessionService } from '../../../src/services/sessions/service.ts'
import { createDeviceStore } from '../../../src/storage/repositories/devices.ts'
import { createHistoryStore } from '../../../src/storage/repositories/history/store.ts'
import { createPlayStore } from '../../../src/storage/repositories/plays/store.ts'
import { createSessionStore } from '../../../src/storage/repositories/sessions.ts'
import { dialects } from '../../support/dialects.ts'
import { begin, duration, playable } from '../../support/history-model.ts'
import { importedPart } from '../../support/imported-part.ts'
import { profileOf, userOf } from '../../support/play-files.ts'
import { createPlayModel, pauseMs, playCommand, players } from '../../support/play-model.ts'
import type { ModelPlay, PlayCommand } from '../../support/play-model.ts'
import { playReport } from '../../support/play-report.ts'

const key = Buffer.alloc(32, 1)
const itemIds = createItemIds(key)
const ask = { signal: AbortSignal.abort() }
const items = new Map(playable.map((item) => [itemIds.encode(item.ref), item]))
const idOf = new Map([...items].map(([id, item]) => [item.key, id]))
const minute = 60_000

async function openHousehold(db: Knex) {
  const store = createHistoryStore(db)
  const devices = createDeviceStore(db)
  // What a run before left.
  await store.forget(7)
  await devices.forget(7)
  const events = createMemoryLiveEvents()
  const trackers = { linksOf: async () => [], wake: () => {} }
  const start = () =>
    createSessionService({
      store: createSessionStore(db),
      items: { require: async (_user: unknown, id: string) => items.get(id)! },
      history: createReportHistory({ store, events, trackers }),
      events,
      sockets: { of: async () => new Map() },
      isAlone: false,
      itemIds,
      playSessionIds: createPlaySessionIds(key),
      versions: { known: async () => null, markFailed: async () => {} },
      deliveries: { of: async () => 'redirect' },
    })
  const profiles = [...new Set(players.map(({ profileId }) => profileId))].map((id) =>
    profileOf(id, { isOwner: id.startsWith('a') }),
  )
  const users: User[] = []
  for (const [index, { profileId, deviceId: id }] of players.entries()) {
    const device = { id, name: id, client: 'Test', version: '1' }
    const { rowId } = await devices.insert({
      tokenHash: String(index).padEnd(43, '-'),
      configuration: 7,
      profileId,
      device,
      origin: 'password',
      secretMark: '',
    })
    const profile = profiles.find((one) => one.id === profileId)!
    users.push({ ...userOf(7, profiles), profile, device: { ...device, rowId } })
  }
  const historyIds = await Promise.all(users.map(({ profile }) => store.historyIdOf(7, profile.id)))
  return { store, start, users, historyIds }
}

/** Does what the model says that people do. */
async function runAll(db: Knex, commands: readonly PlayCommand[]) {
  const { store, start, users, historyIds } = await openHousehold(db)
  const model = createPlayModel()
  let sessions = start()
  let now = begin

  const report = (which: number, itemKey: string, values: Parameters<typeof playReport>[0]) => {
    const itemId = idOf.get(itemKey)!
    const report = playReport({ durationMs: duration, ...values })
    return sessions.report(users[which]!, { ...report, itemId }, ask)
  }

  async function run(given: PlayCommand): Promise<void> {
    if (given.do === 'restart') {
      await sessions.stop()
      sessions = start()
      return
    }
    // Until the next state is written, nobody would see that the play has no row.
    if (given.do === 'import' && model.isCleared(playable[given.what]!.key)) return
    const { on } = given
    const before = model.open(on)
    const itemKey = before?.itemKey ?? null
    const here = before && { positionMs: before.positionMs }
    if (given.do === 'watch') now += given.seconds * 1_000
    if (given.do === 'silence') now += given.minutes * minute
    vi.setSystemTime(now)
    if (given.do === 'silence') await sessions.endAllSilent(new AbortController().signal, fail)
    if (given.do === 'import') await sessions.stop()
    model.run(given, now)
    const after = model.open(on)
    const there = after && { positionMs: after.positionMs }
    switch (given.do) {
      case 'start': {
        const positionMs = Math.round(duration * given.share)
        await report(on, playable[given.what]!.key, { event: 'start', positionMs })
        return
      }
      case 'ping':
        await sessions.ping(users[on]!)
        return
      case 'clear': {
        const keys = given.what?.map((index) => playable[index]!.key) ?? null
        await store.clear(historyIds[on]!, keys)
        return
      }
      case 'import': {
        const part = importedPart(playable[given.what]!, now - given.minutesAgo * minute)
        const options = { restore: false, dryRun: false }
        await store.import(historyIds[on]!, [part], options)
        const profileId = players[on]!.profileId
        await store.importPlays(historyIds[on]!, [{ ...playOfPart(part)!, profileId }], options)
        return
      }
      default:
    }
    if (itemKey === null) return
    const paused = given.do === 'pause' ? { paused: given.paused } : {}
    if (given.do === 'stop') await report(on, itemKey, { event: 'stop', ...here })
    else await report(on, itemKey, { ...(given.do === 'seek' ? here : there), ...paused })
    if (given.do !== 'seek') return
    vi.setSystemTime(now + 1)
    await report(on, itemKey, { ...there })
  }

  for (const given of commands) {
    now += pauseMs
    vi.setSystemTime(now)
    await run(given)
  }
  await sessions.stop()
  return model.plays()
}

function fail(error: unknown): never {
  throw error
}

const sorted = (plays: readonly ModelPlay[]) =>
  plays
    .map(({ startedAt, itemKey, deviceId, ...play }) => ({ startedAt, itemKey, deviceId, ...play }))
    .toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))

async function storedPlays(db: Knex): Promise<readonly ModelPlay[]> {
  const ids = await db('plays').pluck('id')
  const plays = await createPlayStore(db).byIds(ids)
  return plays.map((play) => ({
    profileId: play.profileId,
    itemKey: play.itemKey,
    origin: play.origin,
    deviceId: play.deviceId,
    startedAt: play.startedAt,
    endedAt: play.endedAt,
    watchedMs: play.watchedMs,
    firstPositionMs: play.firstPositionMs,
    lastPositionMs: play.lastPositionMs,
    finished: play.finished,
  }))
}

const clearedByAnother: PlayCommand[] = [
  { do: 'start', on: 0, what: 0, share: 0 },
  { do: 'start', on: 1, what: 0, share: 0 },
  { do: 'clear', on: 0, what: null },
  { do: 'seek', on: 0, share: 0 },
  { do: 'watch', on: 1, seconds: 2 },
  { do: 'silence', on: 0, minutes: 1 },
]

describe.each(dialects)('Plays on $name', ({ name, skip, openMigrated }) => {
  afterEach(() => void vi.useRealTimers())

  it.skipIf(skip)(
    'are what people really watched, whatever they did',
    { timeout: 120_000 },
    async () => {
      const db = await openMigrated()
      onTestFinished(() => db.destroy())
      vi.useFakeTimers({ toFake: ['Date'], now: begin })
      await fc.assert(
        fc.asyncProperty(
          fc.array(playCommand, { minLength: 5, maxLength: 40 }),
          async (commands) => {
            const expected = await runAll(db, commands)
            expect(sorted(await storedPlays(db))).toEqual(sorted(expected))
          },
        ),
        { numRuns: name === 'SQLite' ? 100 : 20, examples: [[clearedByAnother]] },
      )
    },
  )
})
