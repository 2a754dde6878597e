import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { User } from '../../src/model/household.ts'
import { streaksOf } from '../../src/services/activity/streaks.ts'
import { longestSession } from '../../src/storage/repositories/plays/longest-session.ts'
import { rewatchedTitles } from '../../src/storage/repositories/plays/rewatched-titles.ts'
import { expirePlays } from '../../src/storage/repositories/plays/stale-days.ts'
import { createPlayStore } from '../../src/storage/repositories/plays/store.ts'
import { dialects } from '../support/dialects.ts'
import {
  ann,
  anyFilter,
  everyPlay,
  fits,
  insertPlays,
  markFavorites,
  kim,
  olga,
} from '../support/plays.ts'
import { somePlays } from '../support/plays.ts'
import type { PlayRow } from '../support/plays.ts'

const from = Date.UTC(2025, 1, 20)
const to = Date.UTC(2025, 3, 20)
const plays = somePlays(400, from, to)
const users: readonly User['profile']['id'][] = [olga, kim, ann]
const halfHourMs = 1_800_000

const anyTime = anyFilter(from, to).map((filter) => {
  const time = { from: filter.from ?? from - 1, to: filter.to ?? to + 1 }
  return { ...filter, ...time }
})

function plainRewatched(found: readonly PlayRow[]): Map<string, number> {
  const counts = new Map<string, number>()
  const again = new Map<string, number>()
  for (const play of found.filter(({ finished }) => finished)) {
    const item = `${play.profile_id} ${play.item_key}`
    const before = counts.get(item) ?? 0
    counts.set(item, before + 1)
    const title = `${play.kind === 'movie' ? 'movie' : 'series'} ${play.title_key}`
    if (before > 0) again.set(title, (again.get(title) ?? 0) + 1)
  }
  return again
}

function plainLongest(found: readonly PlayRow[]): number {
  const sums = users.flatMap((user) => {
    const own = found
      .filter(({ profile_id }) => profile_id === user)
      .toSorted((a, b) => a.started_at - b.started_at)
    let end = -Infinity
    let sum = 0
    return own.map((play) => {
      const goesOn = play.started_at - end <= halfHourMs
      sum = (goesOn ? sum : 0) + play.watched_ms
      end = Math.max(play.ended_at, goesOn ? end : -Infinity)
      return sum
    })
  })
  return Math.max(...sums)
}

/** By another library than the one that is tested. */
function plainDays(found: readonly PlayRow[], zone: string): ReadonlySet<number> {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone: zone })
  return new Set(found.map(({ started_at: at }) => Date.parse(format.format(at)) / 86_400_000))
}

function plainRun(days: ReadonlySet<number>): number {
  let longest = 0
  for (const day of days) {
    let length = 1
    while (days.has(day + length)) length += 1
    longest = Math.max(longest, length)
  }
  return longest
}

describe.each(dialects)('What plays say of habits on $name', ({ skip, openMigrated }) => {
  it.skipIf(skip)(
    'is what plain counting says',
    async () => {
      const db = await openMigrated()
      const store = createPlayStore(db)
      await insertPlays(db, plays)
      await markFavorites(db)
      await expirePlays(db, { where: 'true', values: [] })
      while (await store.fold());
      const zones = fc.constantFrom('UTC', 'Europe/Berlin', 'Asia/Kolkata', 'America/St_Johns')
      await fc.assert(
        fc.asyncProperty(anyTime, zones, async (filter, zone) => {
          fc.pre(filter.from < filter.to)
          const found = plays.filter((play) => fits(play, filter))
          const rewatched = await store.rewatched(filter, 100)
          const expected = filter.finished === false ? [] : plainRewatched(found)
          expect(new Map(rewatched.map(({ title, again }) => [title, again]))).toEqual(
            new Map(expected),
          )
          const days = plainDays(found, zone)
          const streaks = await streaksOf(store, filter, filter, zone)
          expect([streaks.days, streaks.longest?.days ?? 0]).toEqual([days.size, plainRun(days)])
          const session = await store.longestSession(filter)
          expect(session?.watchedMs ?? null).toBe(found.length === 0 ? null : plainLongest(found))
        }),
        { numRuns: 60 },
      )
    },
    60_000,
  )

  it.skipIf(skip)('is refused where too many plays must be looked at', async () => {
    const db = await openMigrated()
    await insertPlays(db, plays)
    const readers = [{ historyId: 1, profileIds: [olga, ann] }]
    const filter = { ...everyPlay, readers, from, to }
    const refusal = { code: 'BAD_REQUEST' }
    await expect(rewatchedTitles(db, filter, 1, 50)).rejects.toMatchObject(refusal)
    await expect(longestSession(db, filter, 50)).rejects.toMatchObject(refusal)
  })
})
