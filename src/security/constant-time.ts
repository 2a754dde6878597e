import { hash, timingSafeEqual } from 'node:crypto'

/** Whether the text is one of these, in a time that does not tell how much of it fits or which one it is. */
export function isOneOf(text: string, allowed: readonly string[]): boolean {
  const digest = hash('sha256', text, 'buffer')
  let found = false
  for (const candidate of allowed)
    if (timingSafeEqual(digest, hash('sha256', candidate, 'buffer'))) found = true
  return found
}
