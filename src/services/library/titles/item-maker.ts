import { identityOf, numberedIdentity } from '../../../library/identity.ts'
import type { Identity, SameTitle } from '../../../library/identity.ts'
import { createTitle, fillMeta } from '../../../library/title.ts'
import type { Title } from '../../../library/title.ts'
import { readNamed } from '../../../model/item-names.ts'
import type { ItemNames } from '../../../model/item-names.ts'
import type { TitleSights } from '../../../model/title-sights.ts'
import type { ItemKind, ItemRef } from '../../../model/item-ref.ts'
import type { LibraryItem } from '../../../model/library-item.ts'
import type { Household } from '../../../model/household.ts'
import type { SourceMeta } from '../../../model/source-meta.ts'
import type { WatchEntry } from '../../../model/watch.ts'
import type { Collection } from './collection.ts'
import { refOf } from '../../../library/items/bare-item.ts'
import { titleItem } from '../../../library/items/title-item.ts'
import type { Filled, Numbers, Shown } from '../../../library/items/title-item.ts'
import { watchedItem } from '../../../library/items/watched-item.ts'

/** A whole title, by the id and the type that it is asked for with. */
export type NamedTitle = {
  readonly identity: Identity
  readonly kind: ItemKind
  readonly type: string
}

export function createItemMaker(
  names: ItemNames,
  sights: Pick<TitleSights, 'of' | 'peek'>,
  sameTitle: SameTitle,
) {
  /** Titles that were opened but no catalog lists. A database failure only leaves out the time. */
  async function sightUnlisted(texts: readonly string[]): Promise<void> {
    if (texts.length > 0) await sights.of(texts).catch(() => {})
  }

  async function numbersFor(
    { configuration }: Household,
    shown: readonly Filled[],
  ): Promise<Numbers> {
    const texts = shown.flatMap(({ title, details, meta }) => {
      const { genres, studios } = meta
      const people = details ? meta.people : []
      return [
        ...(title.identity.number === null ? [`title:${title.identity.text}`] : []),
        ...genres.map((genre) => `genre:${genre}`),
        ...studios.map((studio) => `studio:${studio}`),
        ...people.map(({ name }) => `person:${name}`),
      ]
    })
    return names.numbersOf(texts, configuration)
  }

  /** In the order of the titles, each under the first library that lists it. */
  async function titleItems(
    household: Household,
    collection: Collection | null,
    shown: readonly Shown[],
  ): Promise<readonly LibraryItem[]> {
    const filled = shown.map(({ title, details }): Filled => {
      const meta = details ? fillMeta(details.meta, title.meta) : title.meta
      return { title, details, meta }
    })
    const unlisted = shown.flatMap(({ title: { identity }, details }) =>
      details && !collection?.addedAt.has(identity.text) ? identity.text : [],
    )
    const [numbers] = await Promise.all([numbersFor(household, filled), sightUnlisted(unlisted)])
    return filled.flatMap((one) => {
      const { text } = one.title.identity
      const addedAt = collection?.addedAt.get(text) ?? sights.peek(text)
      const libraryNumber = collection?.libraryOf.get(text)?.number ?? null
      return titleItem(household, one, numbers, libraryNumber, addedAt) ?? []
    })
  }

  /** For titles that no source lists any more. Null if no id can be made. */
  async function itemOfEntry(household: Household, entry: WatchEntry): Promise<LibraryItem | null> {
    const { space, text, number: own } = identityOfEntry(entry)
    const named = `title:${text}`
    const number = own ?? (await names.numbersOf([named], household.configuration)).get(named)
    if (number === undefined) return null
    return watchedItem(household, entry, { space, number, addedAt: sights.peek(text) })
  }

  /** What the items of titles would have as their ids; null where none can be made. */
  async function titleRefs(
    household: Household,
    titles: readonly NamedTitle[],
  ): Promise<readonly (ItemRef | null)[]> {
    const texts = titles.flatMap(({ identity: { number, text } }) => {
      return number === null ? [`title:${text}`] : []
    })
    const numbers = await names.numbersOf(texts, household.configuration)
    return titles.map(({ identity, kind }) => {
      const number = identity.number ?? numbers.get(`title:${identity.text}`)
      return number === undefined ? null : refOf(household, kind, identity.space, number)
    })
  }

  function sightEntries(entries: readonly WatchEntry[]): Promise<void> {
    return sightUnlisted(entries.map((entry) => identityOfEntry(entry).text))
  }

  async function identityOfRef({
    space,
    number,
    kind,
  }: ItemRef): Promise<{ identity: Identity; type: string } | null> {
    if (space !== 'opaque') {
      const type = kind === 'movie' ? 'movie' : 'series'
      const titleSpace = kind === 'movie' || kind === 'video' ? 'movie' : 'series'
      return { identity: numberedIdentity(space, number, titleSpace), type }
    }
    const text = await names.textOf(number)
    if (!text?.startsWith('title:')) return null
    const { type, id } = readNamed(text.slice('title:'.length))
    return { identity: { key: id, space, number: null, text: `${type} ${id}` }, type }
  }

  function titleOf(meta: SourceMeta, identity: Identity, type: string): Title {
    return { ...createTitle({ ...meta, type }, sameTitle), identity }
  }

  return {
    titleItems,
    titleRefs,
    watchedItem: itemOfEntry,
    sightEntries,
    identityOfRef,
    titleOf,
  }
}

export function identityOfEntry({ titleKey, item }: WatchEntry): Identity {
  return identityOf({ id: titleKey, type: item.mediaType, ids: {} }, () => null)
}
