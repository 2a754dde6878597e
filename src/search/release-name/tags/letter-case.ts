import type { Token } from '../tokens.ts'

/** `scene`: capitals except for i, as in `iTALiAN`; `other`: no cased letters. */
export type LetterCase = 'capitals' | 'scene' | 'title' | 'small' | 'other'

export function letterCase(name: string, token: Token): LetterCase {
  const written = name.slice(token.start, token.end)
  const lower = written.toLowerCase()
  const upper = written.toUpperCase()
  if (lower === upper) return 'other'
  if (written === upper) return 'capitals'
  if (written === lower) return 'small'
  const rest = written.slice(1)
  if (rest === lower.slice(1)) return 'title'
  return written.replaceAll('i', 'I') === upper ? 'scene' : 'title'
}
