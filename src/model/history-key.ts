import { hash } from 'node:crypto'
import type { HistoryPart } from './history-store.ts'
import type { ItemKind } from './item-ref.ts'

const maxKey = 300

/** A title's key as the history keeps it: longer upstream ids are told apart by their hashes. */
export function storedKey(key: string): string {
  return key.length <= maxKey ? key : `sha256:${hash('sha256', key)}`
}

/**
 * An item's key as the history keeps it. Some databases give a film and a series the same number, and the key of a
 * season may be that of an episode: `kitsu:1376:1`.
 */
export function storedItemKey({ kind, itemKey }: { kind: ItemKind; itemKey: string }): string {
  return storedKey(kind === 'series' || kind === 'season' ? `${kind} ${itemKey}` : itemKey)
}

/** Every key that an item of this upstream id may be kept under. */
export function storedItemKeys(itemKey: string): readonly string[] {
  return (['movie', 'series', 'season'] as const).map((kind) => storedItemKey({ kind, itemKey }))
}

/** The upstream id of a stored key; of one that is a hash the hash. */
export function shownItemKey(kind: ItemKind, stored: string): string {
  return stored.startsWith(`${kind} `) ? stored.slice(kind.length + 1) : stored
}

/** Which of two things a number of a database means. */
export function titleSpaceOf(kind: ItemKind): 'movie' | 'series' {
  return kind === 'movie' || kind === 'video' ? 'movie' : 'series'
}

/** A part as the history keeps it; what it calls itself is one more of its ids. */
export function relocated<T extends HistoryPart>(
  part: T,
  { itemKey, titleKey }: Pick<HistoryPart, 'itemKey' | 'titleKey'>,
): T {
  if (titleKey === part.titleKey) return { ...part, itemKey }
  return { ...part, itemKey, titleKey, aliases: [part.titleKey, ...part.aliases] }
}
