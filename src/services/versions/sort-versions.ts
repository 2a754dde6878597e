import type { DeviceProfile } from '../../model/device-profile.ts'
import type { PlayedVersion } from '../../model/watch.ts'
import { cannotPlay } from './device-fit.ts'
import { fileFactsOf } from './file-facts.ts'
import type { KeptVersion } from './kept-lists.ts'

export type VersionPreferences = {
  readonly profile: DeviceProfile | null
  readonly played: PlayedVersion | null
  readonly failed: ReadonlySet<number>
  readonly runtimeMs: number | null
}

/** The version last played, then the configuration's order, then what the device cannot play, then recent failures. */
export function sortVersions(
  versions: readonly KeptVersion[],
  { profile, played, failed, runtimeMs }: VersionPreferences,
): readonly KeptVersion[] {
  if (profile === null && played === null && failed.size === 0) return versions
  const before = played && nearestVersion(versions, played)
  const rankOf = (version: KeptVersion): number => {
    if (failed.has(version.mark)) return 4
    const own = version === before ? 0 : 1
    const { result } = version
    return profile && cannotPlay(profile, fileFactsOf(result, runtimeMs)) ? 2 + own : own
  }
  const ranked = versions.map((version) => ({ version, rank: rankOf(version) }))
  return ranked.toSorted((a, b) => a.rank - b.rank).map(({ version }) => version)
}

/** The same version if it still exists, else one of its group, else one of its resolution. */
export function nearestVersion(
  versions: readonly KeptVersion[],
  { mark, group, resolution }: Pick<PlayedVersion, 'mark' | 'group' | 'resolution'>,
): KeptVersion | null {
  return (
    versions.find((version) => version.mark === mark) ??
    (group === null ? undefined : versions.find(({ result }) => result.bingeGroup === group)) ??
    (resolution === null
      ? undefined
      : versions.find(({ result }) => result.parsedFile.resolution === resolution)) ??
    null
  )
}
