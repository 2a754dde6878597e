import type { IdSpace } from './media-id.ts'

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
  'set',
] as const

export type RefKind = (typeof refKinds)[number]

/** A `set` is a collection that sources name; as an item it is a collection. */
export type ItemKind = Exclude<RefKind, 'user' | 'version' | 'set'>

export const nameKinds = ['genre', 'studio', 'person', 'year'] as const

export type NameKind = (typeof nameKinds)[number]

export const itemKinds = refKinds.filter(
  (kind): kind is ItemKind => kind !== 'user' && kind !== 'version' && kind !== 'set',
)

/** As the Jellyfin API and files of history call them. */
export const typeNames = {
  library: 'CollectionFolder',
  movie: 'Movie',
  series: 'Series',
  season: 'Season',
  episode: 'Episode',
  video: 'Video',
  version: 'Video',
  collection: 'BoxSet',
  set: 'BoxSet',
  genre: 'Genre',
  studio: 'Studio',
  person: 'Person',
  year: 'Year',
  playlist: 'Playlist',
} as const satisfies Record<Exclude<RefKind, 'user'>, string>

const playableKinds: ReadonlySet<string> = new Set(['movie', 'episode', 'video'])

export function isPlayableKind(kind: RefKind): boolean {
  return playableKinds.has(kind)
}

const watchedKinds = ['movie', 'video', 'series', 'season', 'episode'] as const

export function isWatchedKind(kind: RefKind): kind is (typeof watchedKinds)[number] {
  return (watchedKinds as readonly RefKind[]).includes(kind)
}

const folders: ReadonlySet<ItemKind> = new Set([
  'library',
  'series',
  'season',
  'collection',
  'playlist',
])

export function isFolder(kind: ItemKind): boolean {
  return folders.has(kind)
}

/**
 * What an id's 32 digits hold once decrypted. Seasons and episodes carry their series' number; in the space `opaque`
 * `number` is that of a stored name.
 */
export type ItemRef = {
  readonly configuration: number
  readonly kind: RefKind
  readonly space: IdSpace
  /** 0 to 4,294,967,295. */
  readonly number: number
  /** 0 to 4,095; null except for seasons, episodes and versions of episodes. */
  readonly season: number | null
  readonly episode: number | null
  /** Distinguishes the versions of one item; 32 bits, 0 for everything else. */
  readonly version: number
}

export function isSameRef(a: ItemRef, b: ItemRef): boolean {
  return (
    a.kind === b.kind &&
    a.space === b.space &&
    a.number === b.number &&
    a.season === b.season &&
    a.episode === b.episode
  )
}
