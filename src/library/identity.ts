import { formatMediaId, parseMediaId } from '../model/media-id.ts'
import type { IdSpace, MediaId } from '../model/media-id.ts'
import type { SourceMeta } from '../model/source-meta.ts'
import { spaceOfType } from './kind.ts'

export type Identity = {
  /** Upstream id that the title is asked for with; its history is kept under it. */
  readonly key: string
  readonly space: IdSpace
  /** Within the space; null where the title has only a text. */
  readonly number: number | null
  /** Distinguishes the title; stored for titles without a number. */
  readonly text: string
}

const largest = 0xffffffff

/** The whole title of a part or of another database's entry; null: itself. */
export type SameTitle = (id: MediaId, type: string) => MediaId | null

/** By its IMDb id, else by its own id. */
export function identityOf(
  { id, type, ids }: Pick<SourceMeta, 'id' | 'type' | 'ids'>,
  sameTitle: SameTitle,
): Identity {
  const own = parseMediaId(id)
  const whole = own.season === null && own.episode === null
  if (ids.imdb && own.space !== 'imdb' && !partial(own))
    return numbered('imdb', ids.imdb, type) ?? named(id, type)
  const same = whole ? sameTitle(own, type) : null
  const known = same ?? (whole && own.space !== 'opaque' ? own : null)
  return (known && numbered(known.space, known.value, type)) ?? named(id, type)
}

/** Anime databases list seasons as titles of their own, all with one IMDb id. */
function partial({ space }: MediaId): boolean {
  return space === 'kitsu' || space === 'mal' || space === 'anilist' || space === 'anidb'
}

function numbered(space: IdSpace, value: string, type: string): Identity | null {
  const number = Number(space === 'imdb' ? value.slice(2) : value)
  const key = keyOfNumber(space, number)
  const written = formatMediaId({ space, value, season: null, episode: null })
  // A number spelled differently than ours would lead elsewhere.
  if (!Number.isInteger(number) || number > largest || key !== written) return null
  return numberedIdentity(space, number, spaceOfType(type))
}

export function numberedIdentity(
  space: IdSpace,
  number: number,
  titleSpace: 'movie' | 'series',
): Identity {
  const key = keyOfNumber(space, number)
  // These give a film and a series the same number.
  const isShared = space === 'tmdb' || space === 'tvdb'
  return { key, space, number, text: isShared ? `${titleSpace} ${key}` : key }
}

function named(id: string, type: string): Identity {
  return { key: id, space: 'opaque', number: null, text: `${type} ${id}` }
}

export function keyOfNumber(space: IdSpace, number: number): string {
  return space === 'imdb' ? `tt${String(number).padStart(7, '0')}` : `${space}:${number}`
}
