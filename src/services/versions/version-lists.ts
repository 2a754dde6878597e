import type { Cache } from '../../cache/cache.ts'
import { AppError } from '../../core/errors.ts'
import { untilAborted } from '../../core/until-aborted.ts'
import type { ItemIds } from '../../model/item-ids.ts'
import { isPlayableKind } from '../../model/item-ref.ts'
import type { ItemRef } from '../../model/item-ref.ts'
import type { LibraryItem } from '../../model/library-item.ts'
import type { Household, User } from '../../model/household.ts'
import type { Version, VersionDemand, VersionList } from '../../model/version.ts'
import type { PlayedVersion } from '../../model/watch.ts'
import type { HistoryService } from '../history/service.ts'
import type { DeviceProfiles } from '../users/device-profiles.ts'
import { createFailedVersions } from './failed-versions.ts'
import { createKeptLists, findVersion } from './kept-lists.ts'
import type { KeptList, KeptVersion } from './kept-lists.ts'
import { createVersionLookUp } from './look-up.ts'
import type { LookUpOptions } from './look-up.ts'
import { anyoneKey, askerKey, createShownLists } from './shown-lists.ts'
import { sortVersions, unfitNearest } from './sort-versions.ts'
import type { VersionPreferences } from './sort-versions.ts'

export type VersionListOptions = LookUpOptions & {
  readonly deviceProfiles: Pick<DeviceProfiles, 'of'>
  readonly history: Pick<HistoryService, 'playedVersion' | 'preferredVersion' | 'deviceVersion'>
  readonly cache: Cache
  /** For what cannot be asked for again. */
  readonly stateCache: Cache
  readonly itemIds: Pick<ItemIds, 'encode'>
  readonly ttlMs: number
  readonly memoryShare?: number
}

export type ListDemand = Exclude<VersionDemand, 'configured'>

export type VersionLists = ReturnType<typeof createVersionLists>

/** A stale list is served during a refresh for up to this many TTLs. */
const keptTimes = 12
/** An empty list may be the sources' fault, so it expires soon. */
const emptyMs = 60_000

