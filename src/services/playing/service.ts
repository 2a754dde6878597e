import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { atMost } from '../../core/entries.ts'
import { AppError } from '../../core/errors.ts'
import type { LiveEvents } from '../../model/live-event.ts'
import type { LibraryItem } from '../../model/library-item.ts'
import type { Member, Profile } from '../../model/member.ts'
import type {
  Companions,
  DeviceActivity,
  PlayingState,
  PlayingStore,
} from '../../model/playing-store.ts'
import type { NowPlaying, PlayedVersion, PlayReport } from '../../model/watch.ts'
import type { HistoryService } from '../history/history.ts'
import { newsOf } from '../history/news.ts'
import type { TrackerService } from '../trackers/trackers.ts'
import type { DeviceSession, PlayingService, SessionFilter } from './playing.ts'
import type { Sockets } from './sockets.ts'
import { createToldVersions } from './told-version.ts'
import type { ToldVersionOptions } from './told-version.ts'

/** After a stop, reports of the same play that were on their way. */
const lateMs = 30_000
/** Without a report for this long, a device has stopped without saying so. */
const silentMs = 300_000
const activeMs = 960_000
/** How old the place of a device may be for other nodes. */
const writeEveryMs = 15_000
/** Characters; what is longer is forgotten. */
const maxCapabilities = 20_000
const companionMs = 12 * 3_600_000
const shownAtOnce = [
  'paused',
  'muted',
  'volume',
  'audioIndex',
  'subtitleIndex',
  'repeatMode',
  'playbackOrder',
] as const
const repeatModes = ['RepeatNone', 'RepeatAll', 'RepeatOne']
const playbackOrders = ['Default', 'Shuffle']
const nothing: PlayingState = { now: null, counted: false, last: null, unsaid: null }

/** What a device told this process, and when that was written down. */
type Live = { readonly state: PlayingState; readonly writtenAt: number }

