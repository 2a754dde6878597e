import type { ItemRef } from '../../model/item-ref.ts'
import type { LibraryItem } from '../../model/library-item.ts'
import type { Member } from '../../model/member.ts'
import type { NowPlaying, PlayedVersion, PlayReport } from '../../model/watch.ts'
import type { VersionService } from '../versions/versions.ts'

export type ToldVersionOptions = {
  readonly itemIds: { decode(text: string): ItemRef | null }
  readonly playSessionIds: { decode(text: string): number | null }
  readonly versions: Pick<VersionService, 'known' | 'markFailed'>
}

type Report = Pick<PlayReport, 'mediaSourceId' | 'playSessionId' | 'audioIndex' | 'subtitleIndex'>

/** Which version a report speaks of. */
export function createToldVersions({ itemIds, playSessionIds, versions }: ToldVersionOptions) {
  /** The id of a play says what the item's own id stood for. */
  function refOf(item: LibraryItem, { mediaSourceId, playSessionId }: Report): ItemRef | null {
    const named = mediaSourceId === null ? null : itemIds.decode(mediaSourceId)
    const own = named && isOf(named, item.ref) ? named : null
    if (own?.kind === 'version') return own
    const version = playSessionId === null ? null : playSessionIds.decode(playSessionId)
    return version === null ? own : { ...item.ref, kind: 'version', version }
  }

  /** Null where the report does not say it. Nothing is looked up for it. */
  async function versionOf(
    member: Member,
    item: LibraryItem,
    report: Report,
  ): Promise<PlayedVersion | null> {
    const ref = refOf(item, report)
    if (ref === null) return null
    const version = await versions.known(member, item, ref)
    const mark = version?.ref.version ?? ref.version
    // The id of the item, where nobody knows any more what it stood for.
    if (mark === 0) return null
    return {
      mark,
      group: version?.result.bingeGroup ?? null,
      resolution: version?.result.parsedFile.resolution ?? null,
      audio: report.audioIndex,
      subtitle: report.subtitleIndex,
    }
  }

  return {
    of: versionOf,

    /** What is written down of the version that is played: when it begins, and when something of it is chosen. */
    async toKeep(
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
      return isSame ? null : versionOf(member, item, now)
    },

    /** It comes last for a while. A report that names none means what was shown first. */
    async markFailed(member: Member, item: LibraryItem, report: Report): Promise<void> {
      const ref = refOf(item, report) ?? item.ref
      const version = await versions.known(member, item, ref)
      const failed = version?.ref ?? (ref.kind === 'version' ? ref : null)
      if (failed) await versions.markFailed(member, failed)
    },
  }
}

/** The item itself, or a version of it. */
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