export function createVersionLists(options: VersionListOptions) {
  const { cache, stateCache, deviceProfiles, history, itemIds, ttlMs, memoryShare } = options
  const kept = createKeptLists(cache, ttlMs * keptTimes, memoryShare)
  const failed = createFailedVersions(stateCache)
  const shown = createShownLists(ttlMs * keptTimes)
  const search = createVersionLookUp(options, kept)

  function toVersion({ ref }: LibraryItem, { mark, ...version }: KeptVersion): Version {
    const own: ItemRef = { ...ref, kind: 'version', version: mark }
    return { ...version, ref: own, id: itemIds.encode(own), sourceId: version.result.sourceId }
  }

  async function lookUp(household: Household, item: LibraryItem, signal: AbortSignal) {
    return untilLeft(search(household, item), signal)
  }

  /** The newest list, and the one the asker goes on seeing, which may be older. */
  async function current({ configuration, cacheKey }: Household, item: LibraryItem, key: string) {
    const all = await kept.get(configuration, item.key)
    const usable = all.filter((list) => list.cacheKey === cacheKey && isUsable(list))
    return { newest: usable[0], steady: shown.choose(usable, key) }
  }

  function show(
    item: LibraryItem,
    { versions, lookedUpAt }: KeptList,
    preferences: VersionPreferences,
    keys: readonly string[],
  ): Omit<VersionList, 'played'> {
    const sorted = sortVersions(versions, preferences)
    const judged = preferences.profile !== null
    shown.remember(keys, { lookedUpAt, first: sorted[0]?.mark ?? null, judged })
    return {
      versions: sorted.map((version) => toVersion(item, version)),
      lookedUpAt,
    }
  }

  async function showTo(user: User, item: LibraryItem, list: KeptList): Promise<VersionList> {
    const [profile, { played, model, located }, marks] = await Promise.all([
      deviceProfiles.of(user),
      history.preferredVersion(user, item),
      failed.of(item.ref),
    ])
    const { runtimeMs } = item
    const remembered = rememberedOf(user, { played, model })
    const isUnfit = remembered && unfitNearest(list.versions, remembered, { profile, runtimeMs })
    const own =
      isUnfit && user.device ? await history.deviceVersion(user, item, user.device.rowId) : null
    const preferences = {
      profile,
      model: remembered,
      own: own?.version ?? null,
      failed: marks,
      runtimeMs,
    }
    const shownTo = [askerKey(item, user), anyoneKey(item)]
    const shownPlayed = own?.isPlayed ? own.version : played
    return { ...show(item, list, preferences, shownTo), played: shownPlayed, located }
  }

  async function isForDevice(user: User, item: LibraryItem, mark: number): Promise<boolean> {
    const profile = user.device && (await deviceProfiles.of(user))
    if (!profile) return false
    const remembered = rememberedOf(user, await history.preferredVersion(user, item))
    if (remembered === null || remembered.mark === mark) return false
    const all = await kept.get(user.configuration, item.key)
    const list = all.find((one) => findVersion([one], mark)) ?? all[0]
    const { runtimeMs } = item
    const unfit = list && unfitNearest(list.versions, remembered, { profile, runtimeMs })
    return unfit ? unfit.mark !== mark : false
  }

  return {
    toVersion,
    lookUp,
    failed,
    /** Whether the device plays this one because it cannot play the remembered one. */
    isForDevice,
    keptOf: ({ configuration }: Pick<Household, 'configuration'>, { key }: LibraryItem) =>
      kept.get(configuration, key),

    /** At most `mediaServer.versions.max`, by `sortVersions`. Failing sources shorten the list; unplayable items have none. */
    async list(
      user: User,
      item: LibraryItem,
      demand: ListDemand,
      signal: AbortSignal,
    ): Promise<VersionList> {
      const nothing = { versions: [], lookedUpAt: null }
      if (!isPlayableKind(item.kind)) return nothing
      const { newest, steady } = await current(user, item, askerKey(item, user))
      const isFresh = newest !== undefined && newest.lookedUpAt + ttlMs >= Date.now()
      if (demand === 'kept') return steady ? showTo(user, item, steady) : nothing
      if (demand === 'fresh' && isFresh) return showTo(user, item, newest)
      if (demand !== 'usual' || !steady) return showTo(user, item, await lookUp(user, item, signal))
      // Refreshes for later callers.
      if (!isFresh) search(user, item).catch(() => {})
      return showTo(user, item, steady)
    },

    /** Mark of the first version shown to the device; an order made without a device profile is void once there is one. */
    async shownFirst(user: User, item: LibraryItem): Promise<number | null> {
      const last = shown.last(askerKey(item, user))
      if (last === undefined || last.first === null) return null
      return last.judged || (await deviceProfiles.of(user)) === null ? last.first : null
    },

    shownFirstToAnyone: (item: LibraryItem): number | null =>
      shown.last(anyoneKey(item))?.first ?? null,

    async firstFor(user: User, item: LibraryItem, signal: AbortSignal) {
      const { steady } = await current(user, item, askerKey(item, user))
      const { versions } = await showTo(user, item, steady ?? (await lookUp(user, item, signal)))
      return versions[0] ?? null
    },

    async firstForAnyone(household: Household, item: LibraryItem, signal: AbortSignal) {
      const key = anyoneKey(item)
      const { steady } = await current(household, item, key)
      const list = steady ?? (await lookUp(household, item, signal))
      const marks = await failed.of(item.ref)
      const preferences = { profile: null, model: null, failed: marks, runtimeMs: item.runtimeMs }
      return show(item, list, preferences, [key]).versions[0] ?? null
    },
  }
}

/** What the user's lists begin with. */
function rememberedOf(
  { userData }: User,
  { played, model }: Record<'played' | 'model', PlayedVersion | null>,
): PlayedVersion | null {
  return userData.mediaServer?.versions?.remember === false ? played : model
}

function isUsable({ versions, lookedUpAt }: KeptList): boolean {
  return versions.length > 0 || lookedUpAt + emptyMs > Date.now()
}

/** Rejects when the caller leaves; the work goes on. */
async function untilLeft<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  try {
    return await untilAborted(work, signal)
  } catch (error) {
    if (!signal.aborted) throw error
    throw new AppError('BAD_REQUEST', 'The client left.', { cause: error })
  }
}
