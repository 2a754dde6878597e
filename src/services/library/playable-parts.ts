import { everything } from '../../model/item-query.ts'
import type { LibraryItem } from '../../model/library-item.ts'
import type { Member } from '../../model/member.ts'
import type { Ask, LibraryService } from './library.ts'

const playable: ReadonlySet<string> = new Set(['movie', 'episode', 'video'])

/**
 * What playing, marking or collecting an item means: of a series its aired regular episodes, of a season its aired
 * episodes, of a playlist its titles, of a title that can be played itself, of anything else nothing.
 */
export async function playableParts(
  library: Pick<LibraryService, 'episodes' | 'items'>,
  member: Member,
  item: LibraryItem,
  ask: Ask,
): Promise<readonly LibraryItem[]> {
  const { kind, ref } = item
  if (playable.has(kind)) return [item]
  if (kind === 'playlist') {
    return (await library.items(member, { ...everything, parent: ref }, ask)).items
  }
  if (kind !== 'series' && kind !== 'season') return []
  const season = kind === 'season' ? item.season : null
  const query = { season, aired: true, start: 0, limit: null }
  const { items } = await library.episodes(member, ref, query, ask)
  return kind === 'season' ? items : items.filter((episode) => episode.season !== 0)
}
