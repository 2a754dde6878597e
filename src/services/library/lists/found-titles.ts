import { nameMatch } from '../../../library/filter.ts'
import { folded } from '../../../core/folded-text.ts'
import { rankedBy } from '../../../library/search.ts'
import { unique } from '../../../library/title.ts'
import type { Title } from '../../../library/title.ts'
import type { Catalog } from '../titles/catalogs.ts'
import type { Library } from '../titles/collection.ts'
import { maxItemsOf } from '../titles/collections.ts'
import type { Ask, ListRequest } from '../deps.ts'

const sourceWaitMs = 3_500
const maxGenres = 10
const maxFound = 200

export async function searchTitles(
  { deps, collection, ask }: ListRequest,
  text: string,
): Promise<readonly Title[]> {
  const signal = waitForSources(ask)
  const found = await Promise.all(
    collection.searchable.map((catalog) => deps.snapshots.search(catalog, text, signal)),
  )
  const own = collection.titles.filter(nameMatch(text))
  const others = found.flat().map((title) => collection.byText.get(title.identity.text) ?? title)
  // Sources also match other names, so their results are not filtered again.
  const all = rankedBy(unique([...own, ...others]), text, (title) => title)
  return all.slice(0, Math.max(maxFound, own.length))
}

/** The sources' own answers for genres, since titles need not name theirs. A null `library` stands for all. */
export async function answeredByGenre(
  { deps, user, collection, ask }: ListRequest,
  library: Library | null,
  genres: readonly string[],
): Promise<readonly Title[]> {
  const signal = waitForSources(ask)
  const libraries = library
    ? [library]
    : collection.libraries.filter(({ catalog }) => !catalog.genre?.isRequired)
  const most = maxItemsOf(user.userData)
  const lists = await Promise.all(
    libraries.flatMap(({ catalog }) =>
      offered(catalog, genres, most).map((asked) => deps.snapshots.ofGenre(catalog, asked, signal)),
    ),
  )
  return unique(lists.flat().map((title) => collection.byText.get(title.identity.text) ?? title))
}

type AskedGenre = { readonly genre: string; readonly maxItems: number }

function offered(
  { genre: own }: Catalog,
  genres: readonly string[],
  most: number,
): readonly AskedGenre[] {
  const options = new Set(own?.options.map(folded))
  const asked = (names: readonly string[], maxItems: number) =>
    names.map((genre) => ({ genre, maxItems }))
  if (own?.isRequired && genres.some(isEveryGenre)) {
    if (options.has(everyGenre)) return asked([everyGenre], most)
    return asked(own.options, Math.ceil(most / own.options.length))
  }
  const known = genres
    .slice(0, maxGenres)
    .filter((name) => own?.isRequired || options.has(folded(name)))
  return asked(known, most)
}

/** The genres that a library can be asked for. */
export function askableGenres({ genre }: Catalog): readonly string[] {
  const options = genre?.options ?? []
  if (!genre?.isRequired || options.some(isEveryGenre)) return options
  return [...options, 'None']
}

const everyGenre = 'none'

/** Sources and apps call the absence of a genre `None`. */
function isEveryGenre(name: string): boolean {
  return folded(name) === everyGenre
}

function waitForSources({ signal }: Ask): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(sourceWaitMs)])
}
