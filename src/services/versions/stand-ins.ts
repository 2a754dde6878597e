import type { Cache } from '../../cache/cache.ts'
import type { Household, User } from '../../model/household.ts'
import type { ItemRef } from '../../model/item-ref.ts'
import type { LibraryItem } from '../../model/library-item.ts'
import type { Delivery } from '../../model/play.ts'
import { variantOf } from '../../model/release-traits.ts'
import { subjectOf } from '../../model/source-health.ts'
import type { FailureKind } from '../../model/source-health.ts'
import type { Version } from '../../model/version.ts'
import type { HealthRecorder } from '../health/recorder.ts'
import type { DeviceProfiles } from '../users/device-profiles.ts'
import { asksNoMore, deviceFits } from './device-fit.ts'
import { deviceJudge } from './device-judge.ts'
import { findVersion } from './kept-lists.ts'
import type { KeptVersion } from './kept-lists.ts'
import { fileFactsOf } from './file-facts.ts'
import { createPlaying, deviceOf } from './playing.ts'
import { nearestVersion } from './sort-versions.ts'
import type { VersionLists } from './version-lists.ts'

export type StandInOptions = {
  readonly stateCache: Cache
  readonly lists: Pick<VersionLists, 'keptOf' | 'lookUp' | 'toVersion' | 'failed'>
  readonly health: Pick<HealthRecorder, 'record'>
  readonly deviceProfiles: Pick<DeviceProfiles, 'of'>
}

export type Choice = {
  readonly tried?: ReadonlySet<number>
  /** Hosts of which another version is taken only where no other host has one. */
  readonly avoided?: ReadonlySet<string>
  /** For asking the sources where no list is kept, as for links of Stremio; null: they are not asked. */
  readonly signal: AbortSignal | null
}

/** Which version plays in the place of one that is dead. Shared between nodes. */
export function createStandIns({ stateCache, lists, health, deviceProfiles }: StandInOptions) {
  const playing = createPlaying(stateCache)

  async function markDead(
    { ref, sourceId }: Pick<Version, 'ref' | 'sourceId'>,
    failure: FailureKind,
  ): Promise<void> {
    await lists.failed.add(ref)
    if (sourceId === undefined || !(await lists.failed.confirm(ref))) return
    const subject = subjectOf({ id: sourceId })
    const sample = { configuration: ref.configuration, area: 'links', subject } as const
    health.record({ ...sample, failure, fromCache: false, tookMs: 0, results: 0 })
  }

  async function listsOf(household: Household, item: LibraryItem, signal: AbortSignal | null) {
    const kept = await lists.keptOf(household, item)
    if (kept.length > 0 || signal === null) return kept
    // What fails here fails for the player, who hears of the link itself.
    const found = await lists.lookUp(household, item, signal).catch(() => null)
    return found ? [found] : []
  }

  return {
    ...playing,
    /** Moves the version to the end of its lists for a while, and counts it in the health of its source. */
    markDead,

    hasFailed: async (version: ItemRef): Promise<boolean> =>
      (await lists.failed.of(version)).has(version.version),

    /** Whether the user's device takes what plays in a version's place as well as the version itself; unknown, it is asked no more. */
    async suits(
      user: User,
      item: LibraryItem,
      version: Pick<Version, 'result'>,
      standIn: Pick<Version, 'result'>,
    ): Promise<boolean> {
      const judge = await deviceJudge(deviceProfiles, user, item)
      const own = judge?.(version) ?? 'unfit'
      const facts = factsIn(item)
      if (judge === null || own === 'unfit')
        return asksNoMore(facts(standIn.result), facts(version.result))
      return deviceFits.indexOf(judge(standIn)) <= deviceFits.indexOf(own)
    },

    /**
     * The most similar version of its list that has not failed: preferably one that the user's device may play and has the line
     * for, and one on another host; of an unknown device, one that asks no more of it. Null if there is none.
     */
    async nextBest(
      user: User,
      item: LibraryItem,
      { ref, result }: Version,
      { tried, avoided, signal }: Choice,
    ): Promise<Version | null> {
      const all = await listsOf(user, item, signal)
      const list = all.find((one) => findVersion([one], ref.version)) ?? all[0]
      const [failed, judge] = await Promise.all([
        lists.failed.of(ref),
        deviceJudge(deviceProfiles, user, item),
      ])
      const own = judge?.({ result }) ?? 'unfit'
      const fitsAs = (other: KeptVersion) => judge?.(other) ?? 'fit'
      const others = (list?.versions ?? []).filter(
        (other) =>
          other.mark !== ref.version &&
          !failed.has(other.mark) &&
          !tried?.has(other.mark) &&
          isSameKind(other, result, untaggedIn(item)),
      )
      const facts = factsIn(item)
      const choice = preferred(others, [
        (other) => own === 'unfit' || fitsAs(other) !== 'unfit',
        (other) => own !== 'fit' || fitsAs(other) === 'fit',
        ({ link }) => !avoided?.has(hostOf(link)),
        (other) => own === 'fit' || asksNoMore(facts(other.result), facts(result)),
        (other) => hasLanguages(other.result, result),
      ])
      const { bingeGroup: group, parsedFile } = result
      const { resolution, releaseGroup, quality, encode, languages } = parsedFile
      const traits = { releaseGroup, quality, encode, languages, ...variantOf(parsedFile) }
      const wanted = { mark: ref.version, group, resolution, traits }
      const found = nearestVersion(choice, wanted) ?? choice[0]
      return found ? lists.toVersion(item, found) : null
    },

    /** For apps, which do not know what played under the id that they name. Counted only where no other failure would show. */
    async markFailed(
      household: Pick<User, 'configuration' | 'device'>,
      item: LibraryItem,
      version: ItemRef,
      delivery: Delivery,
    ): Promise<void> {
      const device = deviceOf({ household })
      const mark = (await playing.playing(version, device))?.mark ?? version.version
      const played: ItemRef = { ...version, version: mark }
      await playing.endPlaying(version, mark, device)
      const found = findVersion(await lists.keptOf(household, item), mark)
      const sourceId = found?.result.sourceId
      if (delivery === 'redirect') await markDead({ ref: played, sourceId }, 'reported')
      else await lists.failed.add(played)
    },
  }
}

