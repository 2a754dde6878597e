import type { DeviceProfile } from '../../model/device-profile.ts'
import type { SearchResult } from '../../model/search-result.ts'
import { variantOf } from '../../model/release-traits.ts'
import type { PlayedVersion } from '../../model/watch.ts'
import { cannotPlay } from './device-fit.ts'
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

/** The configuration's order, after that what the device cannot play, then recent failures; each begins with what is most like the model. */
export function sortVersions<V extends Sortable>(
  versions: readonly V[],
  { profile, model, own, failed, runtimeMs }: VersionPreferences,
): readonly V[] {
  if (profile === null && model === null && failed.size === 0) return versions
  const isPlayable = ({ result }: V): boolean =>
    profile === null || !cannotPlay(profile, fileFactsOf(result, runtimeMs))
  const [failures, alive] = split(versions, ({ mark }) => failed.has(mark))
  const [fit, unfit] = split(alive, isPlayable)
  return [...nearestFirst(fit, own ?? model), ...nearestFirst(unfit, model), ...failures]
}

/** Whether the device certainly cannot play what is nearest to it, and which one that is. */
export function unfitNearest<V extends Sortable>(
  versions: readonly V[],
  wanted: Wanted,
  { profile, runtimeMs }: Pick<VersionPreferences, 'profile' | 'runtimeMs'>,
): V | null {
  const nearest = profile && nearestVersion(versions, wanted)
  return nearest && cannotPlay(profile, fileFactsOf(nearest.result, runtimeMs)) ? nearest : null
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

function split<V>(versions: readonly V[], test: (version: V) => boolean): readonly [V[], V[]] {
  const { yes = [], no = [] } = Object.groupBy(versions, (version) =>
    test(version) ? 'yes' : 'no',
  )
  return [yes, no]
}
