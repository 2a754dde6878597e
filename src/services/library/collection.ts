import { isDeepStrictEqual } from 'node:util'
import { LRUCache } from 'lru-cache'
import { sortTitles } from '../../library/order.ts'
import { fillTitle } from '../../library/title.ts'
import type { Title } from '../../library/title.ts'
import type { ItemOrder } from '../../model/item-query.ts'
import type { ItemNames } from '../../model/item-names.ts'
import type { TitleSights } from '../../model/title-sights.ts'
import type { Household } from '../../model/member.ts'
import type { SourceClient } from '../../model/source-client.ts'
import { findCatalogs } from './catalogs.ts'
import type { Catalog, Catalogs } from './catalogs.ts'
import { isSame, snapshotKey } from './snapshots.ts'
import type { Snapshot, Snapshots } from './snapshots.ts'
import { byTurns } from './turns.ts'

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
  /** When the service first saw each title, by its text; epoch milliseconds. */
  readonly addedAt: ReadonlyMap<string, number>
  /** Titles of a list in an order that does not depend on who looks; remembered. */
  sorted(list: readonly Title[], order: readonly ItemOrder[]): readonly Title[]
}

const usualMaxItems = 1_000
/** How long a first reading may keep somebody waiting. */
const firstWaitMs = 15_000
const catalogsFreshMs = 60_000
/** How often the service is told that titles are still listed, and when again where that failed. */
const sightingsLastMs = 86_400_000
const retrySightingsMs = 60_000
/** Titles that the collections of all households hold, where nothing bounds them. */
const mostTitles = 90_000
/** Orders that are remembered of one list. */
const maxOrders = 12
const maxOrderKeys = 4

/** What was made, and of what. */
type Made = {
  readonly catalogs: Catalogs
  readonly snapshots: ReadonlyMap<string, Snapshot>
  readonly collection: Collection
  readonly sightings: Sightings
}

/** What is known of when titles were first seen, and the asking for it that goes on. */
type Sightings = { known: Map<string, number>; dueAt: number; asking: Promise<void> | null }

type Known = {
  readonly cacheKey: string
  /** The same object as long as they say the same. */
  readonly catalogs: Catalogs
  readonly numbers: ReadonlyMap<string, number>
  readonly readAt: number
  renewing: boolean
  made: Made | null
}

