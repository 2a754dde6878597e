import { vi } from 'vitest'
import type { Knex } from 'knex'
import { createMemoryLiveEvents } from '../../src/cache/live-events.ts'
import type { PlayReport } from '../../src/model/watch.ts'
import { createItemIds, createPlaySessionIds } from '../../src/security/item-ids.ts'
import { createReportHistory } from '../../src/services/history/reports.ts'
import { createSessionService } from '../../src/services/sessions/service.ts'
import type { SessionService, SessionServiceOptions } from '../../src/services/sessions/service.ts'
import { createDeviceStore } from '../../src/storage/repositories/devices.ts'
import { createHistoryStore } from '../../src/storage/repositories/history/store.ts'
import { createSessionStore } from '../../src/storage/repositories/sessions.ts'
import { itemRef, libraryItem } from './library-item.ts'
import { playReport } from './play-report.ts'

const begun = Date.parse('2026-01-01T00:00:00Z')
export const minute = 60_000
const olga = 'a'.repeat(32)
const kim = 'b'.repeat(32)

type User = Parameters<SessionService['report']>[0]

/** Processes that hear what one device plays, two films of a hundred minutes. `Date` must be a fake. */
export async function nodesOf(db: Knex) {
  const history = createHistoryStore(db)
  const key = Buffer.alloc(32, 1)
  const itemIds = createItemIds(key)
  const items = [1, 2].map((number) =>
    libraryItem({ ref: itemRef({ number }), key: `tt${number}`, runtimeMs: 100 * minute }),
  )
  const films = new Map(items.map((film) => [itemIds.encode(film.ref), film]))
  const [first, second] = [...films.keys()] as [string, string]
  const links = new Map([
    [olga, 1],
    [kim, 2],
  ])

  const node = ({
    events = createMemoryLiveEvents(),
    ...more
  }: Partial<Pick<SessionServiceOptions, 'events' | 'silentAfterMs' | 'store'>> = {}) =>
    createSessionService({
      store: createSessionStore(db),
      items: { require: async (_user: unknown, id: string) => films.get(id)! },
      history: createReportHistory({
        store: history,
        events,
        trackers: { linksOf: async ({ profile }) => [links.get(profile.id)!], wake: () => {} },
      }),
      events,
      sockets: { of: async () => new Map() },
      isAlone: false,
      itemIds,
      playSessionIds: createPlaySessionIds(key),
      versions: {
        known: async () => null,
        isForDevice: async () => false,
        markFailed: async () => {},
      },
      deliveries: { of: async () => 'redirect' },
      ...more,
    })

  const profiles = [olga, kim].map((id) => ({
    id,
    historyOwner: id,
    name: id,
    isOwner: id === olga,
    times: null,
  }))
  const device = { id: 'tv', name: 'Television', client: 'Some App', version: '1' }
  const { rowId } = await createDeviceStore(db).insert({
    tokenHash: 'x'.repeat(43),
    configuration: 7,
    profileId: olga,
    device,
    origin: 'password',
    secretMark: '',
  })
  const user = {
    configuration: 7,
    cacheKey: '',
    profiles,
    profile: profiles[0],
    device: { ...device, rowId },
  } as unknown as User

  return {
    node,
    history,
    rowId,
    user,
    kim,
    first,
    second,

    /** Sends a report in some minute of the test. */
    send: async (
      to: Pick<SessionService, 'report'>,
      itemId: string,
      event: PlayReport['event'],
      at: number,
      values: Partial<PlayReport> = {},
    ): Promise<void> => {
      vi.setSystemTime(begun + at * minute)
      const report = playReport({ event, positionMs: at * minute, ...values })
      await to.report(
        user,
        { ...report, itemId },
        {
          signal: new AbortController().signal,
        },
      )
    },
  }
}
