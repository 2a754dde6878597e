import { formatMediaId, parseMediaId } from '../model/media-id.ts'
import type { IdSpace, MediaId } from '../model/media-id.ts'
import type { SourceMeta } from '../model/source-meta.ts'
import { spaceOfType } from './kind.ts'

/** What makes a title one and the same in all sources. */
export type Identity = {
  /** Upstream id that stands for the title: it is asked for by it, and its history is kept under it. */
  readonly key: string
  readonly space: IdSpace
  /** Within the space; null where the title has only a text of its own. */
  readonly number: number | null
  /** What tells the title apart from all others, and is stored for those without a number. */
  readonly text: string
}

const largest = 0xffffffff

/** The whole title that a part or another database's entry stands for; null where it stands for itself. */
export type SameTitle = (id: MediaId, type: string) => MediaId | null

/** By its IMDb id where it has one, else by the id space of its own id. */
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

/** Anime databases list the seasons of a series as titles of their own, all with the same IMDb id. */
function partial({ space }: MediaId): boolean {
  return space === 'kitsu' || space === 'mal' || space === 'anilist' || space === 'anidb'
}

function numbered(space: IdSpace, value: string, type: string): Identity | null {
  const number = Number(space === 'imdb' ? value.slice(2) : value)
  const key = keyOfNumber(space, number)
  const written = formatMediaId({ space, value, season: null, episode: null })
  // A number that is written in another way than we write it would lead elsewhere.
  if (!Number.isInteger(number) || number > largest || key !== written) return null
  return numberedIdentity(space, number, spaceOfType(type))
}

/** Of a number of a space. */
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

/** The upstream id of a number of a space. */
export function keyOfNumber(space: IdSpace, number: number): string {
  return space === 'imdb' ? `tt${String(number).padStart(7, '0')}` : `${space}:${number}`
}

/** What the stored text of a title without a number says. */
export function readNamed(text: string): { readonly type: string; readonly id: string } {
  const space = text.indexOf(' ')
  return { type: text.slice(0, space), id: text.slice(space + 1) }
}
