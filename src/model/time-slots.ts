export const quarterMs = 900_000
export const dayMs = 86_400_000
export const hourMs = 3_600_000

/** A time in which the clock of a zone is ahead of UTC by so much. */
export type ZonePiece = { readonly from: number; readonly to: number; readonly offsetMs: number }

/** What instants are counted under: one slot after the other, or what the clock or the calendar of a zone shows. */
export type TimeSlots =
  /** Slot i is from `starts[i]` to before `starts[i + 1]`. */
  | { readonly kind: 'line'; readonly starts: readonly number[] }
  /** Slots are the hours from 0 to 23, or the days from Monday, 0. The pieces follow one another. */
  | { readonly kind: 'hour' | 'weekday'; readonly pieces: readonly ZonePiece[] }

export function slotCount(slots: TimeSlots): number {
  if (slots.kind === 'line') return slots.starts.length - 1
  return slots.kind === 'hour' ? 24 : 7
}

/** The slot of each instant, asked for in any order; -1: none. Instants close to the one before are found at once. */
export function slotFinder(slots: TimeSlots): (at: number) => number {
  return slots.kind === 'line' ? lineFinder(slots.starts) : clockFinder(slots.kind, slots.pieces)
}

function lineFinder(starts: readonly number[]): (at: number) => number {
  const last = starts.length - 1
  let slot = 0
  return (at) => {
    if (last < 1 || at < starts[0]! || at >= starts[last]!) return -1
    if (at < starts[slot]! || at >= starts[slot + 1]!) slot = lastUpTo(starts, at)
    return slot
  }
}

/** The place of the last value that is not above `at`. */
function lastUpTo(values: readonly number[], at: number): number {
  let low = 0
  let high = values.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (values[middle]! <= at) low = middle
    else high = middle - 1
  }
  return low
}

function clockFinder(
  kind: 'hour' | 'weekday',
  pieces: readonly ZonePiece[],
): (at: number) => number {
  const pieceOf = lineFinder([...pieces.map(({ from }) => from), pieces.at(-1)?.to ?? 0])
  return (at) => {
    const piece = pieceOf(at)
    if (piece === -1) return -1
    return clockSlot(kind, at + pieces[piece]!.offsetMs)
  }
}

/** The first of January 1970 was a Thursday. */
export function clockSlot(kind: 'hour' | 'weekday', local: number): number {
  if (kind === 'hour') return Math.floor(local / hourMs) % 24
  return (Math.floor(local / dayMs) + 3) % 7
}
