import { everyTitle } from '../../support/every-title.ts'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { createMemoryLiveEvents } from '../../../src/cache/live-events.ts'
import type { User } from '../../../src/model/household.ts'
import type { PlayReport } from '../../../src/model/watch.ts'
import { createHistoryPages } from '../../../src/services/history-pages/service.ts'
import { createHistoryService } from '../../../src/services/history/service.ts'
import { createReportHistory } from '../../../src/services/history/reports.ts'
import { createSessionService } from '../../../src/services/sessions/service.ts'
import { createHistoryStore } from '../../../src/storage/repositories/history/store.ts'
import { createPlayStore } from '../../../src/storage/repositories/plays/store.ts'
import { createSessionStore } from '../../../src/storage/repositories/sessions.ts'
import { createDeviceStore } from '../../../src/storage/repositories/devices.ts'
import { createItemIds, createPlaySessionIds } from '../../../src/security/item-ids.ts'
import { dialects } from '../../support/dialects.ts'
import {
  duration,
  begin,
  series,
  episodes,
  playable,
  people,
  command,
  createModel,
  isListed,
  profileOf,
} from '../../support/history-model.ts'
import type { Command } from '../../support/history-model.ts'
import { importedPart } from '../../support/imported-part.ts'
import { playReport } from '../../support/play-report.ts'

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
          const require = async (_user: unknown, id: string) => itemOf.get(id)!
          const items = { require, watchedPart: async () => Promise.reject(new Error('unasked')) }
          const ask = { signal: AbortSignal.abort() }
          const sessions = createSessionService({
            store: createSessionStore(db),
            items,
            history: createReportHistory({ store, events, trackers }),
            events,
            sockets: { of: async () => new Map() },
            isAlone: false,
            itemIds,
            playSessionIds: createPlaySessionIds(Buffer.alloc(32, 1)),
            versions: {
              known: async () => null,
              isForDevice: async () => false,
              markFailed: async () => {},
            },
            deliveries: { of: async () => 'redirect' },
          })
          const pages = createHistoryPages({
            store,
            events,
            items,
            plays: createPlayStore(db),
            library: everyTitle,
          })
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

          async function run(now: number, given: Command): Promise<unknown> {
            if (given.do === 'delete') return store.forget(given.configuration)
            const user = members[given.who]![0]!
            switch (given.do) {
              case 'play': {
                const item = playable[given.what]!
                const on = members[given.who]![given.device]!
                const itemId = itemIds.encode(item.ref)
                const sent = (values: Partial<PlayReport>) => ({
                  ...playReport({ durationMs: duration, ...values }),
                  itemId,
                })
                await sessions.report(on, sent({ event: 'start', positionMs: 0 }), ask)
                const positionMs = Math.round(duration * given.share)
                return sessions.report(on, sent({ event: 'stop', positionMs }), ask)
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
                const at = given.age === null ? null : now - given.age * 1_000
                return store.import(
                  await store.historyIdOf(user.configuration, user.profile.historyOwner),
                  [importedPart(playable[given.what]!, at, given.played)],
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
            const { entries } = await pages.page(user, { userId: person.id, first: 500 }, ask)
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
            const counted = (await pages.counts(user)).users.find(
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
