import { animeSpaces, parseMediaId } from '../../model/media-id.ts'
import type { AddonCatalog, AddonTitle } from '../../model/addon.ts'
import type { User } from '../../model/household.ts'
import type { LibraryItem } from '../../model/library-item.ts'
import { emptyMeta } from '../../model/source-meta.ts'
import type { SourceMeta } from '../../model/source-meta.ts'
import type { CatalogSettings } from '../../model/user-data.ts'
import type { HistoryService } from '../history/service.ts'
import type { LibraryService } from '../library/service.ts'
import { anyEntry, titleKeysOf } from '../library/watched.ts'
import { aliasesOf } from '../../history/keys.ts'
import { regularEpisodes, seasonsOf } from '../../library/episodes.ts'
import type { Season } from '../../library/episodes.ts'
import { createTitle } from '../../library/title.ts'
import type { Title } from '../../library/title.ts'
import type { WatchEntry } from '../../model/watch.ts'
import { untilAborted } from '../../core/until-aborted.ts'
import { createWorkQueue } from '../../core/work-queue.ts'
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
const detailsMs = 250
const detailsAtOnce = 10

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
  const kinds = type === 'movie' ? (['movie', 'video'] as const) : (['episode'] as const)
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

type ListedRow = { readonly title: Title; readonly shown: Pick<AddonTitle, 'id' | 'type'> }

/** Whether the user has seen a film, or of a series all that has aired, as far as its details are there soon. */
export async function seenOf(
  { history }: UserRowsDeps,
  user: User,
  rows: readonly ListedRow[],
  {
    metaOf,
    signal,
  }: {
    readonly metaOf: (shown: ListedRow['shown']) => Promise<SourceMeta | null>
    readonly signal: AbortSignal
  },
): Promise<(row: ListedRow) => boolean> {
  const titleKeys = [
    ...new Set(rows.flatMap((row) => [...titleKeysOf(row.title), ...episodeKeysOf(row)])),
  ]
  if (titleKeys.length === 0) return () => false
  const entries = await history.entries(user, { ...anyEntry, played: true, titleKeys })
  const seen = new Set(
    entries.flatMap(({ kind, titleKey }) =>
      kind === 'movie' || kind === 'series' || kind === 'video' ? `${kind} ${titleKey}` : [],
    ),
  )
  const parts = Map.groupBy(
    entries.filter(({ kind }) => kind === 'episode'),
    ({ titleKey }) => titleKey,
  )
  const whole = new Set<ListedRow>()
  const queue = createWorkQueue({ slots: detailsAtOnce, waiting: rows.length })
  const late = AbortSignal.any([signal, AbortSignal.timeout(detailsMs)])
  await Promise.all(
    rows.map(async (row) => {
      const own = episodeKeysOf(row).flatMap((key) => parts.get(key) ?? [])
      if (row.title.kind !== 'series' || own.length === 0 || signal.aborted) return
      const read = queue.run(() => metaOf(row.shown), signal)
      const meta = read && (await untilAborted(read, late).catch(() => null))
      if (meta && isAllSeen(seasonsOf(meta, Date.now()), placesOf(own))) whole.add(row)
    }),
  )
  return (row) =>
    whole.has(row) || titleKeysOf(row.title).some((key) => seen.has(`${row.title.kind} ${key}`))
}

function placesOf(entries: readonly WatchEntry[]): ReadonlySet<string> {
  const played = entries.filter((entry) => entry.played)
  return new Set(played.map(({ season, episode }) => `${season} ${episode}`))
}

function isAllSeen(seasons: readonly Season[], seen: ReadonlySet<string>): boolean {
  const aired = regularEpisodes(seasons)
  return aired.length > 0 && aired.every(({ season, episode }) => seen.has(`${season} ${episode}`))
}

function episodeKeysOf({ title, shown }: ListedRow): readonly string[] {
  return shownKeysOf({ ...title.meta, id: shown.id })
}

function shownKeysOf({ id, ids }: Pick<SourceMeta, 'id' | 'ids'>): readonly string[] {
  const { space } = parseMediaId(id)
  return animeSpaces.has(space) ? [id] : [id, ...aliasesOf(id, ids)]
}

/** The title with its seen episodes marked, and itself where it was seen or no aired one is left. */
export async function markTitle(
  deps: UserRowsDeps,
  user: User,
  meta: SourceMeta,
  mark: string,
  { now, signal }: { readonly now: number; readonly signal: AbortSignal },
): Promise<SourceMeta> {
  const row = { title: createTitle(meta, () => null), shown: meta }
  const [isSeen, entries] = await Promise.all([
    seenOf(deps, user, [row], { metaOf: async () => null, signal }),
    meta.videos.length > 0 ? deps.history.episodesOf(user, shownKeysOf(meta)) : [],
  ])
  const seen = placesOf(entries)
  const isPartSeen = ({ season, episode }: SourceMeta['videos'][number]): boolean =>
    seen.has(`${season ?? 1} ${episode}`)
  const isWhole = isSeen(row) || isAllSeen(seasonsOf(meta, now), seen)
  return {
    ...meta,
    name: isWhole ? `${mark} ${meta.name}` : meta.name,
    videos: meta.videos.map((video) =>
      isPartSeen(video)
        ? { ...video, title: `${mark} ${video.title ?? `Episode ${video.episode}`}` }
        : video,
    ),
  }
}
