import { hash, timingSafeEqual } from 'node:crypto'

/** Takes the same time however much of the text matches. */
export function isOneOf(text: string, allowed: readonly string[]): boolean {
  const digest = hash('sha256', text, 'buffer')
  let found = false
  for (const candidate of allowed)
    if (timingSafeEqual(digest, hash('sha256', candidate, 'buffer'))) found = true
  return found
}
