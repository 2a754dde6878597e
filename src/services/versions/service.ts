import type { ItemIds, PlaySessionIds } from '../../model/item-ids.ts'
import { isPlayableKind, isSameRef } from '../../model/item-ref.ts'
import type { ItemRef } from '../../model/item-ref.ts'
import type { LibraryItem } from '../../model/library-item.ts'
import type { Household, User } from '../../model/household.ts'
import type { Version, VersionDemand } from '../../model/version.ts'
import type { PlayedVersion } from '../../model/watch.ts'
import type { ItemAccess } from '../library/item-access.ts'
import type { Ask } from '../library/deps.ts'
import type { DeviceProfiles } from '../users/device-profiles.ts'
import { toDeviceProfile } from './device-profile-input.ts'
import type { DeviceProfileInput } from './device-profile-input.ts'
import { deviceJudge } from './device-judge.ts'
import { findVersion } from './kept-lists.ts'
import type { KeptVersion } from './kept-lists.ts'
import { createRememberedOrder } from './remembered-order.ts'
import type { RememberedOrderOptions } from './remembered-order.ts'
import { nearestFitting } from './sort-versions.ts'
import { createStandIns } from './stand-ins.ts'
import type { StandInOptions } from './stand-ins.ts'
import { createVersionLists } from './version-lists.ts'
import type { ListDemand, VersionListOptions, VersionLists } from './version-lists.ts'

export type VersionOptions = Omit<VersionListOptions, 'deviceProfiles' | 'itemIds'> &
  Pick<StandInOptions, 'health'> &
  RememberedOrderOptions & {
    readonly items: Pick<ItemAccess, 'findRef' | 'requireRef' | 'findByRef'>
    readonly deviceProfiles: Pick<DeviceProfiles, 'of' | 'set'>
    readonly itemIds: ItemIds
    readonly playSessionIds: Pick<PlaySessionIds, 'encode'>
  }

export type VersionsInput = {
  readonly itemId: string
  /** Restricts the answer to one version; an item's id means its first one. */
  readonly versionId?: string | null | undefined
  readonly demand: VersionDemand
}

export type ListedVersion = Version & {
  readonly item: LibraryItem
  readonly isFirst: boolean
  /** Whether the app is about to play it. */
  readonly isOpened: boolean
  readonly chosen: Pick<PlayedVersion, 'audio' | 'subtitle'> | null
}

export type ItemVersions = {
  readonly item: LibraryItem
  readonly isPlayable: boolean
  readonly versions: readonly ListedVersion[]
  /** Epoch milliseconds; null if nothing was looked up or a version was named. */
  readonly lookedUpAt: number | null
  readonly played: (Pick<PlayedVersion, 'audio' | 'subtitle'> & { readonly id: string }) | null
}

export type PrepareInput = VersionsInput & {
  /** Remembered for later calls; without it the last one applies. */
  readonly device?: DeviceProfileInput | null | undefined
}

export type PreparedPlayback = ItemVersions & {
  readonly playSessionId: string
  readonly isNamed: boolean
}

export type VersionService = ReturnType<typeof createVersionService>

