import { dayMs } from './time-slots.ts'

/** The start of that day (UTC): its plays are kept or deleted together. */
export function firstKept(before: number): number {
  return Math.floor(before / dayMs) * dayMs
}

export function keptFrom(playsKeptMs: number | null | undefined, now: number): number {
  return playsKeptMs == null ? 0 : firstKept(now - playsKeptMs)
}
