import { AppError } from '../core/errors.ts'
import { animeIdTypes } from './anime.ts'
import type { AnimeIdType, AnimeQuery } from './anime.ts'

export type AnimeQueryInput = {
  readonly idType?: unknown
  readonly idValue?: unknown
  readonly season?: unknown
  readonly episode?: unknown
}

/** Throws BAD_REQUEST for what cannot be an id; the message says what is allowed. */
export function readAnimeQuery(input: unknown): AnimeQuery {
  if (typeof input !== 'object' || input === null) {
    throw new AppError('BAD_REQUEST', 'a query must be an object with idType and idValue')
  }
  const { idType, idValue, season, episode }: AnimeQueryInput = input
  return {
    idType: readIdType(idType),
    idValue: readIdValue(idValue),
    season: readCount('season', season),
    episode: readCount('episode', episode),
  }
}

export function readIdType(value: unknown): AnimeIdType {
  if (known.has(value)) return value as AnimeIdType
  throw new AppError(
    'BAD_REQUEST',
    `idType is invalid: it must be one of ${animeIdTypes.join(', ')}`,
  )
}

const known: ReadonlySet<unknown> = new Set(animeIdTypes)

function readIdValue(value: unknown): string | number {
  if (typeof value === 'number' || (typeof value === 'string' && value !== '')) return value
  throw new AppError('BAD_REQUEST', 'idValue is required: it must be a text or a number')
}

function readCount(name: 'season' | 'episode', value: unknown): number | null {
  if (value === undefined || value === null) return null
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value
  if (Number.isSafeInteger(number) && (number as number) >= 0) return number as number
  throw new AppError('BAD_REQUEST', `${name} must be a whole number from 0`)
}
