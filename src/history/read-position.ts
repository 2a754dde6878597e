/** Bytes of a file that were read one after another, by however many requests. */
type Run = {
  readonly from: number
  readonly to: number
  readonly startedAt: number
  readonly lastAt: number
}

export type Reading = {
  /** What plays; null: nothing was read long enough to say. */
  readonly playing: Run | null
  /** What may be a jump, or a look at an index. */
  readonly other: Run | null
}

export type ReadPart = {
  readonly begin: number
  readonly from: number
  readonly to: number
  readonly at: number
}

export const nothingRead: Reading = { playing: null, other: null }

/** A read of this length is no look at an index. */
const jumpMs = 10_000
/** Indexes lie beyond this share of the file; reading that starts there is not watching. */
const endFrom = 0.9
/** Requests that follow each other may overlap or leave something out. */
const usualGap = 16 * 2 ** 20
const leastShare = 0.02
const mostShare = 0.1
/** A viewer whose next request comes within this time was present. */
const presentMs = 300_000

/** A jump counts once it was read for a while; a read that begins in the last tenth never does. */
export function onRead(reading: Reading, part: ReadPart, total: number): Reading {
  const { playing, other } = playedOn(reading, part.at, total)
  if (part.to <= part.from || part.begin >= total * endFrom) return { playing, other }
  if (playing && continues(playing, part, total)) {
    return { playing: continued(playing, part), other }
  }
  const { from, to, at } = part
  const next =
    other && continues(other, part, total)
      ? continued(other, part)
      : { from, to, startedAt: at, lastAt: at }
  return next.lastAt - next.startedAt >= jumpMs
    ? { playing: next, other: null }
    : { playing, other: next }
}

/** By the share of the bytes, but no further than time has passed: players load ahead. Null: unknown. */
export function positionOf(
  { playing }: Reading,
  total: number,
  durationMs: number | null,
): number | null {
  if (playing === null || durationMs === null || total <= 0) return null
  const at = (byte: number): number => (byte / total) * durationMs
  const passed = at(playing.from) + playing.lastAt - playing.startedAt
  return Math.round(Math.min(at(playing.to), passed, durationMs))
}

export function beganOf(
  { playing }: Reading,
  total: number,
  durationMs: number | null,
): { readonly at: number; readonly positionMs: number } | null {
  if (playing === null || durationMs === null || total <= 0) return null
  return { at: playing.startedAt, positionMs: (playing.from / total) * durationMs }
}

/** Once everything was read, any request says that the player is still there. */
function playedOn(reading: Reading, at: number, total: number): Reading {
  const { playing } = reading
  if (playing === null || playing.to < total || at - playing.lastAt > presentMs) return reading
  return { ...reading, playing: { ...playing, lastAt: at } }
}

function continues({ to }: Run, { from }: ReadPart, total: number): boolean {
  const gap = Math.min(Math.max(usualGap, total * leastShare), total * mostShare)
  return Math.abs(from - to) <= gap
}

function continued(run: Run, { to, at }: ReadPart): Run {
  return { ...run, to: Math.max(run.to, to), lastAt: at }
}
