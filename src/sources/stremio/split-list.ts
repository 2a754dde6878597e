import type { Work } from '../../core/scheduler.ts'

export type SplitList = {
  /** Byte spans of whole elements, without the commas around them. */
  readonly spans: readonly (readonly [from: number, to: number])[]
  /** The object around the list, with an empty list in its place; `{}` where it is over a megabyte. */
  readonly rest: string
}

const quote = 0x22
const comma = 0x2c
const colon = 0x3a
const openBracket = 0x5b
const backslash = 0x5c
const closeBracket = 0x5d
const openBrace = 0x7b
const closeBrace = 0x7d

const spanBytes = 256 * 1024
/** No honest stream is larger; a longer one could not be read in one chunk. */
const maxElementBytes = 1024 * 1024
const pauseBytes = 1024 * 1024

/**
 * Finds runs of list elements without reading them, so that a large answer can be read in parts. Elements over a megabyte
 * are dropped. Null where there is no such list.
 */
export function* splitList(body: Uint8Array, key: string): Work<SplitList | null> {
  const wanted = Buffer.from(`"${key}"`)
  const spans: [number, number][] = []
  let depth = 0
  let lastString: readonly [number, number] = [0, 0]
  let isValueOfKey = false
  let listStart = -1
  let listEnd = -1
  let spanStart = 0
  let elementStart = 0
  let pauseAt = pauseBytes

  function endElement(at: number, isLast: boolean): void {
    const isTooLong = at - elementStart > maxElementBytes
    const spanEnd = isTooLong ? elementStart - 1 : at
    if (isTooLong || isLast || at - spanStart >= spanBytes) {
      if (spanEnd > spanStart) spans.push([spanStart, spanEnd])
      spanStart = at + 1
    }
    elementStart = at + 1
  }

  for (let at = 0; at < body.length && listEnd < 0; at += 1) {
    switch (body[at]) {
      case quote: {
        const end = endOfString(body, at)
        if (depth === 1) lastString = [at, end + 1]
        at = end
        break
      }
      case colon:
        if (depth === 1) isValueOfKey = wanted.equals(body.subarray(...lastString))
        break
      case comma:
        if (depth === 1) isValueOfKey = false
        else if (depth === 2 && listStart >= 0) endElement(at, false)
        break
      case openBracket:
      case openBrace:
        if (depth === 1 && isValueOfKey && body[at] === openBracket) {
          listStart = at
          spanStart = elementStart = at + 1
        }
        depth += 1
        break
      case closeBracket:
      case closeBrace:
        depth -= 1
        if (depth === 1 && listStart >= 0) {
          endElement(at, true)
          listEnd = at
        }
        break
      default:
    }
    if (at >= pauseAt) {
      pauseAt = at + pauseBytes
      yield
    }
  }
  if (listEnd < 0) return null
  const around = Buffer.concat([body.subarray(0, listStart + 1), body.subarray(listEnd)])
  return { spans, rest: around.length > maxElementBytes ? '{}' : around.toString() }
}

function endOfString(body: Uint8Array, start: number): number {
  let at = start + 1
  while (at < body.length && body[at] !== quote) at += body[at] === backslash ? 2 : 1
  return at
}
