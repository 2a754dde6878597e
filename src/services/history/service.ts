import { AppError } from '../../core/errors.ts'
import { relocated, storedItemKey, storedKey } from '../../model/history-key.ts'
import type {
  HistoryKey,
  HistoryPart,
  HistoryStore,
  PlayChange,
  PlayedCount,
} from '../../model/history-store.ts'
import type { ItemRef } from '../../model/item-ref.ts'
import type { LibraryItem } from '../../model/library-item.ts'
import type { LiveEvents } from '../../model/live-event.ts'
import type { Member } from '../../model/member.ts'
import type { PlayReport } from '../../model/watch.ts'
import type { TrackerService } from '../trackers/service.ts'
import type { HistoryService } from './history.ts'
import { keyOf } from './keys.ts'
import { newsOf, newsOfMany, newsOfPickUp } from './news.ts'
import { stateOf } from './states.ts'

/** Shares of the running time. */
const resumableFrom = 0.05
const playedFrom = 0.9
/** Nobody resumes what is shorter. */
const leastResumableMs = 300_000

export function createHistoryService({
  store,
  events,
  trackers,
}: {
  store: HistoryStore
  events: LiveEvents
  trackers: Pick<TrackerService, 'tell'>
}): HistoryService {
  const viewerOf = ({ configuration, profile }: Member): Promise<number> =>
    store.viewer(configuration, profile.historyId)

  function tell({ configuration, profile, profiles }: Member, items: readonly ItemRef[]): void {
    const profileIds = profiles
      .filter(({ historyId }) => historyId === profile.historyId)
      .map(({ id }) => id)
    events.publish({ kind: 'watched', configuration, profileIds, items })
  }

  /** The keys of items, each as the history knows it already where it does. */
  async function keysOf(
    viewer: number,
    items: readonly LibraryItem[],
  ): Promise<readonly HistoryKey[]> {
    const keys = items.map(keyOf)
    const located = await store.locate(viewer, keys)
    return keys.map((key, index) => relocated(key, located[index]!))
  }

  async function countsOf(
    viewer: number,
    keys: readonly HistoryKey[],
  ): Promise<ReadonlyMap<string, readonly PlayedCount[]>> {
    const titles = keys.filter(({ kind }) => kind === 'series' || kind === 'season')
    if (titles.length === 0) return new Map()
    const counts = await store.playedCounts(
      viewer,
      titles.map(({ titleKey }) => titleKey),
    )
    return Map.groupBy(counts, ({ titleKey }) => titleKey)
  }

  async function states(member: Member, items: readonly LibraryItem[]) {
    if (items.length === 0) return []
    const viewer = await viewerOf(member)
    const keys = await keysOf(viewer, items)
    const [entries, counts] = await Promise.all([store.find(viewer, keys), countsOf(viewer, keys)])
    const known = new Map(entries.map((entry) => [entry.storedKey, entry]))
    return items.map((item, index) => {
      const key = keys[index]!
      const own = known.get(storedItemKey(key))
      return stateOf(item, own, counts.get(storedKey(key.titleKey)) ?? [])
    })
  }

  async function stateAfter(member: Member, item: LibraryItem) {
    const [state] = await states(member, [item])
    return state!
  }

  return {
    states,

    entries: async (member, query) => store.list(await viewerOf(member), query),

    count: async (member, query) => store.count(await viewerOf(member), query),

    progress: async (member, page) => store.progress(await viewerOf(member), page),

    async episodesOf(member, titleKeys) {
      const viewer = await viewerOf(member)
      const located = await store.locate(viewer, titleKeys.map(wholeSeries))
      return store.episodesOf(
        viewer,
        located.map(({ titleKey }) => titleKey),
      )
    },

    async setPlayed(member, item, played, { at, episodes }) {
      const viewer = await viewerOf(member)
      const hasParts = item.kind === 'series' || item.kind === 'season'
      // A series of which no source knows the episodes is marked itself.
      const marked = hasParts && episodes.length > 0 ? episodes : [item]
      const keys = await keysOf(viewer, marked)
      const now = Date.now()
      const time = Math.min(now, Math.max(1, at ?? now))
      let wasDropped = false
      if (played) wasDropped = await store.markPlayed(viewer, keys, time, keys[0]!.titleKey)
      else {
        await store.markUnplayed(viewer, keys)
      }
      const event = played ? 'played' : 'unplayed'
      const news =
        marked[0] === item
          ? newsOf(item, event, { at: time, played })
          : newsOfMany(marked, event, time)
      await trackers.tell(member, [...(news ? [news] : []), ...pickedUp(wasDropped, marked[0]!)])
      tell(member, [...refsAround(item), ...marked.map(({ ref }) => ref)])
      return stateAfter(member, item)
    },

    async playUpTo(member, episodes) {
      const known = await states(member, episodes)
      const unplayed = episodes.filter((_, index) => !known[index]!.played)
      if (unplayed.length === 0) return
      const viewer = await viewerOf(member)
      const keys = await keysOf(viewer, unplayed)
      const now = Date.now()
      const wasDropped = await store.markPlayed(viewer, keys, now, keys[0]!.titleKey)
      const news = newsOfMany(unplayed, 'played', now)
      await trackers.tell(member, [...(news ? [news] : []), ...pickedUp(wasDropped, unplayed[0]!)])
      tell(member, [...refsAround(unplayed.at(-1)!), ...unplayed.map(({ ref }) => ref)])
    },

    async setFavorite(member, item, favorite) {
      const viewer = await viewerOf(member)
      const [key] = await keysOf(viewer, [item])
      await store.setFavorite(viewer, key!, favorite)
      if (item.kind === 'series' || item.kind === 'movie') {
        const event = favorite ? 'watchlisted' : 'unwatchlisted'
        await trackers.tell(member, [newsOf(item, event)])
      }
      tell(member, [item.ref])
      return stateAfter(member, item)
    },

    async rate(member, item, likes) {
      const viewer = await viewerOf(member)
      const [key] = await keysOf(viewer, [item])
      const [before] = item.kind === 'series' ? await store.find(viewer, [key!]) : []
      await store.setLikes(viewer, key!, likes)
      const wasDropped = before?.likes === false
      if (item.kind === 'series' && wasDropped !== (likes === false)) {
        await trackers.tell(member, [newsOf(item, wasDropped ? 'undropped' : 'dropped')])
      }
      tell(member, [item.ref])
      return stateAfter(member, item)
    },

    async playedVersion(member, item) {
      const viewer = await viewerOf(member)
      const [key] = await keysOf(viewer, [item])
      return store.playedVersion(viewer, key!)
    },

    async record(member, item, report, isUncounted, version) {
      const viewer = await viewerOf(member)
      const change = { ...changeOf(item, report, isUncounted), version }
      let key = keyOf(item)
      if (!(await store.place(viewer, key, change))) {
        key = (await keysOf(viewer, [item]))[0]!
        if (!(await store.place(viewer, key, change))) await store.play(viewer, key, change)
      }
      // Places alone come every few seconds, and nobody waits for them.
      if (report.event !== 'progress' || change.plays > 0) {
        if (item.series && (await store.pickUp(viewer, key.titleKey))) {
          await trackers.tell(member, pickedUp(true, item))
        }
        tell(member, refsAround(item))
      }
      return { played: change.played === true }
    },
  }
}

