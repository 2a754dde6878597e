import { LRUCache } from 'lru-cache'
import { atMost } from '../../core/entries.ts'
import { fromJsonBytes, jsonBytes } from '../../core/json.ts'
import type { Cache } from '../../cache/cache.ts'
import { AppError } from '../../core/errors.ts'
import type { ItemRef } from '../../model/item-ref.ts'
import type { LibraryItem } from '../../model/library-item.ts'
import { isPlayableKind } from '../../model/item-ref.ts'
import type { Household, Member } from '../../model/member.ts'
import type { SearchResult } from '../../model/search-result.ts'
import type { Version, VersionList } from '../../model/version.ts'
import type { HistoryService } from '../history/history.ts'
import type { DeviceProfiles } from '../profiles/device-profiles.ts'
import type { SearchService } from '../search.ts'
import { arranged, nearestVersion } from './arrange.ts'
import type { Wishes } from './arrange.ts'
import { identityOf, linkOf } from './identity.ts'
import { createKeptLists } from './kept-lists.ts'
import type { KeptList, KeptVersion } from './kept-lists.ts'
import type { VersionService } from './versions.ts'

/** A list that was shown, and what it began with. */
type Offer = {
  readonly lookedUpAt: number
  readonly first: number | null
  /** Whether it was known what the device plays. */
  readonly judged: boolean
  /** Epoch milliseconds. */
  readonly at: number
}

export type VersionOptions = {
  readonly search: Pick<SearchService, 'searchWith'>
  readonly deviceProfiles: Pick<DeviceProfiles, 'of'>
  readonly history: Pick<HistoryService, 'playedVersion'>
  readonly cache: Cache
  readonly itemIds: { encode(ref: ItemRef): string }
  /** 32 bits of a version's identity that nobody can choose. */
  readonly markOf: (identity: string) => number
  /** Milliseconds for which a list counts as fresh. */
  readonly ttlMs: number
}

const usualMax = 25
/** A list that is older than fresh may be shown while it is renewed, for as many times the fresh time. */
const keptTimes = 12
const failedMs = 1_800_000
const maxFailed = 100
/** For so long an app meets the list that it was shown before. */
const steadyMs = 120_000
/** Nothing found may be a fault of the sources: it is soon looked for again. */
const emptyMs = 60_000
/** A look-up goes on when who asked for it has left: others wait for it, and it is kept. */
const lookUpMs = 120_000

