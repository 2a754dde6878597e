import type { Stream } from '../../model/search-result.ts'
import type { Groups } from './groups.ts'

type Identity = {
  readonly speaker: Stream
  readonly files: Map<string, Stream>
}

export type Identities = {
  /** False: they cannot be the same thing. */
  join(a: number, b: number): boolean
}

/** No group may hold different episodes or files of one torrent, not even through a third stream. */
export function createIdentities(streams: readonly Stream[], groups: Groups): Identities {
  /** By the group's lowest number; a missing group is like its first stream. */
  const known = new Map<number, Identity>()

  function identityOf(root: number): Identity {
    const identity = known.get(root)
    if (identity) return identity
    const speaker = streams[root]!
    const { infoHash } = speaker
    return { speaker, files: new Map(infoHash === null ? [] : [[infoHash, speaker]]) }
  }

  function join(a: number, b: number): boolean {
    if (!known.has(a) && !known.has(b) && sayTheSame(streams[a]!, streams[b]!)) {
      groups.join(a, b)
      return true
    }
    const [one, other] = [identityOf(a), identityOf(b)]
    if (!sameEpisodes(one.speaker, other.speaker)) return false
    const [more, fewer] = one.files.size < other.files.size ? [other, one] : [one, other]
    for (const [infoHash, file] of fewer.files) {
      const rival = more.files.get(infoHash)
      if (rival && areDifferentFiles(rival, file)) return false
    }
    for (const [infoHash, file] of fewer.files) {
      if ((more.files.get(infoHash)?.fileIdx ?? null) === null) more.files.set(infoHash, file)
    }
    groups.join(a, b)
    known.delete(Math.max(a, b))
    known.set(Math.min(a, b), {
      speaker: moreExact(one.speaker, other.speaker),
      files: more.files,
    })
    return true
  }

  return { join }
}

function sayTheSame(a: Stream, b: Stream): boolean {
  return a.infoHash === b.infoHash && a.fileIdx === b.fileIdx && a.parsedFile === b.parsedFile
}

function sameEpisodes({ parsedFile: a }: Stream, { parsedFile: b }: Stream): boolean {
  if (a === b) return true
  if (a.episodes.length > 0 && b.episodes.length > 0 && !sameNumbers(a.episodes, b.episodes)) {
    return false
  }
  if (a.seasons.length === 0 || b.seasons.length === 0) return true
  return a.seasons.some((season) => b.seasons.includes(season))
}

function sameNumbers(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((value, index) => value === b[index])
}

/** Season and episode beat an episode alone, that a season alone; few seasons beat many. */
function moreExact(a: Stream, b: Stream): Stream {
  return exactness(b) > exactness(a) ? b : a
}

function exactness({ parsedFile: { seasons, episodes } }: Stream): number {
  return (episodes.length > 0 ? 2 : 0) + (seasons.length > 0 ? 1 / seasons.length : 0)
}

/** Two file numbers are two files, unless both name the same episode: services count differently. */
function areDifferentFiles(a: Stream, b: Stream): boolean {
  if (a.fileIdx === null || b.fileIdx === null || a.fileIdx === b.fileIdx) return false
  return a.filename !== b.filename || a.parsedFile.episodes.length === 0 || !areAlikeInSize(a, b)
}

/** Sources round sizes of one release by less than this share. */
export const sizeTolerance = 0.03

export function areAlikeInSize({ size: a }: Stream, { size: b }: Stream): boolean {
  if (a === null || b === null) return true
  return Math.abs(a - b) <= 2 * sizeTolerance * Math.max(a, b)
}
