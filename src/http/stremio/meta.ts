import type {
  AddonTitleFieldsFragment,
  AddonTitleQuery,
  PersonRole,
} from '../documents/documents.ts'
import type { PictureAddress } from './pictures.ts'
import { compact } from './stream.ts'

type Title = AddonTitleFieldsFragment
type Whole = NonNullable<AddonTitleQuery['addonTitle']>

export function previewOf(title: Title, pictureAddress: PictureAddress) {
  const trailers = trailersOf(title)
  return compact({
    id: title.id,
    type: title.type,
    name: title.name,
    description: title.description,
    poster: pictureAddress('poster', title.poster),
    posterShape: shapeOf(title.posterRatio),
    background: pictureAddress('background', title.background),
    logo: pictureAddress('logo', title.logo),
    releaseInfo: releaseInfoOf(title),
    released: title.released,
    runtime: title.runtime === null ? null : `${title.runtime} min`,
    imdbRating: title.rating === null ? null : String(title.rating),
    genres: title.genres,
    trailers: trailers.map(({ ytId }) => ({ source: ytId, type: 'Trailer' })),
    trailerStreams: trailers,
    links: linksOf(title),
    behaviorHints: title.defaultVideoId === null ? null : { defaultVideoId: title.defaultVideoId },
  })
}

export function metaOf(title: Whole, pictureAddress: PictureAddress) {
  const preview = previewOf(title, pictureAddress)
  const hints = { ...preview.behaviorHints, hasScheduledVideos: title.hasScheduledVideos }
  return compact({
    ...preview,
    links: [...linksOf(title), ...title.links],
    behaviorHints: Object.keys(compact(hints)).length > 0 ? compact(hints) : null,
    cast: namesOf(title, 'ACTOR'),
    director: namesOf(title, 'DIRECTOR'),
    writer: namesOf(title, 'WRITER'),
    country: title.countries.join(', ') || null,
    certification: title.certification,
    videos: title.videos.map((video) =>
      compact({
        id: video.id,
        title: video.title ?? (video.episode === null ? video.id : `Episode ${video.episode}`),
        season: video.season,
        episode: video.episode,
        released: video.released,
        overview: video.overview,
        thumbnail: pictureAddress('still', video.thumbnail),
      }),
    ),
  })
}

/** Players assume a poster of 2 to 3. */
function shapeOf(ratio: number | null): string | null {
  if (ratio === null || ratio < 0.9) return null
  return ratio < 1.3 ? 'square' : 'landscape'
}

function releaseInfoOf({ year, endYear, continuing, type }: Title): string | null {
  if (year === null) return null
  if (type === 'movie' || endYear === year) return String(year)
  if (endYear !== null) return `${year}-${endYear}`
  return continuing === true ? `${year}-` : String(year)
}

function trailersOf({ trailers, name }: Title) {
  return trailers.flatMap((address) => {
    const ytId = /^https:\/\/www\.youtube\.com\/watch\?v=([\w-]{11})$/.exec(address)?.[1]
    return ytId === undefined ? [] : { title: name, ytId }
  })
}

function namesOf({ people }: Title, role: PersonRole): readonly string[] {
  return people.filter(({ type }) => type === role).map(({ name }) => name)
}

const categories = [
  ['Cast', 'ACTOR'],
  ['Directors', 'DIRECTOR'],
  ['Writers', 'WRITER'],
] as const

function linksTo(title: Title, [category, role]: (typeof categories)[number]) {
  return namesOf(title, role).map((name) => ({
    name,
    category: category as string,
    url: `stremio:///search?search=${encodeURIComponent(name.toWellFormed())}`,
  }))
}

/** Players look for other titles of a person with them. */
function linksOf(title: Title) {
  const people = title.people.length === 0 ? [] : categories.flatMap((own) => linksTo(title, own))
  if (title.rating === null || !/^tt\d+$/.test(title.id)) return people
  const url = `https://imdb.com/title/${title.id}`
  return [{ name: String(title.rating), category: 'imdb', url }, ...people]
}
