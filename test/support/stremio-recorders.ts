import type { Knex } from 'knex'
import { createMemoryCache } from '../../src/cache/memory.ts'
import { createMemoryLiveEvents } from '../../src/cache/live-events.ts'
import { createMemoryLock } from '../../src/cache/lock.ts'
import type { AccessTimes } from '../../src/model/access-times.ts'
import type { LibraryItem } from '../../src/model/library-item.ts'
import type { ReportedVersion } from '../../src/model/play.ts'
import { createReportHistory } from '../../src/services/history/reports.ts'
import { createOpenPlays } from '../../src/services/stremio-plays/open-plays.ts'
import { createPlayRecorder } from '../../src/services/stremio-plays/recorder.ts'
import type { Heard, Viewed } from '../../src/services/stremio-plays/recorder.ts'
import { createStremioSessions } from '../../src/services/stremio-plays/sessions.ts'
import { createHistoryStore } from '../../src/storage/repositories/history/store.ts'
import { household, libraryItem } from './library-item.ts'

export const minute = 60_000
export const begun = Date.parse('2026-01-01T00:00:00Z')

type Options = {
  readonly delivery?: ReportedVersion['delivery']
  readonly pause?: () => Promise<void>
  readonly silentAfterMs?: number
  /** Limits of the day; null: none. */
  readonly times?: AccessTimes | null
}

function version(delivery: ReportedVersion['delivery']): ReportedVersion {
  const played = { mark: 1, group: null, resolution: '1080p', audio: null, subtitle: null }
  return { played, name: 'Film', source: 'Films', service: null, delivery }
}

/** Two nodes that record what the first user plays in Stremio, by a clock in minutes. */
export function openRecorders(
  db: Knex,
  { delivery = 'proxied', pause = async () => {}, times = null, ...more }: Options = {},
) {
  const lock = createMemoryLock()
  const events = createMemoryLiveEvents()
  const ended: number[] = []
  let now = begun
  const clock = () => now
  const open = createOpenPlays({ playCache: createMemoryCache({ maxBytes: 2 ** 20 }), lock })
  const history = createReportHistory({
    store: createHistoryStore(db),
    events,
    trackers: { linksOf: async () => [1], wake: () => {} },
  })
  const nodes = [0, 1].map(() =>
    createPlayRecorder({ open, lock, history, events, pause, now: clock, ...more }),
  )
  const people = { ...household(), userData: { sources: [], stremio: { recordPlays: true } } }
  const profile = { ...people.profiles[0]!, times }
  const user = { ...people, profile, via: 'basic', device: null } as const
  events.subscribe(user.configuration, (event) => {
    if (event.kind === 'playEnded') ended.push(...event.plays.map(({ id }) => id))
  })
  const viewedOf = (item: Partial<LibraryItem> = {}): Viewed => {
    const film = libraryItem({ runtimeMs: 100 * minute, ...item })
    return { user, item: film, itemId: film.key, version: version(delivery) }
  }
  const viewed = viewedOf()
  const passTo = (at: number): void => {
    now = begun + at * minute
  }

  return {
    db,
    lock,
    nodes,
    viewed,
    viewedOf,
    passTo,
    /** Ids of plays whose end was told. */
    ended,
    sessions: createStremioSessions({ open, now: clock }),
    hear: async (
      at: number,
      event: Heard['event'],
      position: number | null = null,
      node = 0,
      from: readonly [at: number, position: number] = [0, 0],
      of: Viewed = viewed,
    ): Promise<void> => {
      passTo(at)
      const positionMs = position === null ? null : position * minute
      const began = { at: begun + from[0] * minute, positionMs: from[1] * minute }
      await nodes[node]!.report(of, { event, positionMs, began })
    },
    plays: () => db('plays').orderBy('id'),
    /** Minutes of the user's day. */
    watched: async () =>
      (await db('watched_quarters').select('watched_ms')).reduce(
        (sum, { watched_ms: ms }) => sum + Number(ms) / minute,
        0,
      ),
    told: async () =>
      (await db('tracker_events').orderBy('number').select('event')).map(
        ({ event }) => JSON.parse(event).event,
      ),
  }
}