function factsIn({ runtimeMs }: LibraryItem) {
  return (result: Version['result']) => fileFactsOf(result, runtimeMs)
}

/** Each test narrows what is left, unless nothing passes it. */
function preferred(
  versions: readonly KeptVersion[],
  tests: readonly ((version: KeptVersion) => boolean)[],
): readonly KeptVersion[] {
  return tests.reduce((left, test) => {
    const some = left.filter(test)
    return some.length > 0 ? some : left
  }, versions)
}

/** Played the same way, in every language of the wanted one and in its container. */
function isSameKind(
  { result, link }: KeptVersion,
  wanted: Version['result'],
  untagged: string,
): boolean {
  if (isPage(result) || isPage(wanted) || !/^https?:/i.test(link)) return false
  const container = containerOf(wanted)
  if (container !== null && containerOf(result) !== container) return false
  const spoken = ({ parsedFile: { languages } }: Version['result']) =>
    languages.length > 0 ? languages : [untagged]
  const has = spoken(result)
  return spoken(wanted).every((language) => has.includes(language))
}

function hasLanguages({ parsedFile }: Version['result'], wanted: Version['result']): boolean {
  const { languages } = wanted.parsedFile
  if (languages.length === 0) return parsedFile.languages.length === 0
  return languages.every((language) => parsedFile.languages.includes(language))
}

/** What files that name no language are in, as their groups name them. */
function untaggedIn({ mediaType }: LibraryItem): string {
  return mediaType === 'anime' ? 'Japanese' : 'English'
}

export function hostOf(link: string): string {
  return URL.parse(link)?.host ?? ''
}

function isPage({ type }: Version['result']): boolean {
  return type === 'youtube' || type === 'external'
}

function containerOf(result: Version['result']): string | null {
  return fileFactsOf(result, null).container
}
