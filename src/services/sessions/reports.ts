import { within } from '../../core/within.ts'
import { readReport } from '../../history/now-playing.ts'
import type { GivenReport } from '../../history/now-playing.ts'
import {
  idle,
  isFirstProgress,
  namedVersion,
  onReport,
  onReportWithoutDevice,
} from '../../history/playing.ts'
import type { ReportEffects, Reported } from '../../history/playing.ts'
import type { LibraryItem } from '../../model/library-item.ts'
import type { User } from '../../model/household.ts'
import type { OpenPlay, ReportedVersion } from '../../model/play.ts'
import type { SessionState } from '../../model/session-store.ts'
import type { PlayReport } from '../../model/watch.ts'
import { refusePlaylist } from '../history/marks.ts'
import { isCounted } from '../history/counted-time.ts'
import { oneOfEachHistory } from '../history/reports.ts'
import type { ReportHistory } from '../history/reports.ts'
import type { ItemAccess } from '../library/item-access.ts'
import type { Ask } from '../library/deps.ts'
import { changeState, fromState } from './change-state.ts'
import { companionsOf } from './companions.ts'
import type { KeyedQueues } from '../../core/keyed-queues.ts'
import { writeEveryMs } from './live-states.ts'
import type { LiveStates, PlayedItem } from './live-states.ts'
import type { Silence } from './silence.ts'
import type { ReportedVersions } from './reported-version.ts'

const stopWithinMs = 5_000

export type ReportOptions = {
  readonly items: Pick<ItemAccess, 'require'>
  readonly itemIds: { encode(ref: LibraryItem['ref']): string }
  readonly history: ReportHistory
  readonly versions: ReportedVersions
  readonly live: LiveStates
  readonly inQueue: KeyedQueues<number>
  readonly silence: Pick<Silence, 'heard'>
  readonly publish: (user: User) => void
}

type SentReport = GivenReport & { readonly itemId: string }
type CompleteReport = PlayReport & { readonly itemId: string }

export function createSessionReports(options: ReportOptions) {
  return {
    /** Handles a playback report. Throws NOT_FOUND for an unknown item, BAD_REQUEST for a playlist or a negative position. */
    async report(user: User, given: SentReport, ask: Ask): Promise<true> {
      const { device } = user
      const report = { ...readReport(given), itemId: given.itemId }
      await (device === null
        ? reportWithoutDevice(options, user, report, ask)
        : options.inQueue(device.rowId, () =>
            reportOfDevice(options, user, device.rowId, report, ask),
          ))
      return true
    },

    /** Keeps a session from counting as abandoned. */
    async ping({ configuration, device }: User): Promise<true> {
      if (!device) return true
      let play: OpenPlay | null = null
      await changeState(options, device.rowId, (state) => {
        play = state.now && state.play
        if (state.now === null) return null
        const now = { ...state.now, reportedAt: Date.now() }
        return { ...state, now, isEndPublished: undefined }
      })
      if (play) options.silence.heard(configuration, device.rowId, play)
      return true
    },

    /**
     * Stores unsaved states at once, unless another process has received a report since. A device whose state cannot be
     * stored keeps none of the others waiting; its error is thrown at the end.
     */
    async stop(): Promise<void> {
      const stored = options.live
        .unwritten()
        .map((device) =>
          changeState(options, device, (state, before) =>
            before === null || state === before ? null : state,
          ),
        )
      const outcomes = await within(stopWithinMs, Promise.allSettled(stored), () => {
        return new Error('the places of some devices could not be stored in time')
      })
      const failed = outcomes.find((outcome) => outcome.status === 'rejected')
      if (failed) throw failed.reason
    },
  }
}

async function reportOfDevice(
  options: ReportOptions,
  user: User,
  device: number,
  given: CompleteReport,
  ask: Ask,
): Promise<void> {
  const { history, versions, live, silence } = options
  const played = await playedItem(options, user, device, given, ask)
  if (given.failed) await versions.markFailed(user, played.item, given)
  await fromState(live, device, async ({ state, stored }) => {
    const effects = onReport(state, await reported(options, user, state, played, given), Date.now())
    if (effects === null) return
    const { change } = effects
    const users = [user, ...(change === null ? [] : companionsOf(user, state.companions))]
    const isPlaced =
      isWrittenLately(live, device, effects) &&
      !users.some(isCounted) &&
      oneOfEachHistory(users).every((one) => hasRow(effects, one)) &&
      (await history.place(users, played.item, effects))
    if (isPlaced) {
      live.heard(device, effects.state, stored)
      return silence.heard(user.configuration, device, effects.state.play)
    }
    const { state: written } = await history.write(users, played.item, effects, stored)
    live.stored(device, written ?? effects.state, played)
    silence.heard(user.configuration, device, (written ?? effects.state).play)
    if (effects.isShown) options.publish(user)
  })
}

async function reportWithoutDevice(
  options: ReportOptions,
  user: User,
  given: CompleteReport,
  ask: Ask,
): Promise<void> {
  const played = await findItem(options, user, given, ask)
  if (given.failed) await options.versions.markFailed(user, played.item, given)
  const effects = onReportWithoutDevice(
    await reported(options, user, idle, played, given),
    Date.now(),
  )
  if (effects) await options.history.write([user], played.item, effects, null)
}

async function reported(
  { versions }: ReportOptions,
  user: User,
  state: SessionState,
  { item, itemId }: PlayedItem,
  report: CompleteReport,
): Promise<Reported> {
  const named = namedVersion(state, { itemId, report })
  const version = named
    ? await versions.of(user, item, named)
    : isFirstProgress(state, { itemId, report })
      ? await deliveredOtherwise(versions, user, state, item)
      : null
  return { item, itemId, report, version }
}

/** Null if nothing changed. */
async function deliveredOtherwise(
  versions: ReportedVersions,
  user: User,
  { now, play }: SessionState,
  item: LibraryItem,
): Promise<ReportedVersion | null> {
  const known = play?.version ?? null
  const found = now && known && (await versions.of(user, item, now))
  const isOther = found?.delivery != null && found.delivery !== known?.delivery
  return known && isOther ? { ...known, delivery: found.delivery } : null
}

/** Looked up once, not for each position. */
async function playedItem(
  options: ReportOptions,
  user: User,
  device: number,
  given: CompleteReport,
  ask: Ask,
): Promise<PlayedItem> {
  const known = options.live.get(device)?.played
  const isSame = known?.givenId === given.itemId && known.cacheKey === user.cacheKey
  return isSame && given.event !== 'start' ? known : findItem(options, user, given, ask)
}

async function findItem(
  { items, itemIds }: ReportOptions,
  user: User,
  { itemId: givenId }: CompleteReport,
  ask: Ask,
): Promise<PlayedItem> {
  const item = await items.require(user, givenId, ask)
  refusePlaylist(item)
  return { givenId, cacheKey: user.cacheKey, item, itemId: itemIds.encode(item.ref) }
}

/** Whether a user's play is stored; that of somebody who has just joined is not. */
function hasRow({ play }: ReportEffects, { profile }: User): boolean {
  return play === null || play.rows[profile.id] !== undefined
}

function isWrittenLately(live: LiveStates, device: number, { isPlaceAlone }: ReportEffects) {
  return isPlaceAlone && Date.now() - (live.get(device)?.writtenAt ?? 0) < writeEveryMs
}
