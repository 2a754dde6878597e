import { nameMatch } from '../../../library/filter.ts'
import { folded } from '../../../core/folded-text.ts'
import { createKeyedQueues } from '../../../core/keyed-queues.ts'
import { rankedBy } from '../../../library/search.ts'
import { unique } from '../../../library/title.ts'
import type { Title } from '../../../library/title.ts'
import type { Catalog } from '../titles/catalogs.ts'
import type { Library } from '../titles/collection.ts'
import { maxItemsOf } from '../titles/collections.ts'
import { mostGenreLoads } from '../titles/snapshots.ts'
import type { AskedGenre, Waits } from '../titles/snapshots.ts'
import type { Ask, ListRequest } from '../deps.ts'

const sourceWaitMs = 3_500
/** How much longer a list waits that would be empty otherwise. Some apps give up after ten seconds in all. */
const longerWaitMs = 4_500
const askedMs = 10_000
const maxGenres = 10
const maxFound = 200

export async function searchTitles(
  { deps, collection, ask }: ListRequest,
  text: string,
): Promise<readonly Title[]> {
  const waits = waitsFor(ask, sourceWaitMs)
  const found = await Promise.all(
    collection.searchable.map((catalog) => deps.snapshots.search(catalog, text, waits)),
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
  waitMs = sourceWaitMs,
): Promise<readonly Title[]> {
  const waits = waitsFor(ask, waitMs)
  const libraries = library
    ? [library]
    : collection.libraries.filter(({ catalog }) => !catalog.genre?.isRequired)
  const most = maxItemsOf(user.userData)
  const lists = await Promise.all(
    libraries.flatMap(({ catalog }) => {
      const inOrder = createKeyedQueues(mostGenreLoads)
      return offered(catalog, genres, most).map((asked) => {
        const read = { ...asked, configuration: user.configuration }
        return inOrder(catalog.key, () => deps.snapshots.ofGenre(catalog, read, waits))
      })
    }),
  )
  return unique(lists.flat().map((title) => collection.byText.get(title.identity.text) ?? title))
}

/** Of a library that lists nothing else, which apps would take for empty. */
export async function listedByGenre(
  request: ListRequest,
  library: Library | null,
  genres: readonly string[],
): Promise<readonly Title[]> {
  const soon = await answeredByGenre(request, library, genres)
  const isAll = soon.length > 0 || !library?.catalog.genre?.isRequired
  return isAll ? soon : answeredByGenre(request, library, genres, longerWaitMs)
}

function offered(
  { genre: own }: Catalog,
  genres: readonly string[],
  most: number,
): readonly Omit<AskedGenre, 'configuration'>[] {
  const options = new Set(own?.options)
  // The first of those that differ in case or accents alone.
  const spelled = new Map([...options].toReversed().map((option) => [folded(option), option]))
  const optionOf = (name: string) => (options.has(name) ? name : spelled.get(folded(name)))
  if (own?.isRequired && genres.some(isEveryGenre)) {
    const every = optionOf(everyGenre)
    return every === undefined ? parts([...options], most) : [{ genre: every, maxItems: most }]
  }
  const isOpen = own?.isRequired && options.size === 0
  const known = isOpen ? genres : genres.flatMap((name) => optionOf(name) ?? [])
  return [...new Set(known)].slice(0, maxGenres).map((genre) => ({ genre, maxItems: most }))
}

function parts(genres: readonly string[], most: number) {
  const rest = most % genres.length
  const least = Math.floor(most / genres.length)
  return genres
    .map((genre, place) => ({ genre, maxItems: place < rest ? least + 1 : least }))
    .filter(({ maxItems }) => maxItems > 0)
}

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

function waitsFor({ signal }: Ask, listedMs: number): Waits {
  const within = (ms: number) => AbortSignal.any([signal, AbortSignal.timeout(ms)])
  return { listed: within(listedMs), asked: within(askedMs) }
}
