import type { Season } from '../../library/episodes.ts'
import type { Title } from '../../library/title.ts'
import type { Collection } from './collection.ts'

/** When the service first saw a title that is listed; null where nobody listed it yet. */
export function addedAtOf(
  { addedAt }: Collection,
  { identity }: Pick<Title, 'identity'>,
): number | null {
  return addedAt.get(identity.text) ?? null
}

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
