import type { ItemIds, PlaySessionIds } from '../../model/item-ids.ts'
import type { ItemRef } from '../../model/item-ref.ts'
import type { LibraryItem } from '../../model/library-item.ts'
import type { User } from '../../model/household.ts'
import type { ReportedVersion } from '../../model/play.ts'
import type { PlayReport } from '../../model/watch.ts'
import type { VersionService } from '../versions/service.ts'

export type ReportedVersionOptions = {
  readonly itemIds: Pick<ItemIds, 'decode'>
  readonly playSessionIds: Pick<PlaySessionIds, 'decode'>
  readonly versions: Pick<VersionService, 'known' | 'markFailed'>
}

/** Characters: a device's state, which has up to two versions, must fit into 64 KiB. */
const maxName = 500
const maxGroup = 300
const maxSource = 255
const maxService = 100

type Report = Pick<PlayReport, 'mediaSourceId' | 'playSessionId' | 'audioIndex' | 'subtitleIndex'>

export type ReportedVersions = ReturnType<typeof createReportedVersions>

export function createReportedVersions({
  itemIds,
  playSessionIds,
  versions,
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
      return {
        played: {
          mark,
          group: groupOf(version?.result.bingeGroup),
          resolution: version?.result.parsedFile.resolution ?? null,
          audio: report.audioIndex,
          subtitle: report.subtitleIndex,
        },
        name: version?.name?.slice(0, maxName) ?? null,
        source: version?.result.addon?.slice(0, maxSource) ?? null,
        service: version?.result.service?.slice(0, maxService) ?? null,
        delivery: null,
      }
    },

    /** Moves the version to the end of its lists for a while; by default the one that was shown first. */
    async markFailed(user: User, item: LibraryItem, report: Report): Promise<void> {
      const ref = refOf(item, report) ?? item.ref
      const version = await versions.known(user, item, ref)
      const failed = version?.ref ?? (ref.kind === 'version' ? ref : null)
      if (failed) await versions.markFailed(user, failed)
    },
  }
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

/** Part of a group would match other versions. */
function groupOf(group: string | null | undefined): string | null {
  return group && group.length <= maxGroup ? group : null
}
