import type { Title } from '../../../library/title.ts'
import type { Catalog } from '../titles/catalogs.ts'
import type { Collection, Library } from '../titles/collection.ts'

export type CollectionPart = {
  readonly bits: Uint8Array
  has(title: Title): boolean
  /** Made within milliseconds, so the lists are kept only until memory is collected. */
  lists(): Collection
}

type Part = {
  readonly isIn: (title: Title) => boolean
  readonly catalogOf: (library: Library, titles: readonly Title[]) => Catalog
}

const places = new WeakMap<Collection, ReadonlyMap<Title, number>>()

function placesOf(all: Collection): ReadonlyMap<Title, number> {
  const known = places.get(all) ?? new Map(all.titles.map((title, place) => [title, place]))
  places.set(all, known)
  return known
}

/** Some titles of a collection, in its order: a bit for each title. The part of before if it has the same titles. */
export function createCollectionPart(
  all: Collection,
  { isIn, catalogOf }: Part,
  before: CollectionPart | null,
): CollectionPart {
  const bits = new Uint8Array(Math.ceil(all.titles.length / 8))
  for (const [place, title] of all.titles.entries())
    if (isIn(title)) bits[place >> 3]! |= 1 << (place & 7)
  if (before && Buffer.compare(before.bits, bits) === 0) return before

  const placeOf = placesOf(all)
  function has(title: Title): boolean {
    const place = placeOf.get(title)
    return place !== undefined && (bits[place >> 3]! & (1 << (place & 7))) !== 0
  }

  const catalogs = all.libraries.map((library) => catalogOf(library, library.titles.filter(has)))
  let held: WeakRef<Collection> | null = null

  return {
    bits,
    has,
    lists() {
      const known = held?.deref()
      if (known) return known
      const made = listsOf(all, has, catalogs)
      held = new WeakRef(made)
      return made
    },
  }
}

function listsOf(
  all: Collection,
  has: (title: Title) => boolean,
  catalogs: readonly Catalog[],
): Collection {
  const titles = all.titles.filter(has)
  const libraries = all.libraries.map((library, index): Library => ({
    ...library,
    titles: library.titles.filter(has),
    catalog: catalogs[index]!,
  }))
  const byNumber = new Map(libraries.map((library) => [library.number, library]))
  const wholes = new Map([
    [titles, all.titles],
    ...libraries.map((library, index) => [library.titles, all.libraries[index]!.titles] as const),
  ])
  const sorted = new WeakMap<readonly Title[], readonly Title[]>()
  const listed = (text: string): Title | undefined => {
    const title = all.byText.get(text)
    return title && has(title) ? title : undefined
  }
  return {
    libraries,
    searchable: all.searchable,
    titles,
    byText: { get: listed, has: (text) => listed(text) !== undefined },
    libraryOf: {
      get: (text) => (listed(text) ? byNumber.get(all.libraryOf.get(text)!.number) : undefined),
    },
    addedAt: all.addedAt,
    whole: all,
    sorted(list, order, kinds) {
      const whole = wholes.get(list)
      if (!whole) return all.sorted(list, order, kinds)
      const inOrder = all.sorted(whole, order, kinds)
      const known = sorted.get(inOrder) ?? inOrder.filter(has)
      sorted.set(inOrder, known)
      return known
    },
  }
}
