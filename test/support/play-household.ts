import type { Knex } from 'knex'
import { vi } from 'vitest'
import { createMemoryLiveEvents } from '../../src/cache/live-events.ts'
import type { User } from '../../src/model/household.ts'
import { createItemIds, createPlaySessionIds } from '../../src/security/item-ids.ts'
import { playOfPart } from '../../src/services/history/imported.ts'
import { createReportHistory } from '../../src/services/history/reports.ts'
import { createSessionService } from '../../src/services/sessions/service.ts'
import { createDeviceStore } from '../../src/storage/repositories/devices.ts'
import { createHistoryStore } from '../../src/storage/repositories/history/store.ts'
import { createPlayStore } from '../../src/storage/repositories/plays/store.ts'
import { createSessionStore } from '../../src/storage/repositories/sessions.ts'
import { begin, duration, playable } from './history-model.ts'
import { importedPart } from './imported-part.ts'
import { profileOf, userOf } from './play-files.ts'
import { createPlayModel, keptFrom, pauseMs, players } from './play-model.ts'
import type { ModelPlay, PlayCommand } from './play-model.ts'
import { playReport } from './play-report.ts'

const key = Buffer.alloc(32, 1)
const itemIds = createItemIds(key)
const ask = { signal: AbortSignal.abort() }
const items = new Map(playable.map((item) => [itemIds.encode(item.ref), item]))
const idOf = new Map([...items].map(([id, item]) => [item.key, id]))
const minute = 60_000
const profiles = [...new Set(players.map(({ profileId }) => profileId))].map((id) =>
  profileOf(id, { isOwner: id.startsWith('a') }),
)

type Node = ReturnType<typeof createNode>

function createNode(db: Knex, isAlone: boolean) {
  const store = createHistoryStore(db)
  const events = createMemoryLiveEvents()
  const trackers = { linksOf: async () => [], wake: () => {} }
  const sessions = createSessionService({
    store: createSessionStore(db),
    items: { require: async (_user: unknown, id: string) => items.get(id)! },
    history: createReportHistory({ store, events, trackers }),
    events,
    sockets: { of: async () => new Map() },
    isAlone,
    itemIds,
    playSessionIds: createPlaySessionIds(key),
    versions: {
      known: async () => null,
      isForDevice: async () => false,
      markFailed: async () => {},
    },
    deliveries: { of: async () => 'redirect' },
  })
  return { sessions, store }
}

async function openHousehold(db: Knex) {
  const store = createHistoryStore(db)
  const devices = createDeviceStore(db)
  // What a run before left.
  await store.forget(7)
  await devices.forget(7)

  async function signIn(which: number): Promise<User> {
    const { profileId, deviceId: id } = players[which]!
    const device = { id, name: id, client: 'Test', version: '1' }
    const { rowId } = await devices.insert({
      tokenHash: String(which).padEnd(43, '-'),
      configuration: 7,
      profileId,
      device,
      origin: 'password',
      secretMark: '',
    })
    const profile = profiles.find((one) => one.id === profileId)!
    return { ...userOf(7, profiles), profile, device: { ...device, rowId } }
  }

  const users: User[] = []
  for (const which of players.keys()) users.push(await signIn(which))
  const historyIds = await Promise.all(users.map(({ profile }) => store.historyIdOf(7, profile.id)))

  return {
    users,
    historyIds,

    /** A user goes, with all that is kept of them, and is added again. */
    async remove(by: Node, profileId: string): Promise<void> {
      const others = profiles.map(({ id }) => id).filter((id) => id !== profileId)
      const gone = [...players.keys()].filter((which) => players[which]!.profileId === profileId)
      for (const which of gone) await devices.remove(7, users[which]!.device!.rowId)
      await by.store.noteUsers(7, others, Date.now())
      await by.store.forgetRemovedUsers(Date.now() + 1, {
        namedUsers: async () => others,
        onFailure: fail,
      })
      for (const which of gone) users[which] = await signIn(which)
    },
  }
}

