import type { Season } from '../episodes.ts'

/** An episode comes with its series, or later when it is broadcast. */
export function partAddedAt(
  seriesAddedAt: number | null,
  released: number | null,
  now: number,
): number | null {
  if (seriesAddedAt === null || released === null || released > now) return seriesAddedAt
  return Math.max(seriesAddedAt, released)
}

/** When the latest came to a title: a series grows as its episodes are broadcast. */
export function contentAddedAtOf(
  addedAt: number | null,
  seasons: readonly Season[] = [],
): number | null {
  const now = Date.now()
  let latest = addedAt
  for (const { episodes } of seasons)
    for (const { video } of episodes) {
      const own = partAddedAt(addedAt, video.released, now)
      if (own !== null) latest = Math.max(latest ?? 0, own)
    }
  return latest
}
