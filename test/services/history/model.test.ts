import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createMemoryLiveEvents } from '../../../src/cache/live-events.ts'
import type { LibraryItem } from '../../../src/model/library-item.ts'
import type { User, Profile } from '../../../src/model/household.ts'
import { createHistoryPages } from '../../../src/services/history-pages/service.ts'
import { createHistoryService } from '../../../src/services/history/service.ts'
import { createReportHistory } from '../../../src/services/history/reports.ts'
import { createSessionService } from '../../../src/services/sessions/service.ts'
import { createHistoryStore } from '../../../src/storage/repositories/history/store.ts'
import { createSessionStore } from '../../../src/storage/repositories/sessions.ts'
import { createDeviceStore } from '../../../src/storage/repositories/devices.ts'
import { createItemIds, createPlaySessionIds } from '../../../src/security/item-ids.ts'
import { dialects } from '../../support/dialects.ts'
import { itemRef, libraryItem } from '../../support/library-item.ts'

const duration = 5_400_000
const begin = Date.parse('2026-01-01T00:00:00Z')

const series = libraryItem({
  ref: itemRef({ kind: 'series', number: 2_000_000 }),
  key: 'tt2000000',
  kind: 'series',
  mediaType: 'series',
  name: 'Some Show',
})
const episodes = [1, 2, 3].map((episode): LibraryItem =>
  libraryItem({
    ref: itemRef({ kind: 'episode', number: 2_000_000, season: 1, episode }),
    key: `tt2000000:1:${episode}`,
    kind: 'episode',
    mediaType: 'series',
    season: 1,
    episode,
    series: {
      ref: series.ref,
      key: series.key,
      name: series.name,
      images: series.images,
      ids: {},
      year: 2020,
    },
  }),
)
const films = [0, 1].map((index) =>
  libraryItem({ ref: itemRef({ number: 1_000_000 + index }), key: `tt${1_000_000 + index}` }),
)
const playable = [...films, ...episodes]
const keys = [...playable, series].map(({ key }) => key)

/** Two people, one who shares the first one's history, and one of another configuration. */
const people = [
  { configuration: 7, id: 'a'.repeat(32), historyOwner: 'a'.repeat(32) },
  { configuration: 7, id: 'b'.repeat(32), historyOwner: 'b'.repeat(32) },
  { configuration: 7, id: 'c'.repeat(32), historyOwner: 'a'.repeat(32) },
  { configuration: 8, id: 'd'.repeat(32), historyOwner: 'd'.repeat(32) },
] as const

type Command =
  | { do: 'play'; who: number; device: number; what: number; share: number }
  | { do: 'mark'; who: number; what: number; played: boolean }
  | { do: 'markAll'; who: number; played: boolean }
  | { do: 'upTo'; who: number; episode: number }
  | { do: 'favorite'; who: number; what: number; on: boolean }
  | { do: 'rate'; who: number; likes: boolean | null }
  | { do: 'clear'; who: number; what: readonly number[] | null }
  | { do: 'import'; who: number; what: number; played: boolean; age: number | null }
  | { do: 'delete'; configuration: 7 | 8 }

/** Mostly the first one, and the same two titles: what goes wrong goes wrong with several commands to one entry. */
const who = fc.constantFrom(0, 0, 0, 0, 1, 2, 3)
const what = fc.constantFrom(0, 0, 0, 1, 2, 2, 2, 3, 4)
const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      do: fc.constant('play' as const),
      who,
      device: fc.nat(1),
      what,
      share: fc.constantFrom(0.01, 0.3, 0.6, 0.95, 1),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('mark' as const), who, what, played: fc.boolean() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('markAll' as const), who, played: fc.boolean() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('upTo' as const), who, episode: fc.nat(2) }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('favorite' as const), who, what, on: fc.boolean() }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('rate' as const),
      who,
      likes: fc.constantFrom(true, false, null),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('clear' as const),
      who,
      what: fc.option(fc.uniqueArray(fc.nat(playable.length - 1), { maxLength: 3 })),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('import' as const),
      who,
      what,
      played: fc.boolean(),
      age: fc.option(fc.constantFrom(0, 1, 1, 2, 3, 100)),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('delete' as const),
      configuration: fc.constantFrom(7 as const, 8 as const),
    }),
  },
)

