import { dayMs } from './time-slots.ts'

/** When the first plays began that are kept: plays of a day (UTC) go together. */
export function keptFrom(playsKeptMs: number | null | undefined, now: number): number {
  return playsKeptMs == null ? 0 : Math.floor((now - playsKeptMs) / dayMs) * dayMs
}
