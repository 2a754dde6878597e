import { folded } from '../core/folded-text.ts'
import { formatMediaId, parseMediaId } from '../model/media-id.ts'
import type { MediaId } from '../model/media-id.ts'
import type { SourceVideo } from '../model/source-meta.ts'

const dayMs = 86_400_000
/** Sources write the day of another time zone or country. */
const sameDateMs = 3 * dayMs
const maxVideos = 20_000

/**
 * The episodes of both, by season and episode; each is completed by its other one. What the second numbers differently is
 * not there twice: those of its episodes that the first has under another number or none are left out, all where that is most.
 * `isPlaced`: its numbers are the first one's for certain.
 */
export function mergeVideos(
  first: readonly SourceVideo[],
  second: readonly SourceVideo[],
  isPlaced = false,
): readonly SourceVideo[] {
  if (first.length === 0 || second.length === 0) return first.length === 0 ? second : first
  const [own, others] = [byPlace(first), byPlace(second)]
  const pairs = [...own].flatMap(([place, video]) => {
    const other = others.get(place)
    return other ? [{ video, other }] : []
  })
  const same = pairs.filter(({ video, other }) => isPlaced || isOneEpisode(video, other))
  const completing = new Map(same.map(({ video, other }) => [video, other]))
  const missing = [...others].flatMap(([place, video]) => (own.has(place) ? [] : [video]))
  const unmatched = [...own].flatMap(([place, video]) => (others.has(place) ? [] : [video]))
  const unnumbered = first.filter((video) => placeOf(video) === null)
  const isNumberedAlike = same.length * 2 >= pairs.length
  const regular = own.size === 0 ? unnumbered : unmatched.filter(({ season }) => season !== 0)
  const added =
    isPlaced && own.size > 0
      ? missing
      : isNumberedAlike
        ? newVideos([...unmatched, ...unnumbered], regular.length > 0, missing)
        : []
  const write = idWriter(first)
  return [
    ...first.map((video) => filledVideo(video, completing.get(video))),
    ...added.map((video) => ({ ...video, id: write(video) })),
  ].slice(0, maxVideos)
}

function placeOf({ season, episode }: SourceVideo): string | null {
  return episode === null ? null : `${season ?? 1}:${episode}`
}

function byPlace(videos: readonly SourceVideo[]): ReadonlyMap<string, SourceVideo> {
  const places = new Map<string, SourceVideo>()
  for (const video of videos) {
    const place = placeOf(video)
    if (place !== null && !places.has(place)) places.set(place, video)
  }
  return places
}

function isOneEpisode({ released }: SourceVideo, other: SourceVideo): boolean {
  if (released === null || other.released === null) return true
  return Math.abs(released - other.released) <= sameDateMs
}

function filledVideo(video: SourceVideo, other: SourceVideo | undefined): SourceVideo {
  if (!other) return video
  return {
    ...other,
    ...video,
    title: video.title ?? other.title,
    released: video.released ?? other.released,
    overview: video.overview ?? other.overview,
    thumbnail: video.thumbnail ?? other.thumbnail,
    runtime: video.runtime ?? other.runtime,
  }
}

/** `unmatched`: of the first, under numbers that the second does not have. `isCautious`: only what is surely none of them is new. */
function newVideos(
  unmatched: readonly SourceVideo[],
  isCautious: boolean,
  missing: readonly SourceVideo[],
): readonly SourceVideo[] {
  const days = new Set(unmatched.flatMap(({ released }) => released ?? []).map(dayOf))
  const titles = new Set(unmatched.flatMap(({ title }) => distinctTitle(title) ?? []))
  const isKnown = ({ released, title }: SourceVideo): boolean => {
    const day = released === null ? null : dayOf(released)
    const distinct = distinctTitle(title)
    return (
      (day !== null && [day - 1, day, day + 1].some((near) => days.has(near))) ||
      (distinct !== null && titles.has(distinct))
    )
  }
  const isComparable = ({ released, title }: SourceVideo): boolean =>
    (released !== null && days.size > 0) || (distinctTitle(title) !== null && titles.size > 0)
  const found = missing.filter((video) => !isKnown(video) && (!isCautious || isComparable(video)))
  return found.length * 2 < missing.length ? [] : found
}

function dayOf(released: number): number {
  return Math.floor(released / dayMs)
}

/** Null for one such as `Episode 7`, which many have. */
function distinctTitle(title: string | null): string | null {
  return title === null || /^(?:\p{L}+\.?\s*)?#?[\d.:]+$/u.test(title.trim()) ? null : folded(title)
}

/** Writes ids as the first answer does, by which episodes are known from then on. */
function idWriter(videos: readonly SourceVideo[]): (video: SourceVideo) => string {
  const model = videos.map(asNumbered).find((id) => id !== null)
  return ({ id, season, episode }) => {
    const own = parseMediaId(id)
    if (!model || (own.space === model.space && own.value === model.value)) return id
    const { space, value } = model
    return formatMediaId({ space, value, season: season ?? 1, episode })
  }
}

function asNumbered({ id, season, episode }: SourceVideo): MediaId | null {
  const own = parseMediaId(id)
  const isNumbered = own.space !== 'opaque' && own.season !== null && own.season === season
  return isNumbered && own.episode === episode ? own : null
}
