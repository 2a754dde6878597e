import { storedKey, titleSpaceOf } from '../model/history-key.ts'
import type { ItemKind } from '../model/item-ref.ts'
import type { Title } from './title.ts'

export function watchedKeyOf(kind: ItemKind, titleKey: string): string {
  return `${titleSpaceOf(kind)} ${storedKey(titleKey)}`
}

export function watchedKeysOf({ kind }: Title, keys: readonly string[]): readonly string[] {
  return keys.map((key) => watchedKeyOf(kind, key))
}

/** A title's own id comes before other titles' aliases. Several only where titles share the id. */
export function titlesByHistory(
  titles: readonly Title[],
  keysOf: (title: Title) => readonly string[],
): ReadonlyMap<string, Title | readonly Title[]> {
  const found = new Map<string, Title | Title[]>()
  const put = (title: Title, keys: readonly string[]): void => {
    for (const id of watchedKeysOf(title, keys)) {
      const before = found.get(id)
      if (Array.isArray(before)) before.push(title)
      else found.set(id, before ? [before, title] : title)
    }
  }
  for (const title of titles) put(title, [title.identity.key])
  for (const title of titles) {
    const { key: own } = title.identity
    put(
      title,
      keysOf(title).filter((key) => key !== own),
    )
  }
  return found
}
