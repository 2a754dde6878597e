import type { ItemOrder, ItemSort } from '../model/item-query.ts'
import { isFolder } from '../model/item-ref.ts'
import { premiereOf } from './filter.ts'
import { compareText } from './names.ts'
import type { Title } from './title.ts'

/** What the viewer has done with a title, as far as lists are sorted by it. */
export type Seen = {
  readonly lastPlayedAt: number
  readonly playCount: number
  readonly played: boolean
  readonly favorite: boolean
}

export const unseen: Seen = { lastPlayedAt: 0, playCount: 0, played: false, favorite: false }

/** What lists are sorted by that no source says of a title. */
export type TitleContext = {
  readonly seenOf: (title: Title) => Seen
  /** Epoch milliseconds of when the service first saw it; 0: unknown. */
  readonly addedAt: (title: Title) => number
  /** The same of the latest that is known to have come to it. */
  readonly contentAddedAt: (title: Title) => number
}

const noContext: TitleContext = { seenOf: () => unseen, addedAt: () => 0, contentAddedAt: () => 0 }

type Compare = (a: Title, b: Title) => number

const byNumber =
  (valueOf: (title: Title) => number | null): Compare =>
  (a, b) =>
    (valueOf(a) ?? -Infinity) - (valueOf(b) ?? -Infinity) || 0

/** Puts titles, which come in the order of their catalogs, into the wanted one; equal ones stay as they are, and so does what comes by chance. */
export function sortTitles(
  titles: readonly Title[],
  order: readonly ItemOrder[],
  given: Partial<TitleContext> = {},
): readonly Title[] {
  if (order.length === 0) return titles
  if (order[0]!.by === 'random') return shuffled(titles)
  const context = { ...noContext, ...given }
  const compares = order.map(({ by, descending }) => {
    const compare = compareBy(by, context)
    return descending ? (a: Title, b: Title) => compare(b, a) : compare
  })
  return titles.toSorted((a, b) => {
    for (const compare of compares) {
      const result = compare(a, b)
      if (result !== 0) return result
    }
    return 0
  })
}

function compareBy(by: ItemSort, { seenOf, addedAt, contentAddedAt }: TitleContext): Compare {
  switch (by) {
    case 'name':
    case 'seriesName':
      return (a, b) => compareText(a.sortName, b.sortName)
    case 'added':
      return byNumber(addedAt)
    case 'contentAdded':
      return byNumber(contentAddedAt)
    case 'premiered':
      return byNumber(premiereOf)
    case 'year':
      return byNumber(({ meta }) => meta.year)
    case 'rating':
      return byNumber(({ meta }) => meta.rating)
    case 'runtime':
      return byNumber(({ meta }) => meta.runtime)
    case 'certification':
      return (a, b) => compareText(a.meta.certification ?? '', b.meta.certification ?? '')
    case 'studio':
      return (a, b) => compareText(a.meta.studios[0] ?? '', b.meta.studios[0] ?? '')
    case 'folder':
      return byNumber(({ kind }) => (isFolder(kind) ? 0 : 1))
    case 'playedAt':
      return byNumber((title) => seenOf(title).lastPlayedAt)
    case 'playCount':
      return byNumber((title) => seenOf(title).playCount)
    case 'played':
      return byNumber((title) => Number(seenOf(title).played))
    case 'favorite':
      return byNumber((title) => Number(seenOf(title).favorite))
    default:
      return () => 0
  }
}

export function shuffled<T>(list: readonly T[]): readonly T[] {
  const left = [...list]
  for (let end = left.length - 1; end > 0; end--) {
    const chosen = Math.floor(Math.random() * (end + 1))
    ;[left[end], left[chosen]] = [left[chosen]!, left[end]!]
  }
  return left
}