export function createVersionService(options: VersionOptions) {
  const { history, items, itemIds, deviceProfiles, playSessionIds } = options
  const lists = createVersionLists(options)

  async function listed(
    user: User,
    item: LibraryItem,
    versions: readonly Version[],
    isFirst: (version: Version, index: number) => boolean,
    loaded: PlayedVersion | null | undefined,
  ): Promise<Omit<ItemVersions, 'lookedUpAt'>> {
    const isPlayable = isPlayableKind(item.kind)
    const known = isPlayable && loaded === undefined
    const mark = versions[0]?.ref.version
    const before = known ? await history.playedVersion(user, item, mark) : (loaded ?? null)
    const played = before && {
      id: itemIds.encode({ ...item.ref, kind: 'version', version: before.mark }),
      audio: before.audio,
      subtitle: before.subtitle,
    }
    return {
      item,
      isPlayable,
      versions: versions.map((version, index) => ({
        ...version,
        item,
        isFirst: isFirst(version, index),
        isOpened: false,
        // In another version the same indexes are other tracks.
        chosen: played?.id === version.id ? played : null,
      })),
      played,
    }
  }

  /** From the newest kept list, else a new look-up; if the version is gone, the one nearest to what was played by this id. */
  async function byMark(
    household: User,
    item: LibraryItem,
    mark: number,
    signal: AbortSignal,
  ): Promise<Version | null> {
    const known = findVersion(await lists.keptOf(household, item), mark)
    if (known) return lists.toVersion(item, known)
    const renewed = await lists.lookUp(household, item, signal)
    const found =
      findVersion([renewed], mark) ?? (await nearestTo(household, item, mark, renewed.versions))
    return found ? lists.toVersion(item, found) : null
  }

  async function nearestTo(
    household: User,
    item: LibraryItem,
    mark: number,
    versions: readonly KeptVersion[],
  ) {
    const owners = new Map(household.profiles.map((profile) => [profile.historyOwner, profile]))
    const played = await Promise.all(
      [...owners.values()].map((profile) =>
        history.playedVersion({ configuration: household.configuration, profile }, item, mark),
      ),
    )
    const same = played.find((one) => one?.mark === mark)
    if (!same) return null
    const judge = await deviceJudge(deviceProfiles, household, item)
    return nearestFitting(versions, same, judge)
  }

  /** An item's id stands for the version that the user's device was shown first. */
  async function named(
    user: User,
    item: LibraryItem,
    ref: ItemRef,
    signal: AbortSignal,
  ): Promise<Version | null> {
    if (!isPlayableKind(item.kind)) return null
    if (ref.kind === 'version') return byMark(user, item, ref.version, signal)
    return (await known(lists, user, item, ref)) ?? lists.firstFor(user, item, signal)
  }

  /** Null for an unknown item. Throws NOT_FOUND for a version of another configuration. */
  async function open(
    user: User,
    input: VersionsInput,
    { signal }: Ask,
  ): Promise<ItemVersions | null> {
    const ref = items.findRef(user, input.itemId)
    const item = ref && (await items.findByRef(user, ref, { signal }))
    if (!item) return null
    const wanted = input.versionId ? items.requireRef(user, input.versionId) : ref
    if (wanted.kind !== 'version' && !input.versionId) {
      const list = await lists.list(user, item, demandOf(user, input), signal)
      const isFirst = (_version: Version, index: number): boolean => index === 0
      const placed = list.located ? { ...item, located: list.located } : item
      const shown = await listed(user, placed, list.versions, isFirst, list.played)
      return { ...shown, lookedUpAt: list.lookedUpAt }
    }
    const version = await named(user, item, wanted, signal)
    const isFirst = (): boolean => isSameRef(wanted, item.ref)
    const shown = await listed(user, item, version ? [version] : [], isFirst, undefined)
    return { ...shown, lookedUpAt: null }
  }

  return {
    open,

    /** Prepares playback. Throws NOT_FOUND for an item of another configuration. */
    async prepare(user: User, input: PrepareInput, ask: Ask): Promise<PreparedPlayback | null> {
      if (input.device) deviceProfiles.set(user, toDeviceProfile(input.device))
      items.requireRef(user, input.itemId)
      // Ignore source ids from other servers: by chance one could decode to an id of another configuration.
      const isNamed = Boolean(input.versionId && items.findRef(user, input.versionId))
      const found = await open(user, isNamed ? input : { ...input, versionId: null }, ask)
      if (!found) return null
      const first = found.versions[0]?.ref.version ?? 0
      const versions = found.versions.map((one, index) => ({ ...one, isOpened: index === 0 }))
      return { ...found, versions, isNamed, playSessionId: playSessionIds.encode(first) }
    },

    /** Kept versions only, without a look-up; null for any other id. */
    async byId(user: User, id: string, ask: Ask): Promise<ListedVersion | null> {
      const ref = items.findRef(user, id)
      if (ref?.kind !== 'version') return null
      const item = await items.findByRef(user, ref, ask)
      const version = item && (await known(lists, user, item, ref))
      if (!version) return null
      const { versions } = await listed(user, item, [version], () => false, undefined)
      return versions[0]!
    },

    known: (user: User, item: LibraryItem, ref: ItemRef) => known(lists, user, item, ref),

    isForDevice: lists.isForDevice,

    /** For callers known by ids alone: an item's id stands for the version shown first to anyone. */
    async find(household: User, item: LibraryItem, ref: ItemRef, signal: AbortSignal) {
      if (ref.kind === 'version') return byMark(household, item, ref.version, signal)
      const first = lists.shownFirstToAnyone(item)
      const shown = first === null ? undefined : await keptVersion(lists, household, item, first)
      return shown ?? lists.firstForAnyone(household, item, signal)
    },

    rememberedOrder: createRememberedOrder(options, lists.failed),

    ...createStandIns({ ...options, lists }),
  }
}

function demandOf({ userData }: Household, { demand }: VersionsInput): ListDemand {
  if (demand !== 'configured') return demand
  return userData.mediaServer?.versions?.resolveOnOpen === false ? 'kept' : 'usual'
}

async function known(
  lists: VersionLists,
  user: User,
  item: LibraryItem,
  ref: ItemRef,
): Promise<Version | null> {
  const mark = ref.kind === 'version' ? ref.version : await lists.shownFirst(user, item)
  return mark === null ? null : keptVersion(lists, user, item, mark)
}

async function keptVersion(
  lists: VersionLists,
  household: Household,
  item: LibraryItem,
  mark: number,
): Promise<Version | null> {
  const found = findVersion(await lists.keptOf(household, item), mark)
  return found ? lists.toVersion(item, found) : null
}
