import type { Title } from './title.ts'

/** Same kind, shared genres: most shared and best rated first. */
export function similarTitles(
  title: Title,
  titles: readonly Title[],
  limit: number,
): readonly Title[] {
  const genres = new Set(title.foldedGenres)
  if (genres.size === 0) return []
  return titles
    .filter(({ kind, identity }) => kind === title.kind && identity.text !== title.identity.text)
    .map((other) => ({
      other,
      shared: other.foldedGenres.filter((genre) => genres.has(genre)).length,
    }))
    .filter(({ shared }) => shared > 0)
    .sort((a, b) => b.shared - a.shared || (b.other.meta.rating ?? 0) - (a.other.meta.rating ?? 0))
    .slice(0, limit)
    .map(({ other }) => other)
}
