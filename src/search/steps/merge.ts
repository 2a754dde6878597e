import type { Stream } from '../../model/search-result.ts'
import type { SubtitleTrack } from '../../model/source.ts'
import type { DedupeSettings } from '../../model/user-data.ts'
import { fillGaps, union } from './fill-parsed.ts'

export type MergeKey = NonNullable<DedupeSettings['merge']>[number]

const maxList = 100

/**
 * The winner with what its duplicates know: lists are joined, the most seeders count, and what the
 * winner does not say is filled in. Trackers and peers are taken from the same torrent only. Lists stay
 * as they are where the others add nothing; the winner itself comes back where nothing changes.
 */
export function mergeInto(
  winner: Stream,
  others: readonly Stream[],
  keys: ReadonlySet<MergeKey>,
): Stream {
  let { sources, seeders, languages, subtitles, subtitleTracks, size, folderSize, indexer } = winner
  let { parsedFile } = winner
  for (const other of others) {
    if (keys.has('sources') && other.infoHash === winner.infoHash) {
      sources = joined(sources, other.sources)
    }
    if (keys.has('seeders')) seeders = larger(seeders, other.seeders)
    if (keys.has('languages')) languages = joined(languages, other.languages)
    if (keys.has('subtitles')) subtitles = joined(subtitles, other.subtitles)
    if (keys.has('subtitleTracks'))
      subtitleTracks = joinedTracks(subtitleTracks, other.subtitleTracks)
    if (keys.has('size')) {
      size ??= other.size
      folderSize ??= other.folderSize
    }
    if (keys.has('indexer')) indexer ??= other.indexer
    if (keys.has('parsedFile') && other.parsedFile !== winner.parsedFile) {
      parsedFile = fillGaps(parsedFile, other.parsedFile)
    }
  }
  const changed =
    sources !== winner.sources ||
    seeders !== winner.seeders ||
    languages !== winner.languages ||
    subtitles !== winner.subtitles ||
    subtitleTracks !== winner.subtitleTracks ||
    size !== winner.size ||
    folderSize !== winner.folderSize ||
    indexer !== winner.indexer ||
    parsedFile !== winner.parsedFile
  if (!changed) return winner
  return {
    ...winner,
    sources,
    seeders,
    languages,
    subtitles,
    subtitleTracks,
    size,
    folderSize,
    indexer,
    parsedFile,
  }
}

function joined(first: readonly string[], second: readonly string[]): readonly string[] {
  const all = union(first, second)
  return all.length > maxList ? all.slice(0, maxList) : all
}

function joinedTracks(
  first: readonly SubtitleTrack[],
  second: readonly SubtitleTrack[],
): readonly SubtitleTrack[] {
  const added = second.filter(({ url }) => !first.some((track) => track.url === url))
  return added.length === 0 ? first : [...first, ...added].slice(0, maxList)
}

function larger(a: number | null, b: number | null): number | null {
  if (a === null) return b
  return b === null ? a : Math.max(a, b)
}
