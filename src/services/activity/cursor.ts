import { AppError } from '../../core/errors.ts'
import type { PlayPlace } from '../../model/play-store.ts'

const pattern = /^play (\d{1,16}) (\d{1,16})$/

/** A place in a list of plays, as callers get to see it. */
export function writePlayCursor({ startedAt, id }: PlayPlace): string {
  return Buffer.from(`play ${startedAt} ${id}`).toString('base64url')
}

/** Throws BAD_REQUEST for what was not given out. */
export function readPlayCursor(cursor: string, name: 'after' | 'before'): PlayPlace {
  const place = placeIn(cursor)
  if (place) return place
  throw new AppError('BAD_REQUEST', `${name} must be the cursor of a play of an earlier page.`)
}

/** Plays are named by their place. Throws BAD_REQUEST for what was not given out. */
export function readPlayId(id: string): PlayPlace {
  const place = placeIn(id)
  if (place) return place
  throw new AppError('BAD_REQUEST', 'ids must be those of plays.')
}

function placeIn(text: string): PlayPlace | null {
  const [, startedAt, id] = pattern.exec(Buffer.from(text, 'base64url').toString()) ?? []
  const place = { startedAt: Number(startedAt), id: Number(id) }
  return Number.isSafeInteger(place.startedAt) && Number.isSafeInteger(place.id) ? place : null
}
