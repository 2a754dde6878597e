import { createHash } from 'node:crypto'
import { animeSpaces, parseMediaId } from '../../model/media-id.ts'
import { fillTitle } from '../title.ts'
import type { Title } from '../title.ts'

/** A merged list that grows at its end; a title is in it once, whatever ids its catalogs know it by. */
export function createMerger() {
  const titles: Title[] = []
  const placeOf = new Map<string, { readonly at: number; readonly feed: number }>()
  const ids = new Set<string>()

  return {
    titles: titles as readonly Title[],

    /** False where it is there already; then it fills what the first one does not say. */
    add(title: Title, feed: number): boolean {
      const { text } = title.identity
      const first = placeOf.get(text)
      const id = `${title.meta.type} ${title.meta.id}`
      if (!ids.has(id) && (!first || (first.feed === feed && isPart(title)))) {
        ids.add(id)
        if (!first) placeOf.set(text, { at: titles.length, feed })
        titles.push(title)
        return true
      }
      if (first && first.feed !== feed) titles[first.at] = fillTitle(titles[first.at]!, title)
      return false
    },
  }
}

/** Anime databases list the seasons of a title by themselves; one of their catalogs may have them side by side. */
export function isPart({ meta }: Title): boolean {
  return animeSpaces.has(parseMediaId(meta.id).space)
}

/** Another order for every seed, the same for the same. */
export function shuffled(titles: readonly Title[], seed: string): readonly Title[] {
  const weights = new Map(
    titles.map((title) => [
      title,
      createHash('sha256').update(`${seed} ${title.identity.text}`).digest('hex'),
    ]),
  )
  return titles.toSorted((a, b) => (weights.get(a)! < weights.get(b)! ? -1 : 1))
}
