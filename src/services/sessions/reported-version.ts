import type { ItemIds, PlaySessionIds } from '../../model/item-ids.ts'
import type { ItemRef } from '../../model/item-ref.ts'
import type { LibraryItem } from '../../model/library-item.ts'
import type { User } from '../../model/household.ts'
import type { Delivery, ReportedVersion } from '../../model/play.ts'
import { variantOf } from '../../model/release-traits.ts'
import type { PlayedVersion, PlayReport, ReleaseTraits } from '../../model/watch.ts'
import type { Version } from '../../model/version.ts'
import type { BytesReader, Deliveries } from '../streaming/deliveries.ts'
import { bitrateOf } from '../versions/file-facts.ts'
import type { VersionService } from '../versions/service.ts'
import { sourceName } from '../versions/sort-versions.ts'

export type ReportedVersionOptions = {
  readonly itemIds: Pick<ItemIds, 'decode'>
  readonly playSessionIds: Pick<PlaySessionIds, 'decode'>
  readonly versions: Pick<VersionService, 'known' | 'isForDevice' | 'markFailed'>
  readonly deliveries: Pick<Deliveries, 'of'>
}

/** Characters: a device's state, which has up to two versions, must fit into 64 KiB. */
const maxName = 500
const maxGroup = 300
const maxSource = 255
const maxService = 100
const maxTraitName = 40
const maxLanguages = 5

type Report = Pick<PlayReport, 'mediaSourceId' | 'playSessionId' | 'audioIndex' | 'subtitleIndex'>

export type ReportedVersions = ReturnType<typeof createReportedVersions>

export function createReportedVersions({
  itemIds,
  playSessionIds,
  versions,
  deliveries,
}: ReportedVersionOptions) {
  /** The play session id says which version the item's id stood for. */
  function refOf(item: LibraryItem, { mediaSourceId, playSessionId }: Report): ItemRef | null {
    const named = mediaSourceId === null ? null : itemIds.decode(mediaSourceId)
    const own = named && isOf(named, item.ref) ? named : null
    if (own?.kind === 'version') return own
    const version = playSessionId === null ? null : playSessionIds.decode(playSessionId)
    return version === null ? own : { ...item.ref, kind: 'version', version }
  }

  return {
    /** Null if the report does not say; never starts a look-up. */
    async of(user: User, item: LibraryItem, report: Report): Promise<ReportedVersion | null> {
      const ref = refOf(item, report)
      if (ref === null) return null
      const version = await versions.known(user, item, ref)
      const mark = version?.ref.version ?? ref.version
      // The item's id, when it is no longer known what it stood for.
      if (mark === 0) return null
      const delivery =
        version && (await deliveries.of({ household: user, version }, readerOf(user, report)))
      const { audioIndex: audio, subtitleIndex: subtitle } = report
      const played = playedOf(mark, version, { audio, subtitle })
      const isOwn = version !== null && (await versions.isForDevice(user, item, mark))
      return {
        ...describeVersion(version, item),
        played: isOwn ? { ...played, device: user.device?.rowId } : played,
        delivery,
      }
    },

    /** Moves the version to the end of its lists for a while; by default the one that was shown first. */
    async markFailed(user: User, item: LibraryItem, report: Report): Promise<void> {
      const ref = refOf(item, report) ?? item.ref
      const version = await versions.known(user, item, ref)
      const failed = version?.ref ?? (ref.kind === 'version' ? ref : null)
      if (!failed) return
      const delivery =
        version && (await deliveries.of({ household: user, version }, readerOf(user, report)))
      // A version that is not known any more has no source to be counted for.
      await versions.markFailed(user, item, failed, delivery ?? 'redirect')
    },
  }
}

/** What is kept of a version that plays and was not chosen by a track. */
export function reportedVersion(
  version: Version,
  item: LibraryItem,
  delivery: Delivery,
): ReportedVersion {
  const played = playedOf(version.ref.version, version, { audio: null, subtitle: null })
  return { ...describeVersion(version, item), played, delivery }
}

function describeVersion(version: Version | null, item: LibraryItem) {
  return {
    name: version?.name?.slice(0, maxName) ?? null,
    source: version?.result.addon?.slice(0, maxSource) ?? null,
    service: version?.result.service?.slice(0, maxService) ?? null,
    bitrate: version && bitrateOf(version.result, lengthOf(version.result, item)),
  }
}

function playedOf(
  mark: number,
  version: Version | null,
  tracks: Pick<PlayedVersion, 'audio' | 'subtitle'>,
): PlayedVersion {
  return {
    mark,
    group: groupOf(version?.result.bingeGroup),
    resolution: version?.result.parsedFile.resolution ?? null,
    traits: version ? traitsOf(version.result) : undefined,
    ...tracks,
  }
}

function readerOf({ device }: User, { playSessionId }: Report): BytesReader {
  return { playSessionId, device: device?.rowId ?? null }
}

function isOf(ref: ItemRef, item: ItemRef): boolean {
  return (
    (ref.kind === 'version' || ref.kind === item.kind) &&
    ref.configuration === item.configuration &&
    ref.space === item.space &&
    ref.number === item.number &&
    ref.season === item.season &&
    ref.episode === item.episode
  )
}

function traitsOf({ addon, parsedFile }: Version['result']): ReleaseTraits {
  const { releaseGroup, quality, encode, languages } = parsedFile
  const { range, audio, edition } = variantOf(parsedFile)
  return {
    releaseGroup: wholeName(releaseGroup),
    quality,
    encode,
    languages: languages.slice(0, maxLanguages),
    source: sourceName(addon),
    range,
    audio: wholeName(audio),
    edition: wholeName(edition),
  }
}

/** Part of a name would match other versions. */
function wholeName(name: string | null): string | null {
  return name !== null && name.length <= maxTraitName ? name : null
}

function lengthOf({ duration }: Version['result'], { runtimeMs }: LibraryItem): number | null {
  return duration === null ? runtimeMs : duration * 1_000
}

/** Part of a group would match other versions. */
function groupOf(group: string | null | undefined): string | null {
  return group && group.length <= maxGroup ? group : null
}
