import type { AnimeEpisodeMapping } from '../model/anime.ts'
import { anySeason } from './claims.ts'

const kinds = ['absolute', 'range', 'pairs'] as const
const spaces = ['tvdb', 'tmdb'] as const
const none = -1

/** Five numbers per mapping, then its pairs and each pair's episodes, both preceded by their count. */
export function encodeEpisodeMappings(mappings: readonly AnimeEpisodeMapping[]): number[] {
  const out: number[] = []
  for (const { kind, space, special, season, start, end, offset, pairs } of mappings) {
    out.push(kinds.indexOf(kind) | (spaces.indexOf(space) << 2) | (Number(special) << 3))
    out.push(season ?? anySeason, start ?? none, end ?? none, offset, pairs.length)
    for (const { episode, others } of pairs) out.push(episode, others.length, ...others)
  }
  return out
}

export function decodeEpisodeMappings(numbers: Int32Array): AnimeEpisodeMapping[] {
  const found: AnimeEpisodeMapping[] = []
  const rest = numbers.values()
  const next = () => rest.next().value!
  const nullable = (value: number) => (value === none ? null : value)
  for (const flags of rest) {
    const season = next()
    const [start, end] = [nullable(next()), nullable(next())]
    const offset = next()
    const pairs = Array.from({ length: next() }, () => ({
      episode: next(),
      others: Array.from({ length: next() }, next),
    }))
    found.push({
      kind: kinds[flags & 3]!,
      space: spaces[(flags >> 2) & 1]!,
      special: (flags & 8) !== 0,
      season: season === anySeason ? null : season,
      start,
      end,
      offset,
      pairs,
    })
  }
  return found
}