export function createPlayingService({
  store,
  history,
  trackers,
  events,
  sockets,
  isAlone,
  ...rest
}: ToldVersionOptions & {
  store: PlayingStore
  history: Pick<HistoryService, 'record'>
  trackers: Pick<TrackerService, 'tell'>
  events: LiveEvents
  sockets: Pick<Sockets, 'of'>
  /** Whether no other process hears reports: what this one knows need not be read again. */
  isAlone: boolean
}): PlayingService {
  const told = createToldVersions(rest)
  /** What devices told this process last: not each place is written down twice, the history has it. */
  const live = new LRUCache<number, Live>(atMost(10_000))

  /** As the database has it, or as this process heard since. */
  function livePart({ number, state }: DeviceActivity): NowPlaying | null {
    const stored = state?.now ?? null
    const heard = live.get(number)?.state.now
    const now =
      stored && heard?.itemId === stored.itemId && heard.reportedAt > stored.reportedAt
        ? heard
        : stored
    return now !== null && Date.now() - now.reportedAt < silentMs ? now : null
  }

  /** What is known of a device: not each place is written down, so this process may know a later one than the database. */
  async function stateOf(device: number): Promise<PlayingState> {
    const heard = live.get(device)?.state
    if (isAlone && heard) return heard
    const stored = (await store.state(device)) ?? nothing
    const isLater =
      heard?.now &&
      stored.now &&
      heard.now.itemId === stored.now.itemId &&
      heard.now.reportedAt > stored.now.reportedAt
    return isLater ? { ...stored, now: heard.now } : stored
  }

  /** What is written down of the version that is played: when it begins, and when something of it is chosen. */
  async function versionToKeep(
    member: Member,
    item: LibraryItem,
    before: NowPlaying | null,
    now: NowPlaying,
  ): Promise<PlayedVersion | null> {
    const isSame =
      before?.mediaSourceId === now.mediaSourceId &&
      before.playSessionId === now.playSessionId &&
      before.audioIndex === now.audioIndex &&
      before.subtitleIndex === now.subtitleIndex
    return isSame ? null : told.of(member, item, now)
  }

  /** Reports of one device one after the other, so that none counts what another is just counting. */
  const lines = new Map<number, Promise<void>>()
  async function inLine(device: number, work: () => Promise<void>): Promise<void> {
    const before = lines.get(device) ?? Promise.resolve()
    const own = before.catch(() => {}).then(work)
    lines.set(device, own)
    try {
      await own
    } finally {
      if (lines.get(device) === own) lines.delete(device)
    }
  }

  function tellSessions({ configuration }: Member): void {
    events.publish({ kind: 'sessions', configuration })
  }

  async function reportOfDevice(
    member: Member,
    device: number,
    item: LibraryItem,
    itemId: string,
    report: PlayReport,
  ): Promise<void> {
    const state = await stateOf(device)
    if (isLate(state, itemId, report)) return
    const same = state.now?.itemId === itemId ? state.now : null
    // It says that something goes on, not that it begins.
    if (report.event === 'ping' && same === null) return
    const begins = report.event === 'start' || same === null
    const counted = begins ? false : state.counted
    const stops = report.event === 'stop'
    // A stop that says no place means the last one that was told.
    const complete =
      stops && report.positionMs === null
        ? { ...report, positionMs: same?.positionMs ?? null }
        : report
    const skipped = report.failed || report.event === 'ping'
    const before = begins ? null : same
    const now = nowPlaying(before, item, itemId, report)
    const version = skipped ? null : await versionToKeep(member, item, before, now)
    const { played } = skipped
      ? { played: false }
      : await history.record(member, item, complete, !counted, version)
    const companions = skipped ? [] : companionsOf(member, state.companions)
    for (const companion of companions) {
      await history.record(companion, item, complete, !counted, version)
    }
    // The stop of what it played before says nothing of what it plays now.
    const isOther = stops && state.now !== null && same === null
    const next: PlayingState = {
      now: stops ? (isOther ? state.now : null) : now,
      counted: isOther ? state.counted : counted || played,
      last: stops
        ? { itemId, playSessionId: report.playSessionId, at: now.reportedAt }
        : state.last,
      unsaid: state.unsaid ?? null,
      companions: state.companions,
    }
    const writtenAt = live.get(device)?.writtenAt ?? 0
    const isPlaceAlone =
      report.event === 'progress' && isSameBesidePlace(same, now) && next.counted === state.counted
    if (isPlaceAlone && now.reportedAt - writtenAt < writeEveryMs) {
      live.set(device, { state: next, writtenAt })
      return
    }
    // Before the state is kept: an app that repeats a report which failed is then heard again.
    const event = skipped ? null : newsEvent(report, begins, same, now)
    const { durationMs } = now
    const positionMs = complete.positionMs ?? now.positionMs
    const isPlayed = event === 'stop' && !isOther && next.counted
    const news = event && newsOf(item, event, { positionMs, durationMs, played: isPlayed })
    // What was played to its end and never stopped has stopped when something else begins.
    const missed = begins && !stops ? (state.unsaid ?? null) : null
    const current = news ? [news] : []
    await trackers.tell(member, [...(missed ? [missed] : []), ...current])
    for (const companion of companions) await trackers.tell(companion, current)
    const unsaid =
      next.counted && next.now !== null
        ? (state.unsaid ?? newsOf(item, 'stop', { positionMs, durationMs, played: true }))
        : null
    const kept = { ...next, unsaid: isOther ? (state.unsaid ?? null) : unsaid }
    live.set(device, { state: kept, writtenAt: now.reportedAt })
    await store.setState(device, kept)
    if (begins || stops || !isSameBesidePlace(same, now)) tellSessions(member)
  }

  async function sessions(
    member: Member,
    { deviceId, activeWithinMs, controllableBy }: SessionFilter,
  ): Promise<readonly DeviceSession[]> {
    const controller = controllableBy === null ? null : requireController(member, controllableBy)
    const since = Date.now() - (activeWithinMs ?? activeMs)
    const [found, open] = await Promise.all([
      store.list(member.configuration, since),
      sockets.of(member.configuration),
    ])
    return found.flatMap((activity): DeviceSession[] => {
      const profile = member.profiles.find(({ id }) => id === activity.profileId)
      if (!profile || (deviceId !== null && activity.device.id !== deviceId)) return []
      const { number, state, capabilities } = activity
      const socket = open.get(number) ?? null
      const session = {
        id: sessionIdOf(activity),
        number,
        profile,
        device: activity.device,
        lastSeenAt: activity.seenAt,
        playing: livePart(activity),
        capabilities,
        companions: companionIds(state?.companions).flatMap(
          (id) => member.profiles.find((other) => other.id === id) ?? [],
        ),
        socket,
        remoteControllable: socket !== null && capabilities?.['SupportsMediaControl'] === true,
      }
      if (!mayControl(member.profile, session)) return []
      if (controller === null) return [session]
      return session.remoteControllable && mayControl(controller, session) ? [session] : []
    })
  }

  return {
    async report(member, item, itemId, given) {
      const report = {
        ...given,
        playSessionId: given.playSessionId || null,
        mediaSourceId: given.mediaSourceId || null,
        repeatMode: knownWord(given.repeatMode, repeatModes),
        playbackOrder: knownWord(given.playbackOrder, playbackOrders),
      }
      if (report.failed) await told.markFailed(member, item, report)
      if (member.device) {
        const { number } = member.device
        await inLine(number, () => reportOfDevice(member, number, item, itemId, report))
      } else if (report.event !== 'ping') {
        const version = await told.of(member, item, report)
        const stops = report.event === 'stop'
        const { played } = await history.record(member, item, report, stops, version)
        if (report.event !== 'stop') return
        const { positionMs, durationMs } = report
        await trackers.tell(member, [newsOf(item, 'stop', { positionMs, durationMs, played })])
      }
    },

    async ping({ device }) {
      if (!device) return
      const { number } = device
      await inLine(number, async () => {
        const state = await stateOf(number)
        if (!state.now) return
        const next = { ...state, now: { ...state.now, reportedAt: Date.now() } }
        live.set(number, { state: next, writtenAt: Date.now() })
        await store.setState(number, next)
      })
    },

    sessions,

    async setCompanion(member, { number }, profileId, present) {
      await inLine(number, async () => {
        const state = await stateOf(number)
        const before = companionIds(state.companions).filter((id) => id !== profileId)
        const companions = {
          profileIds: present ? [...before, profileId] : before,
          until: Date.now() + companionMs,
        }
        const next = { ...state, companions }
        live.set(number, { state: next, writtenAt: Date.now() })
        await store.setState(number, next)
      })
      tellSessions(member)
    },

    async setCapabilities({ configuration, device }, capabilities) {
      const isUsual = JSON.stringify(capabilities).length <= maxCapabilities
      if (!device) return
      await store.setCapabilities(device.number, isUsual ? capabilities : {})
      events.publish({ kind: 'sessions', configuration })
    },
  }
}

