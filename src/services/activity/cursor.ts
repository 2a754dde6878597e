import { readCursor, writeCursor } from '../../core/cursor.ts'
import { AppError } from '../../core/errors.ts'
import type { PlayPlace } from '../../model/play-store.ts'

export function writePlayCursor({ startedAt, id }: PlayPlace): string {
  return writeCursor('play', startedAt, id)
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
  const [startedAt, id] = readCursor('play', text) ?? []
  return startedAt === undefined || id === undefined ? null : { startedAt, id }
}
