import type { ImportedPart } from '../../../model/history-store.ts'
import { count, list, oneOf, orNothing, shape, text, time, whole, yesOrNo } from './checks.ts'
import type { FileEntry, FileUser } from './messages.ts'

const address = orNothing(text(1_000, 0))

type ExportedEntry = {
  readonly userId: string
  readonly itemKey: string
  readonly titleKey: string
  readonly aliases?: readonly string[] | null
  readonly kind: ImportedPart['kind']
  readonly season?: number | null
  readonly episode?: number | null
  readonly played: boolean
  readonly playCount: number
  readonly positionMs: number
  readonly durationMs?: number | null
  readonly favorite: boolean
  readonly likes?: boolean | null
  readonly lastPlayedAt?: number | null
  readonly origin: ImportedPart['origin']
  readonly tracker?: string | null
  readonly item: {
    readonly Name: string
    readonly SeriesName?: string | null
    readonly ProductionYear?: number | null
  }
  readonly about: {
    readonly mediaType: string
    readonly runtimeMs?: number | null
    readonly primary?: string | null
    readonly backdrop?: string | null
    readonly seriesPrimary?: string | null
  }
}

const checkEntry = shape({
  userId: text(100),
  itemKey: text(2_000),
  titleKey: text(2_000),
  aliases: orNothing(list(20, text(300))),
  kind: oneOf('movie', 'series', 'season', 'episode', 'video'),
  season: orNothing(count),
  episode: orNothing(count),
  played: yesOrNo,
  playCount: count,
  positionMs: time,
  durationMs: orNothing(time),
  favorite: yesOrNo,
  likes: orNothing(yesOrNo),
  lastPlayedAt: orNothing(time),
  origin: oneOf('local', 'import'),
  tracker: orNothing(text(100, 0)),
  item: shape({
    Name: text(300, 0),
    SeriesName: orNothing(text(300, 0)),
    ProductionYear: orNothing(whole(Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER)),
  }),
  about: shape({
    mediaType: text(300, 0),
    runtimeMs: orNothing(time),
    primary: address,
    backdrop: address,
    seriesPrimary: address,
  }),
})

const checkUsers = list(1_000, shape({ id: text(100), name: text(1_000, 0), own: yesOrNo }))

export function readUsers(value: unknown): readonly FileUser[] {
  if (!checkUsers(value)) return []
  return (value as FileUser[]).map(({ id, name, own }) => ({ id, name, own }))
}

export function readEntry(value: unknown): FileEntry | null {
  if (!checkEntry(value)) return null
  const data = value as ExportedEntry
  const { item, about } = data
  const part: ImportedPart = {
    itemKey: data.itemKey,
    titleKey: data.titleKey,
    aliases: data.aliases ?? [],
    kind: data.kind,
    season: data.season ?? null,
    episode: data.episode ?? null,
    item: {
      name: item.Name,
      mediaType: about.mediaType,
      year: item.ProductionYear ?? null,
      seriesName: item.SeriesName ?? null,
      runtimeMs: about.runtimeMs ?? null,
      primary: about.primary ?? null,
      backdrop: about.backdrop ?? null,
      seriesPrimary: about.seriesPrimary ?? null,
    },
    played: data.played,
    playCount: data.playCount,
    positionMs: data.positionMs,
    durationMs: data.durationMs ?? null,
    favorite: data.favorite,
    likes: data.likes ?? null,
    at: data.lastPlayedAt ?? null,
    origin: data.origin,
    tracker: data.tracker ?? null,
    link: null,
  }
  return { userId: data.userId, part }
}
