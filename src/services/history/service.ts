import { AppError } from '../../core/errors.ts'
import { storedKey } from '../../model/history-key.ts'
import type {
  HistoryKey,
  HistoryStore,
  PlayChange,
  PlayedCount,
} from '../../model/history-store.ts'
import type { ItemRef } from '../../model/item-ref.ts'
import type { LibraryItem } from '../../model/library-item.ts'
import type { LiveEvents } from '../../model/live-event.ts'
import type { Member } from '../../model/member.ts'
import type { PlayReport, WatchedItem } from '../../model/watch.ts'
import type { HistoryService } from './history.ts'
import { stateOf } from './states.ts'

/** Shares of the running time. */
const resumableFrom = 0.05
const playedFrom = 0.9
/** Nobody resumes what is shorter. */
const leastResumableMs = 300_000
const maxName = 300
const maxAddress = 1_000

export function createHistoryService({
  store,
  events,
}: {
  store: HistoryStore
  events: LiveEvents
}): HistoryService {
  const viewerOf = ({ configuration, profile }: Member): Promise<number> =>
    store.viewer(configuration, profile.historyId)

  function tell({ configuration, profile, profiles }: Member, items: readonly ItemRef[]): void {
    const profileIds = profiles
      .filter(({ historyId }) => historyId === profile.historyId)
      .map(({ id }) => id)
    events.publish({ kind: 'watched', configuration, profileIds, items })
  }

  async function countsOf(
    viewer: number,
    items: readonly LibraryItem[],
  ): Promise<ReadonlyMap<string, readonly PlayedCount[]>> {
    const titles = items.filter(({ kind }) => kind === 'series' || kind === 'season')
    if (titles.length === 0) return new Map()
    return Map.groupBy(
      await store.playedCounts(viewer, titles.map(titleKeyOf)),
      ({ titleKey }) => titleKey,
    )
  }

  async function states(member: Member, items: readonly LibraryItem[]) {
    const viewer = await viewerOf(member)
    const [entries, counts] = await Promise.all([
      store.find(
        viewer,
        items.map(({ key }) => key),
      ),
      countsOf(viewer, items),
    ])
    const known = new Map(entries.map((entry) => [entry.itemKey, entry]))
    return items.map((item) =>
      stateOf(item, known.get(storedKey(item.key)), counts.get(storedKey(titleKeyOf(item))) ?? []),
    )
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

    episodesOf: async (member, titleKeys) => store.episodesOf(await viewerOf(member), titleKeys),

    async setPlayed(member, item, played, { at, episodes }) {
      const viewer = await viewerOf(member)
      const hasParts = item.kind === 'series' || item.kind === 'season'
      // A series of which no source knows the episodes is marked itself.
      const marked = hasParts && episodes.length > 0 ? episodes : [item]
      if (played) {
        await store.markPlayed(viewer, marked.map(keyOf), at ?? Date.now())
        await store.pickUp(viewer, titleKeyOf(item))
      } else {
        await store.markUnplayed(
          viewer,
          marked.map(({ key }) => key),
        )
      }
      tell(member, [...refsAround(item), ...marked.map(({ ref }) => ref)])
      return stateAfter(member, item)
    },

    async setFavorite(member, item, favorite) {
      await store.setFavorite(await viewerOf(member), keyOf(item), favorite)
      tell(member, [item.ref])
      return stateAfter(member, item)
    },

    async rate(member, item, likes) {
      await store.setLikes(await viewerOf(member), keyOf(item), likes)
      tell(member, [item.ref])
      return stateAfter(member, item)
    },

    async record(member, item, report, isUncounted) {
      const viewer = await viewerOf(member)
      const change = changeOf(item, report, isUncounted)
      await store.play(viewer, keyOf(item), change)
      // Places alone come every few seconds, and nobody waits for them.
      if (report.event !== 'progress' || change.plays > 0) {
        if (item.series) await store.pickUp(viewer, item.series.key)
        tell(member, refsAround(item))
      }
      return { played: change.played === true }
    },
  }
}

/** What a report means for the history. Throws BAD_REQUEST for a place before the beginning. */
export function changeOf(item: LibraryItem, report: PlayReport, isUncounted: boolean): PlayChange {
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

/** The film, or the series that the item belongs to. */
function titleKeyOf(item: LibraryItem): string {
  return item.series?.key ?? item.key
}

function refsAround({ ref, seasonRef, series }: LibraryItem): readonly ItemRef[] {
  return [ref, ...(seasonRef ? [seasonRef] : []), ...(series ? [series.ref] : [])]
}

function keyOf(item: LibraryItem): HistoryKey {
  const { key, kind, season, episode } = item
  return { itemKey: key, titleKey: titleKeyOf(item), kind, season, episode, item: watchedOf(item) }
}

function watchedOf(item: LibraryItem): WatchedItem {
  const address = (text: string | null | undefined): string | null =>
    text && text.length <= maxAddress ? text : null
  return {
    name: item.name.slice(0, maxName),
    mediaType: item.mediaType.slice(0, maxName),
    year: item.year,
    seriesName: item.series?.name.slice(0, maxName) ?? null,
    runtimeMs: item.runtimeMs,
    primary: address(item.images.primary),
    backdrop: address(item.images.backdrop),
    seriesPrimary: address(item.series?.images.primary),
  }
}
