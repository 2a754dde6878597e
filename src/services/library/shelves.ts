import { AppError } from '../../core/errors.ts'
import type { Title } from '../../library/title.ts'
import { folded } from '../../library/names.ts'
import type { ItemRef } from '../../model/item-ref.ts'
import type { Catalog } from './catalogs.ts'
import type { Collection, Shelf } from './collection.ts'
import type { Ask } from './library.ts'
import type { Stock } from './stock.ts'
import { unique } from './turns.ts'

/** How long sources may take to find something. */
const sourceWaitMs = 3_500
const maxGenres = 10

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

export function waitForSources({ signal }: Ask): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(sourceWaitMs)])
}

/** What sources answer for genres that they offer: what they list need not say what genres it is of. Null shelf: of all that list something without a genre. */
export async function answeredByGenre(
  { snapshots }: Pick<Stock, 'snapshots'>,
  collection: Collection,
  shelf: Shelf | null,
  genres: readonly string[],
  ask: Ask,
): Promise<readonly Title[]> {
  const signal = waitForSources(ask)
  const shelves = shelf
    ? [shelf]
    : collection.shelves.filter(({ catalog }) => !catalog.genre?.isRequired)
  const lists = await Promise.all(
    shelves.flatMap(({ catalog }) =>
      offered(catalog, genres).map((genre) => snapshots.ofGenre(catalog, genre, signal)),
    ),
  )
  return unique(lists.flat().map((title) => collection.byText.get(title.identity.text) ?? title))
}

function offered({ genre }: Catalog, genres: readonly string[]): readonly string[] {
  const options = new Set(genre?.options.map(folded))
  return genres.slice(0, maxGenres).filter((name) => genre?.isRequired || options.has(folded(name)))
}