/** Brings the catalogs of a household together; from memory while nothing has changed. */
export function createCollections({
  client,
  snapshots,
  names,
  sights,
  onChange,
  memoryShare = 1,
}: {
  readonly client: Pick<SourceClient, 'manifest'>
  readonly snapshots: Snapshots
  readonly names: ItemNames
  readonly sights: Pick<TitleSights, 'of'>
  /** Hears that a household's libraries hold something else than before. */
  readonly onChange: (configuration: number) => void
  /** Of what is held where nothing bounds it. */
  readonly memoryShare?: number
}) {
  const maxTitles = Math.floor(mostTitles * memoryShare)
  /** By configuration: what an older version of it listed is not kept. */
  const known = new LRUCache<number, Known>({
    max: 500,
    maxSize: maxTitles,
    sizeCalculation: ({ made }) => Math.min(maxTitles, 1 + (made ? sizeOf(made.collection) : 0)),
  })

  async function read(household: Household, old: Known | null): Promise<Known> {
    const found = await findCatalogs(client, household)
    const catalogs = old && isDeepStrictEqual(found, old.catalogs) ? old.catalogs : found
    const numbers = await names.numbersOf(catalogs.libraries.map(textOf))
    const { cacheKey } = household
    const made = old?.made ?? null
    return { cacheKey, catalogs, numbers, readAt: Date.now(), renewing: false, made }
  }

  /** An old answer is good enough while a new one is made. */
  function renewBehind(household: Household, old: Known): void {
    if (old.renewing || Date.now() - old.readAt < catalogsFreshMs) return
    old.renewing = true
    read(household, old)
      .then((fresh) => {
        // A newer version of the configuration may have come, and lists been read, meanwhile.
        if (known.peek(household.configuration) !== old) return
        known.set(household.configuration, { ...fresh, made: old.made })
      })
      .catch(() => {
        old.renewing = false
      })
  }

  function heldOf({ configuration, cacheKey }: Household): Known | null {
    const held = known.get(configuration)
    return held?.cacheKey === cacheKey ? held : null
  }

  async function entryOf(household: Household): Promise<Known> {
    const held = heldOf(household)
    // Nothing was found where all sources were away: that is asked anew each time.
    if (held && held.catalogs.libraries.length > 0) {
      renewBehind(household, held)
      return held
    }
    const entry = await read(household, held)
    known.set(household.configuration, entry)
    return entry
  }

  function make(
    entry: Known,
    lists: readonly Snapshot[],
    { configuration, userData }: Household,
  ): Collection {
    const { catalogs, numbers, made } = entry
    const maxItems = maxItemsOf(userData)
    const read = new Map(
      catalogs.libraries.map((catalog, index) => [snapshotKey(catalog, maxItems), lists[index]!]),
    )
    const isUnchanged =
      made !== null &&
      isDeepStrictEqual(made.catalogs.libraries, catalogs.libraries) &&
      [...read].every(([key, { titles }]) => {
        const before = made.snapshots.get(key)
        return before !== undefined && isSame(before.titles, titles)
      })
    if (isUnchanged && made.catalogs === catalogs) {
      entry.made = { ...made, snapshots: read }
      return made.collection
    }
    const shelves = catalogs.libraries.flatMap((catalog, index): Shelf[] => {
      const number = numbers.get(textOf(catalog))
      return number === undefined ? [] : [{ catalog, number, titles: lists[index]!.titles }]
    })
    const sightings = { known: new Map(made?.sightings.known), dueAt: 0, asking: null }
    const collection = collect(shelves, catalogs.searchable, sightings.known)
    for (const text of sightings.known.keys())
      if (!collection.byText.has(text)) sightings.known.delete(text)
    entry.made = { catalogs, snapshots: read, collection, sightings }
    remeasure(entry, configuration)
    // While a source is away its titles come and go: only what is whole is worth looking at anew.
    const isWhole = [...read.values()].every(({ complete }) => complete)
    if (made && !isUnchanged && isWhole) onChange(configuration)
    return collection
  }

  /** Waits where titles are listed for the first time; otherwise what is known is good enough. */
  async function lookAt({ collection, sightings }: Made): Promise<void> {
    if (sightings.asking === null && Date.now() >= sightings.dueAt) {
      sightings.asking = sightTitles(collection, sightings).finally(() => {
        sightings.asking = null
      })
    }
    if (sightings.known.size < collection.titles.length) await sightings.asking
  }

  async function sightTitles({ shelves }: Collection, sightings: Sightings): Promise<void> {
    // Catalogs list the newest first.
    const titles = byTurns(shelves.map((shelf) => shelf.titles))
    try {
      const found = await sights.of(titles.map(({ identity }) => identity.text))
      for (const [text, at] of found) sightings.known.set(text, at)
      sightings.dueAt = Date.now() + sightingsLastMs
    } catch {
      sightings.dueAt = Date.now() + retrySightingsMs
    }
  }

  /** Sizes are taken when something is put in. */
  function remeasure(entry: Known, configuration: number): void {
    if (known.peek(configuration) !== entry) return
    known.delete(configuration)
    known.set(configuration, entry)
    snapshots.leaveRoom(known.calculatedSize)
  }

  return {
    /** Waits for what was never read, at most fifteen seconds. */
    async of(household: Household, signal: AbortSignal): Promise<Collection> {
      const entry = await entryOf(household)
      const maxItems = maxItemsOf(household.userData)
      let wait: AbortSignal | undefined
      const lists = entry.catalogs.libraries.map((catalog) => {
        // Without a genre these list nothing.
        if (catalog.genre?.isRequired) return nothing
        // What does not fit among the snapshots any more is still held by the collection.
        const last = entry.made?.snapshots.get(snapshotKey(catalog, maxItems))
        return (
          snapshots.peek(catalog, maxItems, last) ??
          snapshots.get(
            catalog,
            maxItems,
            (wait ??= AbortSignal.any([signal, AbortSignal.timeout(firstWaitMs)])),
          )
        )
      })
      const collection = make(entry, await settled(lists), household)
      await lookAt(entry.made!)
      return collection
    },

    /** What is in memory already; null where it was never read. */
    peek(household: Household): Collection | null {
      return heldOf(household)?.made?.collection ?? null
    },
  }
}

function maxItemsOf({ mediaServer }: Household['userData']): number {
  return mediaServer?.libraries?.maxItems ?? usualMaxItems
}

/** Titles of all its shelves. */
function sizeOf({ shelves }: Collection): number {
  return shelves.reduce((sum, { titles }) => sum + titles.length, 0)
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

function collect(
  shelves: readonly Shelf[],
  searchable: readonly Catalog[],
  addedAt: ReadonlyMap<string, number>,
): Collection {
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
  const remembered = new WeakMap<readonly Title[], LRUCache<string, readonly Title[]>>()
  return {
    shelves: whole,
    searchable,
    titles: [...byText.values()],
    byText,
    byKey: new Map(Array.from(byText.values(), (title) => [title.identity.key, title])),
    shelfOf: new Map(
      Array.from(shelfOf, ([text, { number }]) => [text, wholeByNumber.get(number)!]),
    ),
    addedAt,
    sorted(list, wanted) {
      const order = decisive(wanted)
      const context = { addedAt: ({ identity }: Title) => addedAt.get(identity.text) ?? 0 }
      if (order.length === 0 || order[0]!.by === 'random') return sortTitles(list, order)
      const orders =
        remembered.get(list) ?? new LRUCache<string, readonly Title[]>({ max: maxOrders })
      remembered.set(list, orders)
      const key = JSON.stringify(order)
      const sorted = orders.get(key) ?? sortTitles(list, order, context)
      // Times that are not known yet would be missing for good.
      const isKnown = addedAt.size >= byText.size || !order.some(({ by }) => by === 'added')
      if (isKnown) orders.set(key, sorted)
      return sorted
    },
  }
}

/** A later word on the same thing decides nothing, and one after four others hardly ever does. */
function decisive(order: readonly ItemOrder[]): readonly ItemOrder[] {
  return order
    .filter(({ by }, place) => order.findIndex((other) => other.by === by) === place)
    .slice(0, maxOrderKeys)
}
