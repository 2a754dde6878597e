import { describe, expect, it } from 'vitest'
import { idle } from '../../src/history/playing.ts'
import type { AccessTimes } from '../../src/model/access-times.ts'
import type { User } from '../../src/model/household.ts'
import type { OpenPlay } from '../../src/model/play.ts'
import type { SessionState } from '../../src/model/session-store.ts'
import { createReportHistory } from '../../src/services/history/reports.ts'
import { createDeviceStore } from '../../src/storage/repositories/devices.ts'
import { createHistoryStore } from '../../src/storage/repositories/history/store.ts'
import { createWatchedTimeStore } from '../../src/storage/repositories/watched-time.ts'
import { dialects } from '../support/dialects.ts'
import { household, libraryItem } from '../support/library-item.ts'

const [olga, kim] = ['a'.repeat(32), 'b'.repeat(32)] as const
const minute = 60_000
const daily: AccessTimes = { schedules: [], minutesPerDay: 60, timeZone: 'Etc/UTC' }
const info = { id: 'tv', name: 'TV', client: 'App', version: '1' }
type Home = { readonly times?: AccessTimes | null; readonly shared?: boolean }
const noEffects = {
  change: null,
  isMoment: false,
  unreported: null,
  isOver: false,
  isEndPublished: false,
  isFailed: false,
  events: [],
  overdueStop: null,
  isShown: false,
  isPlaceAlone: false,
}
const midnight = Date.UTC(2026, 10, 24)
const days = {
  before: [midnight - 1_440 * minute, midnight],
  after: [midnight, midnight + 86_400_000],
}

describe.each(dialects)('the time that users have watched, on $name', ({ skip, openMigrated }) => {
  async function open({ times = daily, shared = false }: Home = {}) {
    const db = await openMigrated()
    const history = createHistoryStore(db)
    const reports = createReportHistory({
      store: history,
      events: { publish() {} },
      trackers: { linksOf: async () => [], wake() {} },
    })
    const home = household()
    const userOf = (id: string): User => {
      const historyOwner = shared ? olga : id
      const profile = { ...home.profiles[0]!, id, historyOwner, times }
      return { ...home, configuration: 1, profile, via: 'password', device: { ...info, rowId } }
    }
    const watched = createWatchedTimeStore(db)
    const { rowId } = await createDeviceStore(db).insert({
      tokenHash: 'hash',
      configuration: 1,
      profileId: kim,
      device: info,
      origin: 'password',
      secretMark: 'mark',
    })
    let before: SessionState | null = null

    /** What the device says of its play next; with an earlier play, that one has ended. */
    async function report(
      who: readonly string[],
      change: Partial<OpenPlay> & { readonly at: number },
      endedPlay: OpenPlay | null = null,
    ): Promise<OpenPlay> {
      const { at, ...rest } = change
      const known = endedPlay ? null : (before?.play ?? null)
      const play: OpenPlay = {
        startedAt: at,
        watchedMs: 0,
        firstPositionMs: 0,
        lastPositionMs: 0,
        durationMs: null,
        finished: false,
        version: null,
        rows: {},
        ...known,
        ...rest,
        endedAt: at,
      }
      const effects = { ...noEffects, state: { ...idle, play }, play, playBefore: known, endedPlay }
      const outcome = await reports.write(who.map(userOf), libraryItem(), effects, before)
      before = outcome.state
      return outcome.play!
    }

    const ofDay = async (who: string, [from, to]: readonly number[]) =>
      (await watched.in(1, [{ profileId: who, from: from!, to: to! }]))[0]! / minute
    return { db, history, watched, report, ofDay }
  }

  it.skipIf(skip)('is that of all who watch, also where they share a history', async () => {
    const { report, ofDay } = await open({ shared: true })
    await report([olga, kim], { at: midnight })
    await report([olga, kim], { at: midnight + 10 * minute, watchedMs: 10 * minute })
    expect([await ofDay(olga, days.after), await ofDay(kim, days.after)]).toEqual([10, 10])
  })

  it.skipIf(skip)('is not kept of users without access times', async () => {
    const { db, report } = await open({ times: null })
    await report([kim], { at: midnight })
    await report([kim], { at: midnight + 10 * minute, watchedMs: 10 * minute })
    expect(await db('watched_quarters')).toEqual([])
  })

  it.skipIf(skip)('grows by a day at most, whatever a report says', async () => {
    const { db, report } = await open()
    await report([kim], { at: midnight })
    await report([kim], { at: midnight + 90 * 1_440 * minute, watchedMs: 90 * 1_440 * minute })
    const rows = await db('watched_quarters')
    expect([rows.length, new Set(rows.map((row) => row.watched_ms))]).toEqual([
      96,
      new Set([15 * minute]),
    ])
  })

  it.skipIf(skip)('is that of the day on which it was watched, past midnight too', async () => {
    const { report, ofDay } = await open()
    await report([kim], { at: midnight - 10 * minute })
    await report([kim], { at: midnight - 8 * minute, watchedMs: 2 * minute })
    await report([kim], { at: midnight + 20 * minute, watchedMs: 30 * minute })
    expect([await ofDay(kim, days.before), await ofDay(kim, days.after)]).toEqual([10, 20])
    expect(await ofDay(olga, days.before)).toBe(0)
  })

  it.skipIf(skip)('counts nothing twice, and no pause', async () => {
    const { report, ofDay } = await open()
    await report([kim], { at: midnight })
    await report([kim], { at: midnight + 5 * minute, watchedMs: 5 * minute })
    await report([kim], { at: midnight + 50 * minute, watchedMs: 5 * minute })
    const first = await report([kim], { at: midnight + 51 * minute, watchedMs: 6 * minute })
    const ended = { ...first, endedAt: midnight + 52 * minute, watchedMs: 7 * minute }
    await report([kim], { at: midnight + 60 * minute }, ended)
    await report([kim], { at: midnight + 63 * minute, watchedMs: 3 * minute })
    expect(await ofDay(kim, days.after)).toBe(10)
  })

  it.skipIf(skip)('is that of all who watch, of those who join from then on', async () => {
    const { report, ofDay } = await open()
    await report([olga], { at: midnight })
    await report([olga], { at: midnight + 10 * minute, watchedMs: 10 * minute })
    await report([olga, kim], { at: midnight + 15 * minute, watchedMs: 15 * minute })
    await report([olga, kim], { at: midnight + 20 * minute, watchedMs: 20 * minute })
    expect([await ofDay(olga, days.after), await ofDay(kim, days.after)]).toEqual([20, 10])
  })

  it.skipIf(skip)(
    'stays when the history is cleared, and goes with age and configuration',
    async () => {
      const { history, watched, report, ofDay } = await open()
      await report([kim], { at: midnight - 5 * minute })
      await report([kim], { at: midnight + 5 * minute, watchedMs: 10 * minute })
      await history.clear(await history.historyIdOf(1, kim), null)
      expect(await ofDay(kim, days.before)).toBe(5)
      await watched.sweep(midnight)
      expect([await ofDay(kim, days.before), await ofDay(kim, days.after)]).toEqual([0, 5])
      await watched.forget(1)
      expect(await ofDay(kim, days.after)).toBe(0)
    },
  )
})
