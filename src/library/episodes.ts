import type { SourceMeta, SourceVideo } from '../model/source-meta.ts'

export type Episode = {
  readonly video: SourceVideo
  readonly season: number
  readonly episode: number
  readonly aired: boolean
}

export type Season = { readonly number: number; readonly episodes: readonly Episode[] }

const largest = 4_094

export function seasonsOf({ videos, continuing }: SourceMeta, now: number): readonly Season[] {
  const seasons = new Map<number, Map<number, SourceVideo>>()
  const unnumbered: SourceVideo[] = []
  for (const video of videos) {
    const { season, episode } = video
    if (episode === null) unnumbered.push(video)
    else put(seasons, season ?? 1, episode, video)
  }
  // Videos of a channel have no numbers: they are counted from the oldest on.
  const rest = unnumbered.toSorted((a, b) => (a.released ?? 0) - (b.released ?? 0))
  const first = rest.length > 0 ? 1 + Math.max(0, ...(seasons.get(1)?.keys() ?? [])) : 0
  for (const [index, video] of rest.entries()) put(seasons, 1, first + index, video)

  const latest = latestAired(videos, now)
  return [...seasons]
    .sort(([a], [b]) => a - b)
    .map(([number, episodes]) => ({
      number,
      episodes: [...episodes]
        .sort(([a], [b]) => a - b)
        .map(([episode, video]) => ({
          video,
          season: number,
          episode,
          aired: isAired(video, number * 10_000 + episode, latest, continuing, now),
        })),
    }))
}

function put(
  seasons: Map<number, Map<number, SourceVideo>>,
  season: number,
  episode: number,
  video: SourceVideo,
): void {
  if (season > largest || episode > largest) return
  const episodes = seasons.get(season) ?? new Map<number, SourceVideo>()
  seasons.set(season, episodes)
  if (!episodes.has(episode)) episodes.set(episode, video)
}

/** 0 where no dates are known. */
function latestAired(videos: readonly SourceVideo[], now: number): number {
  let latest = 0
  for (const { season, episode, released } of videos) {
    if (released === null || released > now || episode === null) continue
    latest = Math.max(latest, (season ?? 1) * 10_000 + episode)
  }
  return latest
}

/** Without a date, an episode counts as aired if nothing has dates, the series has ended, or a later one aired. */
function isAired(
  { released }: SourceVideo,
  place: number,
  latest: number,
  continuing: boolean | null,
  now: number,
): boolean {
  if (released !== null) return released <= now
  return latest === 0 || continuing === false || place < latest || place < 10_000
}

/** Aired episodes without specials. */
export function regularEpisodes(seasons: readonly Season[]): readonly Episode[] {
  return seasons.flatMap(({ number, episodes }) =>
    number === 0 ? [] : episodes.filter(({ aired }) => aired),
  )
}