/** The own profile controls every device of the household, others their own and those on which they watch along. */
function mayControl(
  { id, own }: Profile,
  { profile, companions }: Pick<DeviceSession, 'profile' | 'companions'>,
): boolean {
  return own || profile.id === id || companions.some((companion) => companion.id === id)
}

/** Throws NOT_FOUND for a user of nobody's, FORBIDDEN for another one than the member unless it is the own one. */
function requireController({ profile, profiles }: Member, id: string): Profile {
  if (id === profile.id) return profile
  if (!profile.own) throw new AppError('FORBIDDEN', 'These are the devices of another user.')
  const found = profiles.find((other) => other.id === id)
  if (found) return found
  throw new AppError('NOT_FOUND', 'There is no such user.')
}

function companionIds(companions: Companions | undefined): readonly string[] {
  return companions && companions.until > Date.now() ? companions.profileIds : []
}

/** The people who watch along, each history once. */
function companionsOf(member: Member, companions: Companions | undefined): readonly Member[] {
  const known = new Set([member.profile.historyId])
  return companionIds(companions).flatMap((id) => {
    const profile = member.profiles.find((other) => other.id === id)
    if (!profile || known.has(profile.historyId)) return []
    known.add(profile.historyId)
    return { ...member, profile }
  })
}

/** Null for a word that the standard does not have. */
function knownWord(text: string | null, words: readonly string[]): string | null {
  return words.find((word) => word.toLowerCase() === text?.toLowerCase()) ?? null
}

/** Whether a report belongs to a play that has ended already. */
function isLate({ now, last }: PlayingState, itemId: string, report: PlayReport): boolean {
  if (report.event === 'start' || last?.itemId !== itemId) return false
  const { playSessionId } = report
  // Some reports of a play name it and others do not.
  const isOfLast =
    playSessionId === null || last.playSessionId === null || playSessionId === last.playSessionId
  if (now?.itemId === itemId) {
    // The same title again: only a report that names the earlier play is late.
    return playSessionId !== null && isOfLast && now.playSessionId !== playSessionId
  }
  return isOfLast && Date.now() - last.at < lateMs
}

/** What trackers are to hear of a report: not each place, but beginning, pausing, going on and stopping. */
function newsEvent(
  { event }: PlayReport,
  begins: boolean,
  before: NowPlaying | null,
  now: NowPlaying,
): 'start' | 'pause' | 'stop' | null {
  if (event === 'stop') return 'stop'
  const isPaused = now.paused === true
  if (begins) return isPaused ? 'pause' : 'start'
  if ((before?.paused === true) === isPaused) return null
  return isPaused ? 'pause' : 'start'
}

/** Whether nothing but the place has changed, which others may hear of a little later. */
function isSameBesidePlace(before: NowPlaying | null, now: NowPlaying): boolean {
  return before !== null && shownAtOnce.every((name) => before[name] === now[name])
}

function nowPlaying(
  before: NowPlaying | null,
  item: LibraryItem,
  itemId: string,
  report: PlayReport,
): NowPlaying {
  const reportedAt = Date.now()
  return {
    itemId,
    itemKey: item.key,
    startedAt: before?.startedAt ?? reportedAt,
    reportedAt,
    positionMs: report.positionMs ?? before?.positionMs ?? null,
    durationMs: report.durationMs ?? before?.durationMs ?? item.runtimeMs,
    paused: report.paused ?? before?.paused ?? null,
    muted: report.muted ?? before?.muted ?? null,
    volume: report.volume ?? before?.volume ?? null,
    mediaSourceId: report.mediaSourceId ?? before?.mediaSourceId ?? null,
    playSessionId: report.playSessionId ?? before?.playSessionId ?? null,
    audioIndex: report.audioIndex ?? before?.audioIndex ?? null,
    subtitleIndex: report.subtitleIndex ?? before?.subtitleIndex ?? null,
    playMethod: report.playMethod ?? before?.playMethod ?? null,
    canSeek: report.canSeek ?? before?.canSeek ?? null,
    repeatMode: report.repeatMode ?? before?.repeatMode ?? null,
    playbackOrder: report.playbackOrder ?? before?.playbackOrder ?? null,
  }
}

function sessionIdOf({ number, createdAt }: DeviceActivity): string {
  return hash('sha256', `session ${number} ${createdAt}`).slice(0, 32)
}
