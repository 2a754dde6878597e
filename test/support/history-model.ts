import fc from 'fast-check'
import type { LibraryItem } from '../../src/model/library-item.ts'
import type { Profile } from '../../src/model/household.ts'
import { itemRef, libraryItem } from './library-item.ts'

export const duration = 5_400_000
export const begin = Date.parse('2026-01-01T00:00:00Z')

export const series = libraryItem({
  ref: itemRef({ kind: 'series', number: 2_000_000 }),
  key: 'tt2000000',
  kind: 'series',
  mediaType: 'series',
  name: 'Some Show',
})
export const episodes = [1, 2, 3].map((episode): LibraryItem =>
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
export const playable = [...films, ...episodes]
const keys = [...playable, series].map(({ key }) => key)

/** Two people, one who shares the first one's history, and one of another configuration. */
export const people = [
  { configuration: 7, id: 'a'.repeat(32), historyOwner: 'a'.repeat(32) },
  { configuration: 7, id: 'b'.repeat(32), historyOwner: 'b'.repeat(32) },
  { configuration: 7, id: 'c'.repeat(32), historyOwner: 'a'.repeat(32) },
  { configuration: 8, id: 'd'.repeat(32), historyOwner: 'd'.repeat(32) },
] as const

export type Command =
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
export const command: fc.Arbitrary<Command> = fc.oneof(
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
export function createModel() {
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
export function isListed({
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

export function profileOf({ id, historyOwner }: (typeof people)[number]): Profile {
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
    personal: false,
    limits: null,
    times: null,
  }
}
