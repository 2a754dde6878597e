import { LRUCache } from 'lru-cache'
import { atMost } from '../../../core/entries.ts'
import { createKeyedQueues } from '../../../core/keyed-queues.ts'
import { createSingleFlight } from '../../../core/single-flight.ts'
import { ratedOf, strictest } from '../../../library/limits.ts'
import type { Rated } from '../../../library/limits.ts'
import type { Household } from '../../../model/household.ts'
import { sourcesOf } from '../../configured-sources.ts'
import { questionSource } from '../titles/details.ts'
import type { DetailsOptions } from '../titles/details.ts'
import type { Cache } from '../../../cache/cache.ts'
import { createBacklogs } from './backlogs.ts'
import { createKeptRatings } from './kept-ratings.ts'
import type { StoredRating, RatedTitle, ReadRating } from './kept-ratings.ts'

export type Ratings = ReturnType<typeof createRatings>

export type RatingOptions = DetailsOptions & {
  /** Survives restarts, and bounds itself. */
  readonly stored?: Pick<Cache, 'get' | 'set'>
}

/** Ratings of all households, with memoryShare 1. */
const mostKnown = 100_000
const mostHouseholds = 500
/** Read again behind what is known. */
const freshMs = 6 * 3_600_000
/** Pause after a source failed; doubled after each further failure, up to half an hour. */
export const retryMs = 60_000
const mostDoublings = 5
const waitMs = 6_000
/** Titles of one household that are looked up at once, in each lane. */
const atOnce = 6

/** Requests for at most this many titles have a lane of their own and never wait behind lists. */
const fewTitles = 3
type Lane = 'few' | 'many' | 'behind'

/**
 * What the sources' own answers say of ratings and genres of titles, of which catalogs tell little: the strictest of all
 * sources. Without the rest of the answers, so that it can be kept of whole catalogs.
 */
export function createRatings(options: RatingOptions) {
  const kept = createKeptRatings(options.stored ?? null)
  const known = new LRUCache<string, StoredRating>(
    atMost(Math.max(1_000, Math.floor(mostKnown * (options.memoryShare ?? 1)))),
  )
  const versions = new LRUCache<string, number>({ max: mostHouseholds })
  const singleFlight = createSingleFlight()
  const inOrder = createKeyedQueues(atOnce)
  const backlogs = createBacklogs(atOnce, (household, title) => read(household, title, 'behind'))

  function keep(household: Household, key: string, now: StoredRating): void {
    const before = known.get(key)
    known.set(key, now)
    if (before && before.lacks === now.lacks && isSame(before.rated, now.rated)) return
    versions.set(nameOf(household), versionOf(household) + 1)
  }

  function versionOf(household: Household): number {
    return versions.get(nameOf(household)) ?? 0
  }

  async function readFrom(household: Household, title: RatedTitle, key: string) {
    const { identity, types } = title
    // A title is of one type: asking for it as several is guessing.
    const asking = { signal: AbortSignal.timeout(waitMs), guess: types.length > 1 }
    const asked = sourcesOf(household).flatMap((source) =>
      types.map((type) => questionSource(options, source, type, identity.key, asking)),
    )
    const answers = await Promise.allSettled(asked)
    const metas = answers.flatMap((answer) =>
      answer.status === 'fulfilled' && answer.value ? answer.value : [],
    )
    const said = metas.map(ratedOf)
    const hasFailed = answers.some(({ status }) => status === 'rejected')
    const before = known.get(key)
    const held = hasFailed ? before : undefined
    const imdbIds = metas.flatMap(({ ids }) => ids.imdb ?? [])
    const now = {
      rated: strictest(held ? [held.rated, ...said] : said),
      isDescribed: metas.length > 0 || held?.isDescribed === true,
      imdbIds: [...new Set([...(held?.imdbIds ?? []), ...imdbIds])],
      // What every source has answered once holds while one of them fails.
      lacks: hasFailed && (before?.lacks ?? true),
      readAt: Date.now(),
      failures: hasFailed ? (before?.failures ?? 0) + 1 : 0,
    }
    keep(household, key, now)
    kept.keep(household, title, now)
  }

  async function readKept(household: Household, title: RatedTitle, key: string): Promise<void> {
    if (known.has(key)) return
    const found = await kept.of(household, title)
    if (found && !known.has(key)) keep(household, key, found)
  }

  function readOnce(household: Household, title: RatedTitle, key: string): Promise<void> {
    return singleFlight.join(key, () => readFrom(household, title, key))
  }

  function isDue(key: string): boolean {
    const found = known.get(key)
    return !found || Date.now() - found.readAt >= lastingOf(found)
  }

  function read(household: Household, title: RatedTitle, lane: Lane): Promise<void> {
    const key = keyOf(household, title)
    return inOrder(`${lane} ${nameOf(household)}`, async () => {
      await readKept(household, title, key)
      if (isDue(key)) await readOnce(household, title, key)
    })
  }

  return {
    versionOf,

    /** The rating that was read; null if there is none yet. Old ratings are refreshed in the background. */
    peek(household: Household, title: RatedTitle): ReadRating | null {
      const key = keyOf(household, title)
      const found = known.get(key) ?? null
      if (found && isDue(key)) backlogs.first(nameOf(household), household, [title])
      return found
    },

    /** Adds what was found elsewhere. */
    note(household: Household, title: RatedTitle, rated: Rated): void {
      const key = keyOf(household, title)
      const before = known.get(key)
      const all = before ? strictest([before.rated, rated]) : rated
      const first = { imdbIds: [], lacks: true, readAt: 0, failures: 0 }
      const now = { ...(before ?? first), rated: all, isDescribed: true }
      keep(household, key, now)
      kept.keep(household, title, now)
    },

    /** Reads what is not known yet, and waits for it no longer than this; the rest is read behind. */
    async learn(
      household: Household,
      titles: readonly RatedTitle[],
      most: number,
      ownLane?: 'behind',
    ): Promise<void> {
      const unread = titles.filter((title) => isDue(keyOf(household, title)))
      if (unread.length === 0) return
      const lane = ownLane ?? (unread.length <= fewTitles ? 'few' : 'many')
      const late = Promise.withResolvers<void>()
      let next = 0
      const over = new AbortController()
      const timer = setTimeout(() => {
        over.abort()
        late.resolve()
      }, most)
      async function readOn(): Promise<void> {
        while (!over.signal.aborted && next < unread.length) {
          await read(household, unread[next++]!, lane)
        }
      }
      await Promise.race([Promise.all(Array.from({ length: atOnce }, readOn)), late.promise])
      clearTimeout(timer)
      if (next < unread.length) backlogs.first(nameOf(household), household, unread.slice(next))
    },

    /** Reads what is not known yet, behind everything that somebody waits for. */
    readBehind(household: Household, titles: readonly RatedTitle[]): void {
      backlogs.replace(nameOf(household), household, titles)
    },
  }
}

function lastingOf({ failures }: StoredRating): number {
  return failures > 0 ? retryMs * 2 ** Math.min(failures - 1, mostDoublings) : freshMs
}

function nameOf({ configuration, cacheKey }: Household): string {
  return `${configuration} ${cacheKey}`
}

function keyOf(household: Household, { identity, types }: RatedTitle): string {
  return `${nameOf(household)} ${JSON.stringify(types)} ${identity.text}`
}

function isSame(a: Rated, b: Rated): boolean {
  return a.age === b.age && a.foldedGenres.join('\n') === b.foldedGenres.join('\n')
}
