import { readCursor, writeCursor } from '../../core/cursor.ts'
import { AppError } from '../../core/errors.ts'
import { refuseBoth } from '../../core/page-window.ts'
import type { PageArgs } from '../../core/page-window.ts'
import type { ItemPage } from '../../model/library-item.ts'

/** By cursor or by offset; null is the same as missing. */
export type PageInput = PageArgs & {
  readonly start?: number | null | undefined
  readonly limit?: number | null | undefined
}

type Range = { readonly start: number; readonly limit: number | null }
type Read = (range: Range) => Promise<ItemPage>

export const largestPage = 10_000
/** No list is as long. */
const furthest = 999_999_999

/** The page of a list of which `read` answers any range. Throws BAD_REQUEST for an invalid page. */
export async function readPage(input: PageInput, read: Read): Promise<ItemPage> {
  const { start, end, size, last } = boundsOf(input)
  if (last === null) return read({ start, limit: smallest(size, end && end - start) })
  const readUpTo = (before: number) => {
    const first = Math.max(start, before - last)
    return read({ start: first, limit: Math.max(0, before - first) })
  }
  if (end === null) return readUpTo((await read({ start: 0, limit: 0 })).total)
  const page = await readUpTo(end)
  // The list may have become shorter than it was at the cursor.
  return page.total < end ? readUpTo(page.total) : page
}

/** The same where the list must be read to know how long it is. */
export async function readShortPage(input: PageInput, read: Read): Promise<ItemPage> {
  if (input.last == null || input.before) return readPage(input, read)
  const whole = await read({ start: 0, limit: null })
  return readPage(input, async ({ start, limit }) => ({
    ...whole,
    items: whole.items.slice(start, start + (limit ?? whole.total)),
    start,
  }))
}

export function cursorOf(position: number): string {
  return writeCursor('item', position)
}

function boundsOf({ first, last, after, before, start, limit }: PageInput) {
  refuseBoth({ first, last })
  refuseBoth({ limit, last })
  const size = first ?? limit ?? null
  if ((size ?? 0) < 0 || (start ?? 0) < 0) {
    throw new AppError('BAD_REQUEST', 'first, limit and start must not be negative.')
  }
  if ((last ?? 0) < 0) throw new AppError('BAD_REQUEST', 'last must not be negative.')
  const begin = after ? positionOf(after, 'after') + 1 : (start ?? 0)
  return {
    start: begin,
    end: before ? Math.max(begin, positionOf(before, 'before')) : null,
    size: size && Math.min(size, largestPage),
    last: last == null ? null : Math.min(last, largestPage),
  }
}

function smallest(size: number | null, left: number | null): number | null {
  return size === null || left === null ? (size ?? left) : Math.min(size, left)
}

function positionOf(cursor: string, name: 'after' | 'before'): number {
  const [position] = readCursor('item', cursor) ?? []
  if (position === undefined || position > furthest) {
    throw new AppError('BAD_REQUEST', `${name} must be a cursor of an earlier page.`)
  }
  return position
}
