import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PlayFilter } from '../../src/model/play-filter.ts'
import { bucketStreams, bucketUsers } from '../../src/services/activity/statistics.ts'
import type { Statistics, StatisticsDeps } from '../../src/services/activity/statistics.ts'
import { bucketSizes } from '../../src/services/activity/time-buckets.ts'
import { expirePlays } from '../../src/storage/repositories/plays/stale-days.ts'
import { createPlayStore } from '../../src/storage/repositories/plays/store.ts'
import { dialects } from '../support/dialects.ts'
import { anyFilter, fits, insertPlays, markFavorites, somePlays } from '../support/plays.ts'
import type { PlayRow } from '../support/plays.ts'
import { nameOf, zones } from '../support/zone-buckets.ts'

const dayMs = 86_400_000
const from = Date.UTC(2025, 1, 20)
const to = Date.UTC(2025, 3, 20)
/** Some are left open for days. */
const plays = somePlays(700, from, to).map((play, index) =>
  index % 40 === 0 ? { ...play, ended_at: play.started_at + 3 * dayMs } : play,
)

type Time = { readonly from: number; readonly to: number }

/** At a moment: each device once, and every play that has none. */
function plainStreams(found: readonly PlayRow[], at: number): number {
  const open = found.filter(({ started_at: begin, ended_at: end }) => {
    return begin <= at && at < Math.min(Math.max(end, begin + 1), begin + dayMs)
  })
  const own = open.map((play, index) =>
    play.origin === 'stremio' ? index : (play.device_id ?? index),
  )
  return new Set(own).size
}

/** The most begin together either with the bucket or with a play. */
function plainMost(
  found: readonly PlayRow[],
  { time, zone, bucket }: Pick<Statistics, 'time' | 'zone' | 'bucket'>,
  starts: readonly number[],
): Record<string, number> {
  const streams = found.filter(({ origin }) => origin !== 'import')
  const moments = [time.from, ...starts, ...streams.map(({ started_at }) => started_at)]
  const most: Record<string, number> = {}
  for (const at of moments) {
    if (at < time.from || at >= time.to) continue
    const name = nameOf(at, zone, bucket)
    most[name] = Math.max(most[name] ?? 0, plainStreams(streams, at))
  }
  return most
}

function plainUsers(
  found: readonly PlayRow[],
  { zone, bucket }: Pick<Statistics, 'zone' | 'bucket'>,
): Record<string, number> {
  const named = Map.groupBy(found, ({ started_at }) => nameOf(started_at, zone, bucket))
  return Object.fromEntries(
    [...named].map(([name, own]) => [name, new Set(own.map((play) => play.profile_id)).size]),
  )
}

const anyQuestion = fc.record({
  filter: anyFilter(from, to),
  zone: fc.constantFrom(...zones),
  // Hours of the whole time are too many buckets in some.
  bucket: fc.constantFrom(...bucketSizes.slice(1), 'day' as const),
})

describe.each(dialects)('Streams and users on $name', ({ skip, openMigrated }) => {
  it.skipIf(skip)(
    'are those of plain counting in every time zone',
    { timeout: 60_000 },
    async () => {
      const db = await openMigrated()
      const store = createPlayStore(db)
      await insertPlays(db, plays)
      await markFavorites(db)
      await expirePlays(db, { where: 'true', values: [] })
      while (await store.fold());
      const deps = { plays: store } as unknown as StatisticsDeps
      await fc.assert(
        fc.asyncProperty(anyQuestion, async ({ filter, zone, bucket }) => {
          const time: Time = { from: filter.from ?? from - dayMs, to: filter.to ?? to + dayMs }
          fc.pre(time.from < time.to)
          const asked = { time, counted: time, filter, zone, bucket } as Statistics
          const fitting = (more: Partial<PlayFilter>) =>
            plays.filter((play) => fits(play, { ...filter, ...more }))
          const streams = await bucketStreams(deps, asked)
          const starts = streams.map((one) => one.from)
          const most = plainMost(fitting({ from: null, to: time.to }), asked, starts)
          const name = (at: number) => nameOf(at, zone, bucket)
          expect(Object.fromEntries(streams.map((one) => [name(one.from), one.streams]))).toEqual(
            most,
          )
          const users = await bucketUsers(deps, asked)
          expect(
            Object.fromEntries(
              users.filter((one) => one.users > 0).map((one) => [name(one.from), one.users]),
            ),
          ).toEqual(plainUsers(fitting(time), asked))
          expect(users.map((one) => one.from)).toEqual(starts)
        }),
        { numRuns: 120 },
      )
    },
  )
})