/** What a report means for the history. Throws BAD_REQUEST for a place before the beginning. */
export function changeOf(
  item: LibraryItem,
  report: PlayReport,
  isUncounted: boolean,
): Omit<PlayChange, 'version'> {
  const { event, positionMs } = report
  if (positionMs !== null && positionMs < 0) {
    throw new AppError('BAD_REQUEST', 'PositionTicks must not be negative.')
  }
  const durationMs = report.durationMs ?? item.runtimeMs
  const unchanged = { positionMs: null, durationMs, resumable: null, played: null, plays: 0 }
  const at = Date.now()
  // A start says where the app begins, which is no progress yet.
  if (event === 'start' || positionMs === null) return { ...unchanged, at }
  const share = durationMs ? positionMs / durationMs : 0
  if (share >= playedFrom) {
    const plays = isUncounted ? 1 : 0
    return { positionMs: 0, durationMs, resumable: false, played: true, plays, at }
  }
  const isLong = durationMs === null || durationMs >= leastResumableMs
  const resumable = isLong && (durationMs === null ? positionMs > 0 : share >= resumableFrom)
  return {
    positionMs: resumable ? positionMs : 0,
    durationMs,
    resumable,
    played: null,
    plays: 0,
    at,
  }
}

/** What trackers hear of a series that is no longer dropped. */
function pickedUp(wasDropped: boolean, episode: LibraryItem) {
  return wasDropped && episode.series ? [newsOfPickUp(episode)] : []
}

function wholeSeries(titleKey: string): HistoryPart {
  return {
    itemKey: titleKey,
    titleKey,
    aliases: [],
    kind: 'series',
    season: null,
    episode: null,
  }
}

function refsAround({ ref, seasonRef, series }: LibraryItem): readonly ItemRef[] {
  return [ref, ...(seasonRef ? [seasonRef] : []), ...(series ? [series.ref] : [])]
}