export function createVersionService({
  search,
  deviceProfiles,
  history,
  cache,
  itemIds,
  markOf,
  ttlMs,
}: VersionOptions): VersionService {
  const lists = createKeptLists(cache, ttlMs * keptTimes)
  const running = new Map<string, Promise<KeptList>>()
  const failedKey = (configuration: number, { space, number, season, episode }: ItemRef): string =>
    `failed-versions:${configuration}:${space}:${number}:${season}:${episode}`
  /** What apps were shown last: what they play next is of that list, whatever was found since. */
  const offered = new LRUCache<string, Offer>({ ...atMost(10_000), ttl: ttlMs * keptTimes })

  async function lookUp(household: Household, item: LibraryItem): Promise<KeptList> {
    const request = { type: item.mediaType, id: item.key, requiredFields: [], format: true }
    const signal = AbortSignal.timeout(lookUpMs)
    const { results } = await search.searchWith(household, request, signal)
    const max = household.userData.mediaServer?.versions?.max ?? usualMax
    const list = {
      lookedUpAt: Date.now(),
      cacheKey: household.cacheKey,
      versions: keptVersions(results, max),
    }
    await lists.add(household.configuration, item.key, list)
    return list
  }

  function keptVersions(results: readonly SearchResult[], max: number): readonly KeptVersion[] {
    const taken = new Set<number>()
    const versions: KeptVersion[] = []
    for (const result of results) {
      const link = linkOf(result)
      if (link === null) continue
      if (versions.length === max) break
      let mark = markOf(identityOf(result))
      for (let copy = 1; taken.has(mark); copy++) mark = markOf(`${identityOf(result)} ${copy}`)
      taken.add(mark)
      versions.push({
        mark,
        link,
        result,
        name: oneLine(result.name ?? result.addon),
        description: result.description ?? '',
      })
    }
    return versions
  }

  /** Those who ask for the same at the same time share one look-up. */
  function lookUpOnce(household: Household, item: LibraryItem): Promise<KeptList> {
    const key = `${household.configuration} ${household.cacheKey} ${item.key}`
    const known = running.get(key)
    if (known) return known
    const flight = lookUp(household, item).finally(() => running.delete(key))
    running.set(key, flight)
    return flight
  }

  function versionOf({ ref }: LibraryItem, { mark, ...version }: KeptVersion): Version {
    const own: ItemRef = { ...ref, kind: 'version', version: mark }
    return { ...version, ref: own, id: itemIds.encode(own) }
  }

  /** Marks of versions that did not start lately. */
  async function failedMarks({ ref }: LibraryItem): Promise<ReadonlySet<number>> {
    const kept = await cache.get(failedKey(ref.configuration, ref))
    return new Set(kept ? (fromJsonBytes(kept) as number[]) : [])
  }

  async function wishesOf(member: Member, item: LibraryItem): Promise<Wishes> {
    const [profile, played, failed] = await Promise.all([
      deviceProfiles.of(member),
      history.playedVersion(member, item),
      failedMarks(item),
    ])
    return { profile, played, failed, runtimeMs: item.runtimeMs }
  }

  /** In the order that is wished for. What a device was shown is remembered for it, and for who asks with ids alone. */
  function offer(
    item: LibraryItem,
    list: KeptList,
    wishes: Wishes,
    keys: readonly string[],
  ): VersionList {
    const shown = arranged(list.versions, wishes)
    const first = shown[0]?.mark ?? null
    const { lookedUpAt } = list
    const judged = wishes.profile !== null
    for (const key of keys) offered.set(key, { lookedUpAt, first, judged, at: Date.now() })
    const versions = shown.map((version) => versionOf(item, version))
    return { versions, lookedUpAt, played: wishes.played }
  }

  async function offerTo(member: Member, item: LibraryItem, list: KeptList): Promise<VersionList> {
    const keys = [askerKey(item, member), anyoneKey(item)]
    return offer(item, list, await wishesOf(member, item), keys)
  }

  /** The newest that may be shown; for a moment, the one that was shown just now, so that an app meets the same versions in the same order. */
  async function keptList(
    household: Household,
    item: LibraryItem,
    key: string,
  ): Promise<KeptList | undefined> {
    const usable = (await lists.get(household.configuration, item.key)).filter(
      ({ cacheKey, versions, lookedUpAt }) =>
        cacheKey === household.cacheKey &&
        (versions.length > 0 || lookedUpAt + emptyMs > Date.now()),
    )
    const last = offered.get(key)
    const shown =
      last && Date.now() - last.at < steadyMs
        ? usable.find(({ lookedUpAt }) => lookedUpAt === last.lookedUpAt)
        : undefined
    return shown ?? usable[0]
  }

  /** What the device was shown first; an order that was made without knowing the device does not count once it is known. */
  async function shownFirst(member: Member, item: LibraryItem): Promise<KeptVersion | undefined> {
    const last = offered.get(askerKey(item, member))
    if (last === undefined || last.first === null) return undefined
    if (!last.judged && (await deviceProfiles.of(member)) !== null) return undefined
    return find(await lists.get(member.configuration, item.key), last.first)
  }

  function find(kept: readonly KeptList[], mark: number): KeptVersion | undefined {
    for (const { versions } of kept) {
      const found = versions.find((version) => version.mark === mark)
      if (found) return found
    }
    return undefined
  }

  return {
    async list(member, item, demand, signal) {
      const nothing = { versions: [], lookedUpAt: null }
      if (!isPlayableKind(item.kind)) return nothing
      const kept = await keptList(member, item, askerKey(item, member))
      const age = kept ? Date.now() - kept.lookedUpAt : Infinity
      const isGoodEnough =
        demand === 'kept' || (demand === 'usual' && kept) || (demand === 'fresh' && age <= ttlMs)
      if (!isGoodEnough) {
        return offerTo(member, item, await until(lookUpOnce(member, item), signal))
      }
      // Whoever asks later gets the new one.
      if (demand === 'usual' && age > ttlMs) lookUpOnce(member, item).catch(() => {})
      return kept ? offerTo(member, item, kept) : nothing
    },

    async named(member, item, ref, signal) {
      if (!isPlayableKind(item.kind)) return null
      const kept = await lists.get(member.configuration, item.key)
      if (ref.kind !== 'version') {
        const first = await shownFirst(member, item)
        if (first) return versionOf(item, first)
        const newest = await keptList(member, item, askerKey(item, member))
        const list = newest ?? (await until(lookUpOnce(member, item), signal))
        return (await offerTo(member, item, list)).versions[0] ?? null
      }
      const known = find(kept, ref.version)
      if (known) return versionOf(item, known)
      const renewed = await until(lookUpOnce(member, item), signal)
      const played = await history.playedVersion(member, item)
      const found =
        find([renewed], ref.version) ??
        (played?.mark === ref.version ? nearestVersion(renewed.versions, played) : null)
      return found ? versionOf(item, found) : null
    },

    async known(member, item, ref) {
      const found =
        ref.kind === 'version'
          ? find(await lists.get(member.configuration, item.key), ref.version)
          : await shownFirst(member, item)
      return found ? versionOf(item, found) : null
    },

    async find(household, item, ref, signal) {
      const kept = await lists.get(household.configuration, item.key)
      const wanted = ref.kind === 'version' ? ref.version : offered.get(anyoneKey(item))?.first
      const known = wanted === undefined || wanted === null ? undefined : find(kept, wanted)
      if (known) return versionOf(item, known)
      if (ref.kind !== 'version') {
        const newest = await keptList(household, item, anyoneKey(item))
        const list = newest ?? (await until(lookUpOnce(household, item), signal))
        const failed = await failedMarks(item)
        const wishes = { profile: null, played: null, failed, runtimeMs: item.runtimeMs }
        return offer(item, list, wishes, [anyoneKey(item)]).versions[0] ?? null
      }
      const found = find([await until(lookUpOnce(household, item), signal)], ref.version)
      return found ? versionOf(item, found) : null
    },

    async markFailed(household, version) {
      const key = failedKey(household.configuration, version)
      const kept = await cache.get(key)
      const marks = kept ? (fromJsonBytes(kept) as number[]) : []
      const all = [...new Set([...marks, version.version])].slice(-maxFailed)
      await cache.set(key, jsonBytes(all), failedMs)
    },
  }
}

function anyoneKey({ ref, key }: LibraryItem): string {
  return `${ref.configuration} ${key}`
}

/** A device, or a user who asks without one. */
function askerKey(item: LibraryItem, { device, profile }: Member): string {
  return `${device?.number ?? profile.id} ${anyoneKey(item)}`
}

/** Ends the waiting of one who left, not the work. */
function until<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = (): void =>
      reject(new AppError('BAD_REQUEST', 'The client left.', { cause: signal.reason }))
    if (signal.aborted) leave()
    signal.addEventListener('abort', leave, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave))
  })
}

function oneLine(text: string): string {
  return text.split('\n').filter(Boolean).join(' · ')
}
