import { AppError } from '../../core/errors.ts'
import type { HistoryPlace } from '../../model/history-store.ts'

const pattern = /^history (\d{1,16}) (\d{1,16})$/

export function writeCursor({ sortAt, rowId }: HistoryPlace): string {
  return Buffer.from(`history ${sortAt} ${rowId}`).toString('base64url')
}

/** Throws BAD_REQUEST for text that is not a cursor. */
export function readCursor(cursor: string, name: 'after' | 'before'): HistoryPlace {
  const [, sortAt, rowId] = pattern.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  const place = { sortAt: Number(sortAt), rowId: Number(rowId) }
  if (Number.isSafeInteger(place.sortAt) && Number.isSafeInteger(place.rowId)) return place
  throw new AppError('BAD_REQUEST', `${name} must be one that an earlier page gave.`)
}
