import { dayMs } from './time-slots.ts'

/** When the first plays began that are kept where older ones are deleted: plays of a day (UTC) go together. */
export function firstKept(before: number): number {
  return Math.floor(before / dayMs) * dayMs
}

export function keptFrom(playsKeptMs: number | null | undefined, now: number): number {
  return playsKeptMs == null ? 0 : firstKept(now - playsKeptMs)
}
