import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { playGroups } from '../../src/model/play-statistics.ts'
import type { PlayCount, PlayGroup, StatisticsQuery } from '../../src/model/play-statistics.ts'
import type { PlayStore } from '../../src/model/play-store.ts'
import { bucketSizes, bucketStarts, zonePieces } from '../../src/services/activity/time-buckets.ts'
import { expirePlays } from '../../src/storage/repositories/plays/stale-days.ts'
import { createPlayStore } from '../../src/storage/repositories/plays/store.ts'
import { dialects } from '../support/dialects.ts'
import {
  anyFilter,
  fits,
  insertPlays,
  markFavorites,
  nameGenres,
  somePlays,
} from '../support/plays.ts'
import type { PlayRow } from '../support/plays.ts'
import { nameOf, zones } from '../support/zone-buckets.ts'
import type { Size } from '../support/zone-buckets.ts'

// Around changes of the clock in all zones.
const from = Date.UTC(2025, 1, 20)
const to = Date.UTC(2025, 3, 20)
const plays = somePlays(900, from, to)

const genres: Record<string, readonly string[]> = { tt1: ['Drama'], tt2: ['Drama', 'Comedy'] }

const columns = {
  user: 'profile_id',
  kind: 'kind',
  client: 'client',
  device: 'device_name',
  resolution: 'resolution',
  source: 'source',
  service: 'service',
  delivery: 'delivery',
} as const satisfies Record<Exclude<PlayGroup, 'title' | 'genre'>, keyof PlayRow>

function groupsOf(play: PlayRow, groupBy: PlayGroup | null): readonly (string | null)[] {
  if (groupBy === null) return [null]
  const space = play.kind === 'movie' ? 'movie' : 'series'
  if (groupBy === 'title') return [`${space} ${play.title_key}`]
  if (groupBy === 'genre') return (space === 'movie' && genres[play.title_key]) || [null]
  return [play[columns[groupBy]]]
}

type Totals = Record<string, readonly [plays: number, finished: number, watchedMs: number]>

function plainCounts(
  found: readonly PlayRow[],
  zone: string,
  size: Size,
  groupBy: PlayGroup | null,
): Totals {
  const totals: Record<string, [number, number, number]> = {}
  for (const play of found) {
    for (const group of groupsOf(play, groupBy)) {
      const total = (totals[`${nameOf(play.started_at, zone, size)} | ${group}`] ??= [0, 0, 0])
      total[0] += 1
      total[1] += play.finished ? 1 : 0
      total[2] += play.watched_ms
    }
  }
  return totals
}

function totalsOf(counts: readonly PlayCount[], nameOfSlot: (slot: number) => string): Totals {
  return Object.fromEntries(
    counts
      .filter((count) => count.plays > 0)
      .map(({ slot, group, plays: count, finished, watchedMs }) => [
        `${nameOfSlot(slot)} | ${group}`,
        [count, finished, watchedMs] as const,
      ]),
  )
}

async function foldAll(store: PlayStore): Promise<void> {
  while (await store.fold());
}

async function keptCounts(
  store: PlayStore,
  query: Pick<StatisticsQuery, 'filter' | 'groupBy'>,
  zone: string,
  size: Size,
): Promise<Totals> {
  if (size === 'hourOfDay' || size === 'weekday') {
    const kind = size === 'weekday' ? 'weekday' : 'hour'
    const slots = { kind, pieces: zonePieces(query.filter, zone) } as const
    return totalsOf(await store.count({ ...query, slots }), String)
  }
  const starts = bucketStarts(query.filter, size, zone)
  const counts = await store.count({ ...query, slots: { kind: 'line', starts } })
  return totalsOf(counts, (slot) => nameOf(starts[slot]!, zone, size))
}

describe.each(dialects)('Statistics of plays on $name', ({ skip, openMigrated }) => {
  const anyQuestion = fc.record({
    filter: anyFilter(from, to),
    // What the kept counts cannot answer is asked less often.
    isPlain: fc.boolean(),
    isOfTitles: fc.boolean(),
    zone: fc.constantFrom(...zones),
    size: fc.constantFrom<Size>(...bucketSizes, 'hourOfDay', 'weekday'),
    groupBy: fc.option(fc.constantFrom(...playGroups)),
  })

  async function compare(store: PlayStore, known: readonly PlayRow[], numRuns: number) {
    await fc.assert(
      fc.asyncProperty(
        anyQuestion,
        async ({ filter, isPlain, isOfTitles, zone, size, groupBy }) => {
          const time = { from: filter.from ?? from - 1, to: filter.to ?? to + 1 }
          fc.pre(time.from < time.to)
          const asked = {
            ...filter,
            ...time,
            ...(isPlain && { clients: null, devices: null }),
            ...(isPlain && (isOfTitles ? { origin: null } : { titles: null })),
          }
          const expected = plainCounts(
            known.filter((play) => fits(play, asked)),
            zone,
            size,
            groupBy,
          )
          expect(await keptCounts(store, { filter: asked, groupBy }, zone, size)).toEqual(expected)
        },
      ),
      { numRuns },
    )
  }

  it.skipIf(skip)(
    'are those of plain counting, whatever of it is kept counted',
    async () => {
      const db = await openMigrated()
      const store = createPlayStore(db)
      await nameGenres(db, genres)
      await insertPlays(db, plays.slice(0, 800))
      await markFavorites(db)
      await expirePlays(db, { where: 'true', values: [] })
      await foldAll(store)
      await compare(store, plays.slice(0, 800), 150)
      // Some days are no longer as they were counted, and nobody has counted them again.
      await insertPlays(db, plays.slice(800))
      await expirePlays(db, { where: 'id > 800', values: [] })
      const gone = plays[10]!
      const sameTime = (query: ReturnType<typeof db>) =>
        query.where({ started_at: gone.started_at })
      await expirePlays(db, { where: 'started_at = ?', values: [gone.started_at] })
      await sameTime(db('plays')).delete()
      const left = plays.filter(({ started_at }) => started_at !== gone.started_at)
      await compare(store, left, 60)
      await foldAll(store)
      await compare(store, left, 60)
      expect(await store.fold()).toBe(false)
    },
    120_000,
  )
})
