import { storedKey, titleSpaceOf } from '../model/history-key.ts'
import type { ItemKind } from '../model/item-ref.ts'
import type { Title } from './title.ts'

export function watchedKeyOf(kind: ItemKind, titleKey: string): string {
  return `${titleSpaceOf(kind)} ${storedKey(titleKey)}`
}

export function watchedKeysOf({ kind }: Title, keys: readonly string[]): readonly string[] {
  return keys.map((key) => watchedKeyOf(kind, key))
}

/** A title's own id wins over another title's alias. */
export function titlesByHistory(
  titles: readonly Title[],
  keysOf: (title: Title) => readonly string[],
): ReadonlyMap<string, Title> {
  const found = new Map<string, Title>()
  const put = (title: Title, ids: readonly string[]): void => {
    for (const id of ids) if (!found.has(id)) found.set(id, title)
  }
  for (const title of titles) put(title, watchedKeysOf(title, [title.identity.key]))
  for (const title of titles) put(title, watchedKeysOf(title, keysOf(title)))
  return found
}