type Known = {
  played: boolean
  playCount: number
  positionMs: number
  favorite: boolean
  likes: boolean | null
  lastPlayedAt: number | null
  origin: 'local' | 'import'
  clearedAt: number | null
}

const blank: Known = {
  played: false,
  playCount: 0,
  positionMs: 0,
  favorite: false,
  likes: null,
  lastPlayedAt: null,
  origin: 'local',
  clearedAt: null,
}

/** What the history should hold, in as few words as possible. */
function createModel() {
  const histories = new Map<string, Map<string, Known>>()
  const of = (person: number): Map<string, Known> => {
    const { historyOwner } = people[person]!
    const found = histories.get(historyOwner) ?? new Map<string, Known>()
    histories.set(historyOwner, found)
    return found
  }
  const get = (person: number, key: string): Known => of(person).get(key) ?? blank
  const set = (person: number, key: string, change: Partial<Known>): void =>
    void of(person).set(key, { ...get(person, key), ...change })
  const pickUp = (person: number): void => {
    if (get(person, series.key).likes === false) set(person, series.key, { likes: null })
  }
  const mark = (person: number, item: LibraryItem, played: boolean, now: number): void => {
    const before = get(person, item.key)
    if (played) {
      set(person, item.key, {
        played,
        playCount: Math.max(1, before.playCount),
        positionMs: 0,
        lastPlayedAt: now,
        origin: 'local',
      })
      if (item.series) pickUp(person)
    } else if (isListed(before)) {
      set(person, item.key, {
        played,
        playCount: 0,
        positionMs: 0,
        lastPlayedAt: null,
        origin: 'local',
        clearedAt: now,
      })
    }
  }

  return {
    of,
    run(now: number, given: Command): void {
      if (given.do === 'delete') {
        for (const [index, { configuration }] of people.entries()) {
          if (configuration === given.configuration) of(index).clear()
        }
        return
      }
      const { who: person } = given
      switch (given.do) {
        case 'play': {
          const item = playable[given.what]!
          const ends = given.share >= 0.9
          const before = get(person, item.key)
          set(person, item.key, {
            played: before.played || ends,
            playCount: before.playCount + (ends ? 1 : 0),
            positionMs: ends || given.share < 0.05 ? 0 : Math.round(duration * given.share),
            lastPlayedAt: now,
            origin: 'local',
          })
          if (item.series) pickUp(person)
          return
        }
        case 'mark':
          return mark(person, playable[given.what]!, given.played, now)
        case 'markAll':
          for (const item of episodes) mark(person, item, given.played, now)
          return
        case 'upTo':
          for (const item of episodes.slice(0, given.episode + 1)) {
            if (!get(person, item.key).played) mark(person, item, true, now)
          }
          return
        case 'favorite':
          return set(person, playable[given.what]!.key, { favorite: given.on })
        case 'rate':
          return set(person, series.key, { likes: given.likes })
        case 'clear':
          for (const key of given.what?.map((index) => playable[index]!.key) ?? keys) {
            if (isListed(get(person, key))) of(person).set(key, { ...blank, clearedAt: now })
          }
          return
        case 'import': {
          const { key } = playable[given.what]!
          const at = given.age === null ? null : now - given.age * 1_000
          const before = get(person, key)
          if (before.clearedAt !== null && (at === null || at <= before.clearedAt)) return
          const isNewer =
            before.lastPlayedAt === null
              ? at !== null || (!before.played && (given.played || before.positionMs === 0))
              : at !== null && at > before.lastPlayedAt
          if (!isNewer) return
          // What was played here stays so, and is not dated anew by what may be its own echo.
          const wasHere = before.origin === 'local' && before.lastPlayedAt !== null
          if (wasHere && before.played && given.played) return
          set(person, key, {
            played: before.played || given.played,
            playCount: Math.max(before.playCount, given.played ? 1 : 0),
            positionMs: given.played ? 0 : 60_000,
            lastPlayedAt: at,
            origin: wasHere ? 'local' : 'import',
          })
        }
      }
    },
  }
}

