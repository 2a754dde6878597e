import type { Quality } from '../../../model/vocabulary.ts'

/** Copies made in or before the cinema: they outweigh every other word. */
const captures: ReadonlySet<Quality> = new Set(['TS', 'TC', 'CAM'])

/** The plain name of a source gives way to a rip of it that is named as well. */
const sharper: Partial<Record<Quality, readonly Quality[]>> = {
  WEB: ['WEB-DL', 'WEBRip', 'HDRip'],
  BluRay: ['BDRip', 'BRRip'],
  DVD: ['DVDRip'],
  PPVRip: ['WEB-DL', 'WEBRip', 'WEB', 'HDTV'],
}

/** The one quality that several words say: `BluRay REMUX`, `TS-Screener`, `WEB HDRip`. */
export function resolveQuality(said: readonly Quality[], isHardcoded: boolean): Quality | null {
  const [first] = said
  if (first === undefined) return null
  if (said.includes('BluRay REMUX')) return said.includes('DVD') ? 'DVD' : 'BluRay REMUX'
  const capture = said.find((quality) => captures.has(quality))
  if (capture !== undefined || said.includes('SCR')) return capture ?? 'SCR'
  const best = said.find((quality) => sharper[first]?.includes(quality)) ?? first
  return best === 'HDRip' && isHardcoded ? 'HC HD-Rip' : best
}