/** Does what the model says that people do, on one node or two. Answers what they really watched. */
export async function runPlays(db: Knex, count: 1 | 2, commands: readonly PlayCommand[]) {
  const household = await openHousehold(db)
  const { users, historyIds } = household
  const model = createPlayModel()
  const nodes = Array.from({ length: count }, () => createNode(db, count === 1))
  let at = 0
  let now = begin

  const stopAll = async () => {
    for (const { sessions } of nodes) await sessions.stop()
  }

  const report = (which: number, itemKey: string, values: Parameters<typeof playReport>[0]) => {
    const given = playReport({ durationMs: duration, ...values })
    return nodes[at]!.sessions.report(users[which]!, { ...given, itemId: idOf.get(itemKey)! }, ask)
  }

  async function runOther(given: PlayCommand): Promise<void> {
    const { store, sessions } = nodes[at]!
    switch (given.do) {
      case 'restart':
        await sessions.stop()
        nodes[at] = createNode(db, count === 1)
        return
      case 'node':
        at = given.which % count
        return
      case 'sweep':
        await createPlayStore(db).sweep(keptFrom(given, now))
        return
      case 'remove':
        return household.remove(nodes.at(-1)!, players[given.on]!.profileId)
      case 'ping':
        await sessions.ping(users[given.on]!)
        return
      case 'clear': {
        const keys = given.what?.map((index) => playable[index]!.key) ?? null
        await store.clear(historyIds[given.on]!, keys)
        return
      }
      case 'import': {
        await stopAll()
        const part = importedPart(playable[given.what]!, now - given.minutesAgo * minute)
        const options = { restore: false, dryRun: false }
        const { profileId } = players[given.on]!
        await store.import(historyIds[given.on]!, [part], options)
        await store.importPlays(
          historyIds[given.on]!,
          [{ ...playOfPart(part)!, profileId }],
          options,
        )
        return
      }
      default:
    }
  }

  async function run(given: PlayCommand): Promise<void> {
    // Until the next state is written, nobody would see that the play has no row.
    if (given.do === 'import' && model.isCleared(playable[given.what]!.key)) return
    if (given.do === 'watch') now += given.seconds * 1_000
    if (given.do === 'silence') now += given.minutes * minute
    vi.setSystemTime(now)
    const before = 'on' in given ? model.open(given.on) : null
    const here = before && { positionMs: before.positionMs }
    model.run(given, now, count)
    await runOther(given)
    if (given.do === 'silence') {
      await nodes[at]!.sessions.endAllSilent(new AbortController().signal, fail)
    }
    if (given.do === 'start') {
      const positionMs = Math.round(duration * given.share)
      return void (await report(given.on, playable[given.what]!.key, {
        event: 'start',
        positionMs,
      }))
    }
    if (before === null || !isProgress(given)) return
    const { itemKey } = before
    const { positionMs } = model.open(given.on) ?? before
    if (given.do === 'stop') await report(given.on, itemKey, { event: 'stop', ...here })
    else if (given.do === 'pause') {
      await report(given.on, itemKey, { positionMs, paused: given.paused })
    } else await report(given.on, itemKey, given.do === 'seek' ? here! : { positionMs })
    if (given.do !== 'seek') return
    vi.setSystemTime(now + 1)
    await report(given.on, itemKey, { positionMs })
  }

  for (const given of commands) {
    now += pauseMs
    vi.setSystemTime(now)
    await run(given)
  }
  await stopAll()
  return model.plays()
}

function isProgress(given: PlayCommand): given is PlayCommand & { on: number } {
  return ['watch', 'pause', 'seek', 'silence', 'stop'].includes(given.do)
}

export async function storedPlays(db: Knex): Promise<readonly Omit<ModelPlay, 'slackMs'>[]> {
  const ids = await db('plays').pluck('id')
  const plays = await createPlayStore(db).byIds(ids)
  return plays.map((play) => ({
    profileId: play.profileId,
    itemKey: play.itemKey,
    origin: play.origin,
    deviceId: play.deviceId,
    startedAt: play.startedAt,
    endedAt: play.endedAt,
    watchedMs: play.watchedMs,
    firstPositionMs: play.firstPositionMs,
    lastPositionMs: play.lastPositionMs,
    finished: play.finished,
  }))
}

function fail(error: unknown): never {
  throw error
}
