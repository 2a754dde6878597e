import { AppError } from '../../core/errors.ts'
import type { Title } from '../../library/title.ts'
import type { ItemRef } from '../../model/item-ref.ts'
import type { Collection, Shelf } from './collection.ts'

/** The library that a list is asked of; null: all. Throws NOT_FOUND. */
export function shelfOf(collection: Collection, parent: ItemRef | null): Shelf | null {
  if (parent === null) return null
  const shelf =
    parent.kind === 'library'
      ? collection.shelves.find(({ number }) => number === parent.number)
      : null
  if (shelf) return shelf
  throw unknownParent()
}

export function unknownParent(): AppError {
  return new AppError('NOT_FOUND', 'There is no such library in this configuration.')
}

/** Each title once, where it comes first. */
export function unique(titles: readonly Title[]): readonly Title[] {
  return [...new Map(titles.map((title) => [title.identity.text, title])).values()]
}

/** Of each list the first, then of each the second, each title once. */
export function byTurns(lists: readonly (readonly Title[])[]): readonly Title[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length))
  const mixed: Title[] = []
  for (let place = 0; place < longest; place++) {
    for (const list of lists) {
      const title = list[place]
      if (title) mixed.push(title)
    }
  }
  return unique(mixed)
}
