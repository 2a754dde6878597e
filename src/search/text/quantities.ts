const unitPowers: Readonly<Record<string, number>> = { k: 1, m: 2, g: 3, t: 4 }

const sizePattern = /^[~≈]?\s*(\d[\d.,]{0,20})\s*(?:([kmgt])i?)?b(?:ytes)?(?![a-z/])/i
const countPattern = /^(\d[\d.,]{0,12})\s*(k(?![a-z]))?/i
const bitratePattern = /^[~≈]?\s*(\d[\d.,]{0,12})\s*([kmg])(?:i?b(?:it)?\s*(?:ps|\/\s*s)|bps)/i
const clockPattern = /^(\d{1,2}):([0-5]\d)(?::([0-5]\d))?(?!\d)/
const durationPart =
  /\s*:?\s*(\d{1,5})\s*(hours?|hrs?|h|minutes?|mins?|min|m|seconds?|secs?|s)(?![a-z])/iy
const agePart =
  /\s*,?\s*(\d{1,6}(?:[.,]\d+)?)\s*(years?|yrs?|y|months?|mons?|mo|weeks?|wks?|w|days?|d|hours?|hrs?|h|minutes?|mins?|min|m)(?![a-z])/iy

const hoursOf: readonly (readonly [prefix: string, hours: number])[] = [
  ['y', 8_766],
  ['mo', 730.5],
  ['w', 168],
  ['d', 24],
  ['h', 1],
  ['m', 1 / 60],
]

/** Bytes, from `1.23 GB` at the start; units are powers of 1,024. */
export function readSize(text: string): number | null {
  const match = sizePattern.exec(text)
  if (!match) return null
  const bytes = Math.round(
    toNumber(match[1]!) * 1_024 ** (unitPowers[match[2]?.toLowerCase() ?? ''] ?? 0),
  )
  return bytes > 0 && Number.isSafeInteger(bytes) ? bytes : null
}

/** From `1,204` or `1.2k` at the start. */
export function readCount(text: string): number | null {
  const match = countPattern.exec(text)
  if (!match) return null
  const [, digits, thousands] = match
  if (thousands) return Math.round(toNumber(digits!) * 1_000)
  return Number(/^\d+$/.test(digits!) ? digits : digits!.replaceAll(/[.,]/g, ''))
}

/** Bits per second, from `12.5 Mbps` at the start. */
export function readBitrate(text: string): number | null {
  const match = bitratePattern.exec(text)
  if (!match) return null
  const bits = Math.round(toNumber(match[1]!) * 1_000 ** (unitPowers[match[2]!.toLowerCase()] ?? 0))
  return bits > 0 && Number.isSafeInteger(bits) ? bits : null
}

/** Seconds, from `1h 54m`, `114 min` or `01:54:00` at the start. */
export function readDuration(text: string): number | null {
  const clock = clockPattern.exec(text)
  if (clock) {
    const [first, second, third] = [Number(clock[1]), Number(clock[2]), Number(clock[3])]
    if (!Number.isNaN(third)) return first * 3_600 + second * 60 + third
    // Two numbers are hours and minutes if that is a plausible length.
    return first < 10 ? first * 3_600 + second * 60 : first * 60 + second
  }
  const seconds = sumOf(text, durationPart, (unit) => {
    if (unit.startsWith('h')) return 3_600
    return unit.startsWith('m') ? 60 : 1
  })
  return seconds === null ? null : Math.round(seconds)
}

/** Hours, from `12d`, `3 days` or `1y 2mo` at the start. */
export function readAge(text: string): number | null {
  const hours = sumOf(
    text,
    agePart,
    (unit) => hoursOf.find(([prefix]) => unit.startsWith(prefix))?.[1] ?? 0,
  )
  return hours === null ? null : Math.round(hours * 100) / 100
}

function sumOf(text: string, part: RegExp, worth: (unit: string) => number): number | null {
  let sum: number | null = null
  part.lastIndex = 0
  for (let match = part.exec(text); match; match = part.exec(text)) {
    sum = (sum ?? 0) + toNumber(match[1]!) * worth(match[2]!.toLowerCase())
  }
  return sum
}

/** `1.23`, `1,23`, `1,234.5`: a comma before one or two last digits is a decimal point. */
function toNumber(digits: string): number {
  if (!digits.includes(',')) return Number(digits) || 0
  const decimal = /^\d+,\d{1,2}$/.test(digits)
  return Number(decimal ? digits.replace(',', '.') : digits.replaceAll(',', '')) || 0
}
