import type { Quality } from '../../../model/vocabulary.ts'

/** Recorded in or before the cinema: outweighs every other word. */
const captures: ReadonlySet<Quality> = new Set(['TS', 'TC', 'CAM'])

/** A rip that is named as well wins over its plain source. */
const sharper: Partial<Record<Quality, readonly Quality[]>> = {
  WEB: ['WEB-DL', 'WEBRip', 'HDRip'],
  BluRay: ['BDRip', 'BRRip'],
  DVD: ['DVDRip'],
  PPVRip: ['WEB-DL', 'WEBRip', 'WEB', 'HDTV'],
}

/** Several words may name one quality: `BluRay REMUX`, `TS-Screener`, `WEB HDRip`. */
export function resolveQuality(said: readonly Quality[], isHardcoded: boolean): Quality | null {
  const [first] = said
  if (first === undefined) return null
  if (said.includes('BluRay REMUX')) return said.includes('DVD') ? 'DVD' : 'BluRay REMUX'
  const capture = said.find((quality) => captures.has(quality))
  if (capture !== undefined || said.includes('SCR')) return capture ?? 'SCR'
  const best = said.find((quality) => sharper[first]?.includes(quality)) ?? first
  return best === 'HDRip' && isHardcoded ? 'HC HD-Rip' : best
}
