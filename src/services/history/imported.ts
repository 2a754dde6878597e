import { formatMediaId, parseMediaId } from '../../model/media-id.ts'
import type { IdSpace, MediaId } from '../../model/media-id.ts'
import type { ImportedPart, ImportedPlay } from '../../model/history-store.ts'
import type { IdTranslator } from '../../model/id-translator.ts'
import type { ImportedEntry, TitleIds } from '../../model/tracker.ts'
import { aliasesOf } from '../../history/keys.ts'

/** Best known first: titles are stored under the ids that most sources know. */
const spaces = [
  'imdb',
  'tmdb',
  'tvdb',
  'kitsu',
  'mal',
  'anilist',
  'anidb',
  'opaque',
] as const satisfies readonly IdSpace[]
const wanted = ['imdb', 'kitsu'] as const
const translatedSpaces: ReadonlySet<IdSpace> = new Set(['mal', 'anilist', 'anidb', 'kitsu'])
const largestNumber = 100_000
const mostPlays = 1_000_000

export type PartOf = ReturnType<typeof createImportedParts>

/** Gives imported plays the keys of the history. Null for entries without a usable id. */
export function createImportedParts(translators: readonly IdTranslator[]) {
  /** Anime entries number their episodes per season, but most sources know the whole series. */
  async function translated(id: MediaId, mediaType: string): Promise<MediaId> {
    if (!translatedSpaces.has(id.space)) return id
    for (const translator of translators) {
      const found = await translator.translate(id, mediaType, wanted)
      const best = wanted.flatMap((space) => found.find((one) => one.space === space) ?? [])[0]
      if (best) return best
    }
    return id
  }

  return async function partOf(
    entry: ImportedEntry,
    { origin, tracker, link }: Pick<ImportedPart, 'origin' | 'tracker' | 'link'>,
  ): Promise<ImportedPart | null> {
    const own = idOf(entry.ids)
    if (!own || !isNumbered(entry)) return null
    const mediaType = entry.kind === 'movie' ? 'movie' : 'series'
    const { season, episode } = entry
    const id = await translated(
      { ...own, raw: own.raw, season: entry.kind === 'episode' ? season : null, episode },
      mediaType,
    )
    const titleKey = formatMediaId({ ...id, season: null, episode: null })
    const isEpisode = entry.kind === 'episode'
    return {
      itemKey: isEpisode
        ? formatMediaId({ ...id, raw: `${own.raw}:${season}:${episode}` })
        : titleKey,
      titleKey,
      aliases: aliasesOf(titleKey, entry.ids),
      kind: entry.kind,
      season: isEpisode ? (id.season ?? season ?? 1) : null,
      episode: isEpisode ? (id.episode ?? episode) : null,
      item: {
        name: isEpisode ? `Episode ${id.episode ?? episode}` : (entry.name ?? titleKey),
        mediaType,
        year: isEpisode ? null : entry.year,
        seriesName: isEpisode ? (entry.name ?? titleKey) : null,
        runtimeMs: entry.durationMs,
        primary: null,
        backdrop: null,
        seriesPrimary: null,
      },
      played: entry.played,
      playCount: Math.min(entry.playCount, mostPlays),
      positionMs: entry.positionMs,
      durationMs: entry.durationMs,
      favorite: entry.favorite,
      likes: entry.likes,
      at: entry.at,
      origin,
      tracker,
      link,
    }
  }
}

/** The single plays that entries with dates stand for. Dates that have not come are none. */
export async function datedPlays(
  partOf: PartOf,
  entries: readonly ImportedEntry[],
  from: Pick<ImportedPart, 'origin' | 'tracker' | 'link'>,
): Promise<readonly Omit<ImportedPlay, 'profileId'>[]> {
  const now = Date.now()
  const plays: Omit<ImportedPlay, 'profileId'>[] = []
  for (const entry of entries) {
    const hasBeen = entry.at !== null && entry.at <= now
    const part = hasBeen ? await partOf(entry, from) : null
    const play = part && playOfPart(part)
    if (play) plays.push(play)
  }
  return plays
}

/** The one play that a part with a date stands for; null: it has no date. */
export function playOfPart(part: ImportedPart): Omit<ImportedPlay, 'profileId'> | null {
  const { at, durationMs, itemKey, titleKey, aliases, kind, season, episode } = part
  // Trakt dates what was watched at an unknown time 1970.
  if (at === null || at <= 0) return null
  const watchedMs = durationMs ?? 0
  return {
    itemKey,
    titleKey,
    aliases,
    kind,
    season,
    episode,
    startedAt: at,
    endedAt: at + watchedMs,
    watchedMs,
    firstPositionMs: null,
    lastPositionMs: null,
    durationMs,
    finished: true,
    deviceId: null,
    deviceName: null,
    client: null,
    versionMark: null,
    versionName: null,
    resolution: null,
    source: null,
    service: null,
    delivery: null,
    origin: part.origin,
    tracker: part.tracker,
  }
}

function idOf(ids: TitleIds): MediaId | null {
  for (const space of spaces) {
    const value = ids[space]
    if (!value) continue
    if (space === 'opaque') return { ...parseMediaId(value), season: null, episode: null }
    const raw = formatMediaId({ space, value, season: null, episode: null })
    const parsed = parseMediaId(raw)
    // An id that does not survive parsing is not one of that space.
    if (parsed.space === space && parsed.value === value) return parsed
  }
  return null
}

function isNumbered({ kind, season, episode }: ImportedEntry): boolean {
  if (kind !== 'episode') return true
  const isNumber = (value: number | null): boolean =>
    value === null || (Number.isInteger(value) && value >= 0 && value < largestNumber)
  return episode !== null && isNumber(episode) && isNumber(season)
}
