// Reports a play and marks its film, and kills itself at the n-th statement. Prints `done` where there are fewer.
import { flushCompileCache } from 'node:module'
import { createMemoryLiveEvents } from '../../../src/cache/live-events.ts'
import type { User, Profile } from '../../../src/model/household.ts'
import { createHistoryService } from '../../../src/services/history/service.ts'
import { createReportHistory } from '../../../src/services/history/reports.ts'
import { createSessionService } from '../../../src/services/sessions/service.ts'
import { createItemIds, createPlaySessionIds } from '../../../src/security/item-ids.ts'
import { closeDatabase, openDatabase } from '../../../src/storage/database.ts'
import { createDeviceStore } from '../../../src/storage/repositories/devices.ts'
import { createHistoryStore } from '../../../src/storage/repositories/history/store.ts'
import { createSessionStore } from '../../../src/storage/repositories/sessions.ts'
import { itemRef, libraryItem } from '../../support/library-item.ts'
import { playReport } from '../../support/play-report.ts'

// Who is killed stores no compiled code at its end.
flushCompileCache()
const [settings, n] = process.argv.slice(2).map((text) => JSON.parse(text))
const key = Buffer.alloc(32, 1)
const db = openDatabase(settings)
const store = createHistoryStore(db)
const events = createMemoryLiveEvents()
const trackers = { linksOf: async () => [1], wake: () => {} }
const itemIds = createItemIds(key)
// A film of its own for each run.
const film = libraryItem({ ref: itemRef({ number: n + 1 }), key: `tt${n + 1}` })
const sessions = createSessionService({
  store: createSessionStore(db),
  items: { require: async () => film },
  history: createReportHistory({ store, events, trackers }),
  events,
  sockets: { of: async () => new Map() },
  isAlone: true,
  itemIds,
  playSessionIds: createPlaySessionIds(key),
  versions: { known: async () => null, isForDevice: async () => false, markFailed: async () => {} },
  deliveries: { of: async () => 'redirect' },
})
const profile: Profile = {
  id: 'a'.repeat(32),
  historyOwner: 'a'.repeat(32),
  name: 'Olga',
  avatar: null,
  hidden: false,
  isOwner: true,
  hasPin: false,
  hasPassword: false,
  private: false,
  personal: false,
  limits: null,
  times: null,
}
const device = { id: `device ${n}`, name: 'tv', client: 'Test', version: '1' }
const { rowId } = await createDeviceStore(db).insert({
  tokenHash: String(n).padStart(43, '-'),
  configuration: 7,
  profileId: profile.id,
  device,
  origin: 'password',
  secretMark: '',
})
const user: User = {
  configuration: 7,
  parents: [],
  uuid: '',
  userData: {},
  cacheKey: '',
  profiles: [profile],
  profile,
  via: 'password',
  device: { ...device, rowId },
}

let statements = 0
db.on('query', () => {
  if (statements === n) process.kill(process.pid, 'SIGKILL')
  statements += 1
})
const ask = { signal: new AbortController().signal }
const itemId = itemIds.encode(film.ref)
await sessions.report(user, { ...playReport({ event: 'start', positionMs: 0 }), itemId }, ask)
const end = playReport({ event: 'stop', positionMs: 5_300_000 })
await sessions.report(user, { ...end, itemId }, ask)
await createHistoryService({ store, events, trackers }).setFavorite(user, film, true)
await closeDatabase(db)
console.log('done')
