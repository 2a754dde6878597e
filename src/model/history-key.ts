import { hash } from 'node:crypto'
import type { HistoryPart } from './history-store.ts'
import type { ItemKind } from './item-ref.ts'

const maxKey = 300

/** Upstream ids too long for the column are replaced by their hashes. */
export function storedKey(key: string): string {
  return key.length <= maxKey ? key : `sha256:${hash('sha256', key)}`
}

/** Some databases number films and series alike, and a season's key may equal an episode's: `kitsu:1376:1`. */
export function storedItemKey({ kind, itemKey }: { kind: ItemKind; itemKey: string }): string {
  return storedKey(kind === 'series' || kind === 'season' ? `${kind} ${itemKey}` : itemKey)
}

export function storedItemKeys(itemKey: string): readonly string[] {
  return (['movie', 'series', 'season'] as const).map((kind) => storedItemKey({ kind, itemKey }))
}

/** A key that was hashed stays a hash. */
export function shownItemKey(kind: ItemKind, stored: string): string {
  return stored.startsWith(`${kind} `) ? stored.slice(kind.length + 1) : stored
}

export function titleSpaceOf(kind: ItemKind): 'movie' | 'series' {
  return kind === 'movie' || kind === 'video' ? 'movie' : 'series'
}

/** Moves a part to the key it is kept under; its former keys become aliases. */
export function relocated<T extends HistoryPart>(
  part: T,
  { itemKey, titleKey }: Pick<HistoryPart, 'itemKey' | 'titleKey'>,
): T {
  if (titleKey === part.titleKey) return { ...part, itemKey }
  return { ...part, itemKey, titleKey, aliases: [part.titleKey, ...part.aliases] }
}
