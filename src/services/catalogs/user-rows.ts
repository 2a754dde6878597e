import { animeSpaces, parseMediaId } from '../../model/media-id.ts'
import type { AddonCatalog, AddonTitle } from '../../model/addon.ts'
import type { User } from '../../model/household.ts'
import type { LibraryItem } from '../../model/library-item.ts'
import { emptyMeta } from '../../model/source-meta.ts'
import type { SourceMeta } from '../../model/source-meta.ts'
import type { CatalogSettings } from '../../model/user-data.ts'
import type { HistoryService } from '../history/service.ts'
import type { LibraryService } from '../library/service.ts'
import { anyEntry } from '../library/watched.ts'
import { aliasesOf } from '../../history/keys.ts'
import type { Title } from '../../library/title.ts'
import { pageSize } from './lists.ts'

export type UserRowsDeps = {
  readonly library: Pick<
    LibraryService,
    'resume' | 'nextUp' | 'isLimited' | 'visibleTitles' | 'maySee' | 'genresLeft'
  >
  readonly history: Pick<HistoryService, 'entries' | 'episodesOf'>
}

const row = { genres: [], genreRequired: false, isSearch: false }
// A dot, so that no id of a merged catalog is the same.
const films = { ...row, type: 'movie', id: 'user.continue', name: 'Continue watching' }
const series = { ...films, type: 'series' }
const nextUp = { ...row, type: 'series', id: 'user.next', name: 'Next up' }
/** Episodes of one series may be begun side by side. */
const mostBegun = 300

export function userRowsOf(settings: CatalogSettings): readonly AddonCatalog[] {
  const { continueWatching = true, nextUp: next = true } = settings
  return [...(continueWatching ? [films, series] : []), ...(next ? [nextUp] : [])]
}

/** Null where it is no row of a user's. The latest come first, each series once. */
export async function userRow(
  { library }: UserRowsDeps,
  user: User,
  { type, id, skip }: { readonly type: string; readonly id: string; readonly skip: number },
  signal: AbortSignal,
): Promise<readonly AddonTitle[] | null> {
  const known = userRowsOf(user.userData.catalogs ?? {})
  if (!known.some((own) => own.id === id && own.type === type)) return null
  const items =
    id === nextUp.id
      ? await library.nextUp(user, { ...everySeries, start: 0, limit: mostBegun }, { signal })
      : await library.resume(user, begun(type), { signal })
  const titles = new Map<string, AddonTitle>()
  for (const item of items.items) {
    const title = rowTitle(item)
    if (!titles.has(title.id)) titles.set(title.id, title)
  }
  return [...titles.values()].slice(skip, skip + pageSize)
}

const everySeries = { series: null, parent: null, since: null, resumable: false }

function begun(type: string) {
  const kinds = type === 'movie' ? (['movie'] as const) : (['episode'] as const)
  return { parent: null, kinds, excludeKinds: [], search: null, start: 0, limit: mostBegun }
}

function rowTitle(item: LibraryItem): AddonTitle {
  const { key, kind, name, season, episode, images, overview, year } = item
  const whole = item.series
  const place = season !== null && episode !== null ? ` S${season}E${episode}` : ''
  return {
    ...emptyMeta,
    id: whole?.key ?? key,
    type: kind === 'movie' ? 'movie' : item.mediaType,
    name: whole ? `${whole.name}${place}` : name,
    description: whole ? [name, overview].filter(Boolean).join('\n') : overview,
    year: whole ? whole.year : year,
    rating: item.rating,
    genres: item.genres.map((genre) => genre.name),
    poster: whole?.images.primary ?? images.primary,
    background: images.backdrop ?? whole?.images.backdrop ?? null,
    logo: whole?.images.logo ?? images.logo,
    defaultVideoId: key,
  }
}

/** Whether the user has seen a film, or has marked a whole series. */
export async function seenOf(
  { history }: UserRowsDeps,
  user: User,
  titles: readonly Title[],
): Promise<(title: Title) => boolean> {
  const titleKeys = [...new Set(titles.flatMap(keysOf))]
  if (titleKeys.length === 0) return () => false
  const entries = await history.entries(user, { ...anyEntry, played: true, titleKeys })
  const seen = new Set(
    entries.flatMap(({ kind, titleKey }) =>
      kind === 'movie' || kind === 'series' || kind === 'video' ? `${kind} ${titleKey}` : [],
    ),
  )
  return (title) => keysOf(title).some((key) => seen.has(`${title.kind} ${key}`))
}

function keysOf({ identity: { key }, meta: { ids } }: Title): readonly string[] {
  return [key, ...aliasesOf(key, ids)]
}

/** The title with its seen episodes marked, and itself if no aired one is left. */
export async function markEpisodes(
  { history }: UserRowsDeps,
  user: User,
  meta: SourceMeta,
  mark: string,
  now: number,
): Promise<SourceMeta> {
  const { space } = parseMediaId(meta.id)
  const others = animeSpaces.has(space) ? [] : aliasesOf(meta.id, meta.ids)
  const entries = await history.episodesOf(user, [meta.id, ...others])
  const seen = new Set(
    entries.filter(({ played }) => played).map(({ season, episode }) => `${season} ${episode}`),
  )
  if (seen.size === 0) return meta
  const isSeen = ({ season, episode }: SourceMeta['videos'][number]): boolean =>
    seen.has(`${season ?? 1} ${episode}`)
  const aired = meta.videos.filter(
    ({ season, released }) => season !== 0 && (released === null || released <= now),
  )
  return {
    ...meta,
    name: aired.length > 0 && aired.every(isSeen) ? `${mark} ${meta.name}` : meta.name,
    videos: meta.videos.map((video) =>
      isSeen(video)
        ? { ...video, title: `${mark} ${video.title ?? `Episode ${video.episode}`}` }
        : video,
    ),
  }
}
