import { createHash } from 'node:crypto'
import { animeSpaces, parseMediaId } from '../../model/media-id.ts'
import type { IdSpace } from '../../model/media-id.ts'
import { watchedKeysOf } from '../lookup.ts'
import { fillTitle } from '../title.ts'
import type { Title } from '../title.ts'

type Place = {
  readonly at: number
  readonly feed: number
  /** Its id in each database that catalogs know it by. */
  readonly known: Map<IdSpace, string>
}

/**
 * A merged list that grows at its end; a title is in it once, whatever ids its catalogs know it by. `keysOf`: those of all
 * databases.
 */
export function createMerger(keysOf: (title: Title) => readonly string[]) {
  const titles: Title[] = []
  const places = new Map<string, Place>()
  const ids = new Set<string>()

  /** Another id of the same database is another title, even where both name an id of a third one. */
  function placeOf({ identity }: Title, names: readonly string[]): Place | undefined {
    const { key, space } = identity
    const isSame = ({ known }: Place) => (known.get(space) ?? key) === key
    return places.get(identity.text) ?? names.flatMap((name) => places.get(name) ?? []).find(isSame)
  }

  function place(own: Place, { identity }: Title, names: readonly string[]): void {
    own.known.set(identity.space, identity.key)
    for (const name of [identity.text, ...names]) if (!places.has(name)) places.set(name, own)
  }

  return {
    titles: titles as readonly Title[],

    /** False where it is there already; then it fills what the first one does not say. */
    add(title: Title, feed: number): boolean {
      const names = namesOf(title, keysOf)
      const first = placeOf(title, names)
      const id = `${title.meta.type} ${title.meta.id}`
      if (!ids.has(id) && (!first || (first.feed === feed && isPart(title)))) {
        ids.add(id)
        place(first ?? { at: titles.length, feed, known: new Map() }, title, names)
        titles.push(title)
        return true
      }
      if (first && first.feed !== feed) {
        titles[first.at] = fillTitle(titles[first.at]!, title)
        place(first, title, names)
      }
      return false
    },
  }
}

/** Ids that its own catalog alone knows link nothing. */
function namesOf(title: Title, keysOf: (title: Title) => readonly string[]): readonly string[] {
  return title.identity.space === 'opaque' ? [] : watchedKeysOf(title, keysOf(title))
}

/** Anime databases list the seasons of a title by themselves; one of their catalogs may have them side by side. */
export function isPart({ meta }: Title): boolean {
  return animeSpaces.has(parseMediaId(meta.id).space)
}

/** Another order for every seed, the same for the same. */
export function shuffledBySeed(titles: readonly Title[], seed: string): readonly Title[] {
  const weights = new Map(
    titles.map((title) => [
      title,
      createHash('sha256').update(`${seed} ${title.identity.text}`).digest('hex'),
    ]),
  )
  return titles.toSorted((a, b) => (weights.get(a)! < weights.get(b)! ? -1 : 1))
}
