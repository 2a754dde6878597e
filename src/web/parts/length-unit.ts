export type LengthStyle = 'long' | 'short'

export const minuteMs = 60_000
/** From so many minutes on, hours are counted. */
const fewestMinutes: Readonly<Record<LengthStyle, number>> = { long: 60, short: 600 }

export function isBelowMinute(ms: number): boolean {
  return ms > 0 && ms < minuteMs
}

export function lengthUnit(ms: number, style: LengthStyle) {
  const minutes = Math.round(ms / minuteMs)
  if (minutes < fewestMinutes[style]) {
    return { amount: minutes, unit: 'minute', maximumFractionDigits: 0 } as const
  }
  const hours = minutes / 60
  return { amount: hours, unit: 'hour', maximumFractionDigits: hours < 10 ? 1 : 0 } as const
}
