import { readCursor, writeCursor } from '../../core/cursor.ts'
import { AppError } from '../../core/errors.ts'
import type { HistoryPlace } from '../../model/history-store.ts'

export function writeHistoryCursor({ sortAt, rowId }: HistoryPlace): string {
  return writeCursor('history', sortAt, rowId)
}

/** Throws BAD_REQUEST for what was not given out. */
export function readHistoryCursor(cursor: string, name: 'after' | 'before'): HistoryPlace {
  const [sortAt, rowId] = readCursor('history', cursor) ?? []
  if (sortAt !== undefined && rowId !== undefined) return { sortAt, rowId }
  throw new AppError('BAD_REQUEST', `${name} must be one that an earlier page gave.`)
}
