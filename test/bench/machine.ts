import { createHash } from 'node:crypto'

/** Milliseconds that the work of {@link slowness} takes on the quiet two-core machine on which the gross limit was set. */
const usualMs = 1_130

const rounds = 200

/** How much slower this machine is at the moment than the one on which the gross limit was set; 1 at least. */
export function slowness(): number {
  const entries = Array.from({ length: 4_000 }, (_, index) => ({
    id: `tt${index}`,
    name: `A title of ${index % 97} words`,
    size: index * 1_048_576,
    seen: index % 2 === 0,
  }))
  const text = JSON.stringify(entries)
  const since = performance.now()
  for (let round = 0; round < rounds; round++) {
    createHash('sha256')
      .update(JSON.stringify(JSON.parse(text)))
      .digest()
  }
  return Math.max(1, (performance.now() - since) / usualMs)
}
