import type { IdSpace } from './media-id.ts'

/** What an id of the media server can stand for. */
export const refKinds = [
  'user',
  'library',
  'movie',
  'series',
  'season',
  'episode',
  'video',
  'collection',
  'genre',
  'studio',
  'person',
  'year',
  'version',
  'playlist',
] as const

export type RefKind = (typeof refKinds)[number]

/** What is listed and opened like a title. */
export type ItemKind = Exclude<RefKind, 'user' | 'version'>

/** What titles have in common and lists go by. */
export const nameKinds = ['genre', 'studio', 'person', 'year'] as const

export type NameKind = (typeof nameKinds)[number]

export const itemKinds = refKinds.filter(
  (kind): kind is ItemKind => kind !== 'user' && kind !== 'version',
)

const playableKinds: ReadonlySet<string> = new Set(['movie', 'episode', 'video'])

/** Whether there may be versions of it. */
export function isPlayableKind(kind: RefKind): boolean {
  return playableKinds.has(kind)
}

const folders: ReadonlySet<ItemKind> = new Set([
  'library',
  'series',
  'season',
  'collection',
  'playlist',
])

/** Whether something holds other items. */
export function isFolder(kind: ItemKind): boolean {
  return folders.has(kind)
}

/**
 * What the 32 hexadecimal digits of an id say, once decrypted. A season or an episode carries the number of its
 * series; `number` is that of the id space, or of a stored name where the space is `opaque`.
 */
export type ItemRef = {
  /** Number of the configuration that the id belongs to. */
  readonly configuration: number
  readonly kind: RefKind
  readonly space: IdSpace
  /** 0 to 4,294,967,295. */
  readonly number: number
  /** 0 to 4,095; null but for seasons, episodes and versions of episodes. */
  readonly season: number | null
  readonly episode: number | null
  /** Tells the versions of one item apart: 32 bits; 0 for everything else. */
  readonly version: number
}

/** Whether two ids of one configuration stand for the same item. */
export function isSameRef(a: ItemRef, b: ItemRef): boolean {
  return (
    a.kind === b.kind &&
    a.space === b.space &&
    a.number === b.number &&
    a.season === b.season &&
    a.episode === b.episode
  )
}
