import type { DeviceProfile } from '../../model/device-profile.ts'
import type { SearchResult } from '../../model/search-result.ts'
import { variantOf } from '../../model/release-traits.ts'
import type { PlayedVersion } from '../../model/watch.ts'
import { deviceFits, fitOf } from './device-fit.ts'
import type { DeviceFit } from './device-fit.ts'
import { fileFactsOf } from './file-facts.ts'
import type { KeptVersion } from './kept-lists.ts'

export type VersionPreferences = {
  readonly profile: DeviceProfile | null
  /** What was played before; null: nothing. */
  readonly model: PlayedVersion | null
  /** What the device played in its place. */
  readonly own?: PlayedVersion | null
  readonly failed: ReadonlySet<number>
  readonly runtimeMs: number | null
}

type Sortable = Pick<KeptVersion, 'mark' | 'result'>

type Wanted = Pick<PlayedVersion, 'mark' | 'group' | 'resolution' | 'traits'>

/**
 * The configuration's order, after that what is too much for the device's line, then what it cannot play, then recent failures;
 * each begins with what is most like the model.
 */
export function sortVersions<V extends Sortable>(
  versions: readonly V[],
  { profile, model, own, failed, runtimeMs }: VersionPreferences,
): readonly V[] {
  if (profile === null && model === null && failed.size === 0) return versions
  const groups = Map.groupBy(versions, ({ mark, result }) => {
    if (failed.has(mark)) return 'failed'
    return profile === null ? 'fit' : fitOf(profile, fileFactsOf(result, runtimeMs))
  })
  const sorted = deviceFits.flatMap((fit) =>
    nearestFirst(groups.get(fit) ?? [], fit === 'unfit' ? model : (own ?? model)),
  )
  return [...sorted, ...(groups.get('failed') ?? [])]
}

/** Which version is nearest, where the device cannot play that one or has no line for it. */
export function unfitNearest<V extends Sortable>(
  versions: readonly V[],
  wanted: Wanted,
  { profile, runtimeMs }: Pick<VersionPreferences, 'profile' | 'runtimeMs'>,
): V | null {
  const nearest = profile && nearestVersion(versions, wanted)
  const fits = nearest && fitOf(profile, fileFactsOf(nearest.result, runtimeMs)) === 'fit'
  return fits ? null : nearest
}

/** The version itself if it still exists, else the most similar one; null if none has its group or resolution. */
export function nearestVersion<V extends Sortable>(
  versions: readonly V[],
  wanted: Wanted,
): V | null {
  let nearest: V | null = null
  let most = weights.resolution - 1
  for (const version of versions) {
    if (version.mark === wanted.mark) return version
    const likeness = likenessOf(version.result, wanted)
    if (likeness <= most) continue
    nearest = version
    most = likeness
  }
  return nearest
}

/** The nearest one of those that suit the device best. */
export function nearestFitting<V extends Sortable>(
  versions: readonly V[],
  wanted: Wanted,
  judge: ((version: V) => DeviceFit) | null,
): V | null {
  if (judge === null) return nearestVersion(versions, wanted)
  for (const fit of deviceFits) {
    const some = versions.filter((version) => judge(version) === fit)
    const nearest = nearestVersion(some, wanted)
    if (nearest) return nearest
  }
  return null
}

const maxSourceName = 40

/** Each weighs more than all that follow together. */
const weights = {
  group: 512,
  resolution: 256,
  languages: 128,
  releaseGroup: 64,
  edition: 32,
  quality: 16,
  range: 8,
  audio: 4,
  source: 2,
  encode: 1,
}

function likenessOf(
  { bingeGroup, parsedFile, addon }: SearchResult,
  { group, resolution, traits }: Wanted,
): number {
  const weigh = (name: keyof typeof weights, wanted: string | null, has: string | null): number =>
    wanted !== null && wanted === has ? weights[name] : 0
  const own =
    weigh('group', group, bingeGroup) + weigh('resolution', resolution, parsedFile.resolution)
  if (!traits) return own
  const { releaseGroup, quality, source = null, encode, languages } = traits
  const { range = null, audio = null, edition } = traits
  const has = variantOf(parsedFile)
  return (
    own +
    (languages.every((language) => parsedFile.languages.includes(language))
      ? weights.languages
      : 0) +
    weigh('releaseGroup', releaseGroup, parsedFile.releaseGroup) +
    (edition === has.edition ? weights.edition : 0) +
    weigh('quality', quality, parsedFile.quality) +
    weigh('range', range, has.range) +
    weigh('audio', audio, has.audio) +
    weigh('source', source, sourceName(addon)) +
    weigh('encode', encode, parsedFile.encode)
  )
}

/** As it is kept. */
export function sourceName(addon: string | null): string | null {
  return addon?.slice(0, maxSourceName) ?? null
}

function nearestFirst<V extends Sortable>(
  versions: readonly V[],
  model: Wanted | null,
): readonly V[] {
  const first = model && nearestVersion(versions, model)
  return first ? [first, ...versions.filter((version) => version !== first)] : versions
}