/** Whether anything is left of it. */
function isListed({
  played,
  playCount,
  positionMs,
  favorite,
  likes,
  lastPlayedAt,
}: Known): boolean {
  return (
    played || playCount > 0 || positionMs > 0 || favorite || likes !== null || lastPlayedAt !== null
  )
}

function profileOf({ id, historyOwner }: (typeof people)[number]): Profile {
  return {
    id,
    historyOwner,
    name: id.slice(0, 1),
    avatar: null,
    hidden: false,
    isOwner: id === historyOwner && id.startsWith('a'),
    hasPin: false,
    hasPassword: false,
    private: false,
  }
}

afterEach(() => {
  vi.useRealTimers()
})

describe.each(dialects)('The history of a household on $name', ({ name, skip, openMigrated }) => {
  it.skipIf(skip)(
    'is what a simple model says, after anything that people do',
    { timeout: 120_000 },
    async () => {
      const db = await openMigrated()
      const itemIds = createItemIds(Buffer.alloc(32, 1))
      const itemOf = new Map(playable.map((item) => [itemIds.encode(item.ref), item]))
      await fc.assert(
        fc.asyncProperty(fc.array(command, { minLength: 10, maxLength: 60 }), async (commands) => {
          vi.useFakeTimers({ toFake: ['Date'], now: begin })
          const store = createHistoryStore(db)
          const devices = createDeviceStore(db)
          // What a run before left when it failed.
          for (const configuration of [7, 8]) {
            await store.forget(configuration)
            await devices.forget(configuration)
          }
          const events = createMemoryLiveEvents()
          const trackers = { linksOf: async () => [], wake: () => {} }
          const history = createHistoryService({ store, events, trackers })
          const sessions = createSessionService({
            store: createSessionStore(db),
            items: { require: async (_user, id) => itemOf.get(id)! },
            history: createReportHistory({ store, events, trackers }),
            events,
            sockets: { of: async () => new Map() },
            isAlone: false,
            itemIds,
            playSessionIds: createPlaySessionIds(Buffer.alloc(32, 1)),
            versions: { known: async () => null, markFailed: async () => {} },
          })
          const pages = createHistoryPages({ store, events })
          const members: User[][] = []
          for (const person of people) {
            const own: User[] = []
            for (const id of ['tv', 'phone']) {
              const device = { id, name: id, client: 'Test', version: '1' }
              const { rowId } = await devices.insert({
                tokenHash: `${person.id}${id}`.padEnd(43, '-'),
                configuration: person.configuration,
                profileId: person.id,
                device,
                origin: 'password',
                secretMark: '',
              })
              own.push({
                configuration: person.configuration,
                parents: [],
                uuid: '',
                userData: {},
                cacheKey: '',
                profiles: people
                  .filter(({ configuration }) => configuration === person.configuration)
                  .map(profileOf),
                profile: profileOf(person),
                via: 'password',
                device: { ...device, rowId: rowId },
              })
            }
            members.push(own)
          }
          const nothing = {
            durationMs: duration,
            paused: null,
            muted: null,
            volume: null,
            mediaSourceId: null,
            playSessionId: null,
            audioIndex: null,
            subtitleIndex: null,
            playMethod: null,
            canSeek: null,
            repeatMode: null,
            playbackOrder: null,
            failed: false,
          }

          async function run(now: number, given: Command): Promise<unknown> {
            if (given.do === 'delete') return store.forget(given.configuration)
            const user = members[given.who]![0]!
            switch (given.do) {
              case 'play': {
                const item = playable[given.what]!
                const on = members[given.who]![given.device]!
                const report = { ...nothing, itemId: itemIds.encode(item.ref) }
                const ask = { signal: AbortSignal.abort() }
                await sessions.report(on, { ...report, event: 'start', positionMs: 0 }, ask)
                const positionMs = Math.round(duration * given.share)
                return sessions.report(on, { ...report, event: 'stop', positionMs }, ask)
              }
              case 'mark':
                return history.setPlayed(user, playable[given.what]!, given.played, {
                  at: null,
                  episodes: [],
                })
              case 'markAll':
                return history.setPlayed(user, series, given.played, { at: null, episodes })
              case 'upTo':
                return history.playUpTo(user, episodes.slice(0, given.episode + 1))
              case 'favorite':
                return history.setFavorite(user, playable[given.what]!, given.on)
              case 'rate':
                return history.rate(user, series, given.likes)
              case 'clear':
                return store.clear(
                  await store.historyIdOf(user.configuration, user.profile.historyOwner),
                  given.what?.map((index) => playable[index]!.key) ?? null,
                )
              case 'import': {
                const { key, kind, season, episode, series: show } = playable[given.what]!
                const item = {
                  name: key,
                  mediaType: 'movie',
                  year: null,
                  seriesName: null,
                  runtimeMs: null,
                  primary: null,
                  backdrop: null,
                  seriesPrimary: null,
                }
                return store.import(
                  await store.historyIdOf(user.configuration, user.profile.historyOwner),
                  [
                    {
                      itemKey: key,
                      titleKey: show?.key ?? key,
                      aliases: [],
                      kind,
                      season,
                      episode,
                      item,
                      played: given.played,
                      playCount: 0,
                      positionMs: given.played ? 0 : 60_000,
                      durationMs: null,
                      favorite: null,
                      likes: null,
                      at: given.age === null ? null : now - given.age * 1_000,
                      origin: 'import',
                      tracker: 'a tracker',
                      link: null,
                    },
                  ],
                  { restore: false, dryRun: false },
                )
              }
              default:
                return given satisfies never
            }
          }

          const model = createModel()
          for (const [index, given] of commands.entries()) {
            const now = begin + (index + 1) * 1_000
            vi.setSystemTime(now)
            await run(now, given)
            model.run(now, given)
          }
          for (const [index, person] of people.entries()) {
            const expected = [...model.of(index)]
              .filter(([, known]) => isListed(known))
              .map(([itemKey, { clearedAt: _cleared, ...known }]) => ({ itemKey, ...known }))
              .toSorted((a, b) => (a.itemKey < b.itemKey ? -1 : 1))
            const user = members[index]![0]!
            const { entries } = await pages.page(user, {
              userId: person.id,
              first: 500,
            })
            const found = entries
              .map(
                ({
                  itemKey,
                  played,
                  playCount,
                  positionMs,
                  favorite,
                  likes,
                  lastPlayedAt,
                  origin,
                }) => ({
                  itemKey,
                  played,
                  playCount,
                  positionMs,
                  favorite,
                  likes,
                  lastPlayedAt,
                  origin,
                }),
              )
              .toSorted((a, b) => (a.itemKey < b.itemKey ? -1 : 1))
            expect(found).toEqual(expected)
            if (person.id !== person.historyOwner) continue
            const counted = (await pages.activity(user)).find(
              ({ profile }) => profile.id === person.id,
            )
            const isFilm = ({ itemKey }: { itemKey: string }) => itemKey.startsWith('tt1')
            expect(counted!.counts).toEqual({
              movies: expected.filter((one) => one.played && isFilm(one)).length,
              episodes: expected.filter((one) => one.played && !isFilm(one)).length,
              inProgress: expected.filter(({ positionMs }) => positionMs > 0).length,
              favorites: expected.filter(({ favorite }) => favorite).length,
              lastAt: expected.reduce<number | null>(
                (latest, { lastPlayedAt: at }) =>
                  at === null ? latest : Math.max(latest ?? 0, at),
                null,
              ),
            })
          }
          expect(await store.recount()).toBe(0)
        }),
        { numRuns: name === 'SQLite' ? 150 : 40 },
      )
    },
  )
})
