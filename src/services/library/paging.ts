import { AppError } from '../../core/errors.ts'

/** By cursor or by offset; null is the same as missing. */
export type PageInput = {
  readonly first?: number | null | undefined
  readonly after?: string | null | undefined
  readonly start?: number | null | undefined
  readonly limit?: number | null | undefined
}

export const largestPage = 10_000

/** Throws BAD_REQUEST for negative numbers and for an invalid cursor. */
export function rangeOf({ first, after, start, limit }: PageInput) {
  const size = first ?? limit ?? null
  if ((size ?? 0) < 0 || (start ?? 0) < 0) {
    throw new AppError('BAD_REQUEST', 'first, limit and start must not be negative.')
  }
  return {
    start: after ? positionAfter(after) : (start ?? 0),
    limit: size && Math.min(size, largestPage),
  }
}

export function cursorOf(position: number): string {
  return Buffer.from(`item ${position}`).toString('base64url')
}

function positionAfter(cursor: string): number {
  const position = /^item (\d{1,9})$/.exec(Buffer.from(cursor, 'base64url').toString())?.[1]
  if (position === undefined) {
    throw new AppError('BAD_REQUEST', 'after must be a cursor of an earlier page.')
  }
  return Number(position) + 1
}
