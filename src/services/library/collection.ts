import { LRUCache } from 'lru-cache'
import { sortTitles } from '../../library/order.ts'
import { fillTitle } from '../../library/title.ts'
import type { Title } from '../../library/title.ts'
import type { ItemOrder } from '../../model/item-query.ts'
import type { ItemNames } from '../../model/item-names.ts'
import type { Household } from '../../model/member.ts'
import type { SourceClient } from '../../model/source-client.ts'
import { findCatalogs } from './catalogs.ts'
import type { Catalog, Catalogs } from './catalogs.ts'
import type { Snapshot, Snapshots } from './snapshots.ts'

/** A catalog as a library, with its titles. */
export type Shelf = {
  readonly catalog: Catalog
  /** Of its key among the stored names. */
  readonly number: number
  readonly titles: readonly Title[]
}

/** Everything that a household's sources list. */
export type Collection = {
  readonly shelves: readonly Shelf[]
  readonly searchable: readonly Catalog[]
  /** Every title once, in the order of the libraries. */
  readonly titles: readonly Title[]
  readonly byText: ReadonlyMap<string, Title>
  readonly byKey: ReadonlyMap<string, Title>
  /** The first library that lists a title. */
  readonly shelfOf: ReadonlyMap<string, Shelf>
  /** Titles of a list in an order that does not depend on who looks; remembered. */
  sorted(list: readonly Title[], order: readonly ItemOrder[]): readonly Title[]
}

const usualMaxItems = 1_000
/** How long a first reading may keep somebody waiting. */
const firstWaitMs = 15_000
const catalogsFreshMs = 60_000

type Known = {
  catalogs: Catalogs
  numbers: ReadonlyMap<string, number>
  readAt: number
  renewing: boolean
  made: {
    readonly snapshots: readonly (readonly Title[])[]
    readonly collection: Collection
  } | null
}

/** Brings the catalogs of a household together; from memory while nothing has changed. */
export function createCollections({
  client,
  snapshots,
  names,
  onChange,
}: {
  readonly client: Pick<SourceClient, 'manifest'>
  readonly snapshots: Snapshots
  readonly names: ItemNames
  /** Hears that a household's libraries hold something else than before. */
  readonly onChange: (configuration: number) => void
}) {
  const known = new LRUCache<string, Known>({ max: 500 })

  async function read(household: Household): Promise<Known> {
    const catalogs = await findCatalogs(client, household)
    const numbers = await names.numbersOf(catalogs.libraries.map(textOf))
    return { catalogs, numbers, readAt: Date.now(), renewing: false, made: null }
  }

  function keyOf({ configuration, cacheKey }: Household): string {
    return `${configuration} ${cacheKey}`
  }

  /** An old answer is good enough while a new one is made. */
  function renewBehind(household: Household, old: Known): void {
    if (old.renewing || Date.now() - old.readAt < catalogsFreshMs) return
    old.renewing = true
    read(household)
      .then((fresh) => known.set(keyOf(household), { ...fresh, made: old.made }))
      .catch(() => {
        old.renewing = false
      })
  }

  async function entryOf(household: Household): Promise<Known> {
    const key = keyOf(household)
    const held = known.get(key)
    // Nothing was found where all sources were away: that is asked anew each time.
    if (held && held.catalogs.libraries.length > 0) {
      renewBehind(household, held)
      return held
    }
    const entry = await read(household)
    known.set(key, entry)
    return entry
  }

  function make(entry: Known, lists: readonly Snapshot[], configuration: number): Collection {
    const { catalogs, numbers, made } = entry
    const same =
      made !== null &&
      made.snapshots.length === lists.length &&
      made.snapshots.every((titles, index) => titles === lists[index]!.titles) &&
      made.collection.shelves.every(
        ({ catalog }, index) => catalog.key === catalogs.libraries[index]!.key,
      )
    if (same) return made.collection
    const shelves = catalogs.libraries.flatMap((catalog, index): Shelf[] => {
      const number = numbers.get(textOf(catalog))
      return number === undefined ? [] : [{ catalog, number, titles: lists[index]!.titles }]
    })
    const collection = collect(shelves, catalogs.searchable)
    if (lists.every(({ complete }) => complete)) {
      if (made) onChange(configuration)
      entry.made = { snapshots: lists.map(({ titles }) => titles), collection }
    }
    return collection
  }

  return {
    /** Waits for what was never read, at most fifteen seconds. */
    async of(household: Household, signal: AbortSignal): Promise<Collection> {
      const entry = await entryOf(household)
      const maxItems = household.userData.mediaServer?.libraries?.maxItems ?? usualMaxItems
      let wait: AbortSignal | undefined
      const lists = entry.catalogs.libraries.map((catalog) => {
        // Without a genre these list nothing.
        if (catalog.genre?.isRequired) return nothing
        return (
          snapshots.peek(catalog, maxItems) ??
          snapshots.get(
            catalog,
            maxItems,
            (wait ??= AbortSignal.any([signal, AbortSignal.timeout(firstWaitMs)])),
          )
        )
      })
      return make(entry, await settled(lists), household.configuration)
    },

    /** What is in memory already; null where it was never read. */
    peek(household: Household): Collection | null {
      return known.get(keyOf(household))?.made?.collection ?? null
    },
  }
}

/** Without waiting where nothing has to be waited for. */
async function settled(lists: readonly (Snapshot | Promise<Snapshot>)[]) {
  const ready: Snapshot[] = []
  for (const list of lists) ready.push(list instanceof Promise ? await list : list)
  return ready
}

const nothing: Snapshot = { titles: [], complete: true, loadedAt: 0 }

/** The stored name of a library. */
function textOf({ key }: Catalog): string {
  return `library:${key}`
}

function collect(shelves: readonly Shelf[], searchable: readonly Catalog[]): Collection {
  const byText = new Map<string, Title>()
  const shelfOf = new Map<string, Shelf>()
  for (const shelf of shelves) {
    for (const title of shelf.titles) {
      const { text } = title.identity
      const known = byText.get(text)
      byText.set(text, known ? fillTitle(known, title) : title)
      if (!known) shelfOf.set(text, shelf)
    }
  }
  // A title that several libraries list is the same one, with all that is known of it, in each of them.
  const whole = shelves.map((shelf) => ({
    ...shelf,
    titles: shelf.titles.map(({ identity }) => byText.get(identity.text)!),
  }))
  const wholeByNumber = new Map(whole.map((shelf) => [shelf.number, shelf]))
  const remembered = new WeakMap<readonly Title[], Map<string, readonly Title[]>>()
  return {
    shelves: whole,
    searchable,
    titles: [...byText.values()],
    byText,
    byKey: new Map(Array.from(byText.values(), (title) => [title.identity.key, title])),
    shelfOf: new Map(
      Array.from(shelfOf, ([text, { number }]) => [text, wholeByNumber.get(number)!]),
    ),
    sorted(list, order) {
      if (order.some(({ by }) => by === 'random')) return sortTitles(list, order)
      const orders = remembered.get(list) ?? new Map<string, readonly Title[]>()
      remembered.set(list, orders)
      const key = JSON.stringify(order)
      const sorted = orders.get(key) ?? sortTitles(list, order)
      orders.set(key, sorted)
      return sorted
    },
  }
}
