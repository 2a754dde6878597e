import type { Season } from '../episodes.ts'

/** An episode counts from its series or its later broadcast. */
export function partAddedAt(
  seriesAddedAt: number | null,
  released: number | null,
  now: number,
): number | null {
  if (seriesAddedAt === null || released === null || released > now) return seriesAddedAt
  return Math.max(seriesAddedAt, released)
}

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
