import { isDeepStrictEqual } from 'node:util'
import { LRUCache } from 'lru-cache'
import { createSingleFlight } from '../../../core/single-flight.ts'
import { interleaved } from '../../../library/title.ts'
import type { LiveEvents } from '../../../model/live-event.ts'
import type { ItemNames } from '../../../model/item-names.ts'
import type { Household } from '../../../model/household.ts'
import type { SourceClient } from '../../../model/source-client.ts'
import type { TitleSights } from '../../../model/title-sights.ts'
import { findCatalogs } from './catalogs.ts'
import type { Catalog, Catalogs, FoundCatalogs } from './catalogs.ts'
import { collect, weightOfCollection } from './collection.ts'
import type { Collection, Library } from './collection.ts'
import { isSame, snapshotKey } from './snapshots.ts'
import type { Snapshot, Snapshots } from './snapshots.ts'

const usualMaxItems = 1_000
/** How long a first read may delay an answer. */
const firstWaitMs = 15_000
const catalogsFreshMs = 60_000
/** Titles are reported as still listed once a day. */
const sightingsLastMs = 86_400_000
const retrySightingsMs = 60_000
/** Usual titles in the collections of all households, with memoryShare 1. */
const mostTitles = 90_000

type Snapshotted = ReadonlyMap<string, Snapshot>

type Made = {
  readonly catalogs: Catalogs
  readonly snapshots: Snapshotted
  readonly collection: Collection
  readonly weight: number
  readonly sightings: Sightings
}

type Sightings = {
  readonly known: Map<string, number>
  dueAt: number
  allDueAt: number
  asking: Promise<void> | null
}

type Known = {
  readonly cacheKey: string
  /** Stays the same object while the content is equal. */
  readonly catalogs: Catalogs
  readonly failures: FoundCatalogs['failures']
  readonly numbers: ReadonlyMap<string, number>
  /** Counts up with each read that begins. */
  readonly read: number
  readonly readAt: number
  renewing: boolean
  made: Made | null
}

type CollectionOptions = {
  readonly client: Pick<SourceClient, 'manifest'>
  readonly snapshots: Snapshots
  readonly names: ItemNames
  readonly sights: Pick<TitleSights, 'of'>
  readonly events: Pick<LiveEvents, 'publish'>
  readonly memoryShare?: number
}

export function createCollections(options: CollectionOptions) {
  const { snapshots, sights, events, memoryShare = 1 } = options
  const maxTitles = Math.floor(mostTitles * memoryShare)
  const reading = createSingleFlight()
  let reads = 0
  const known = new LRUCache<number, Known>({
    max: 500,
    maxSize: maxTitles,
    sizeCalculation: ({ made }) => Math.min(maxTitles, 1 + (made?.weight ?? 0)),
  })

  async function readFor(household: Household, old: Known | null): Promise<Known> {
    const number = ++reads
    return { ...(await readCatalogs(options, household, old)), read: number }
  }

  /** Serves the old catalogs while it reads new ones. */
  function renewBehind(household: Household, old: Known): void {
    if (old.renewing || Date.now() - old.readAt < catalogsFreshMs) return
    old.renewing = true
    readFor(household, old)
      .then((fresh) => {
        // The configuration may have changed, or lists been read, in the meantime.
        if (known.peek(household.configuration) !== old) return
        known.set(household.configuration, { ...fresh, read: old.read, made: old.made })
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
    // An empty result, as when all sources failed, is not reused.
    if (held && held.catalogs.libraries.length > 0) {
      renewBehind(household, held)
      return held
    }
    const { configuration, cacheKey } = household
    return reading.join(`${configuration} ${cacheKey}`, async () => {
      const entry = await readFor(household, held)
      // A read that began later may have ended before, with newer settings.
      const present = known.peek(configuration)
      if (!present || present.read <= entry.read) known.set(configuration, entry)
      return entry
    })
  }

  function make(entry: Known, read: Snapshotted, { configuration, userData }: Household): Made {
    const { made } = entry
    const isUnchanged = made !== null && isStill(made, entry.catalogs, read)
    if (isUnchanged && made.catalogs === entry.catalogs) {
      return (entry.made = { ...made, snapshots: read })
    }
    entry.made = makeCollection(entry, read, maxItemsOf(userData))
    remeasure(entry, configuration)
    // Titles come and go while a source fails, so only a complete change is announced.
    const isWhole = [...read.values()].every(({ complete }) => complete)
    if (made && !isUnchanged && isWhole) events.publish({ kind: 'library', configuration })
    return entry.made
  }

  /** The cache measures sizes on insertion only. */
  function remeasure(entry: Known, configuration: number): void {
    if (known.peek(configuration) !== entry) return
    known.delete(configuration)
    known.set(configuration, entry)
    snapshots.leaveRoom(known.calculatedSize)
  }

  return {
    /** Waits at most fifteen seconds for catalogs that were never read. */
    async of(household: Household, signal: AbortSignal): Promise<Collection> {
      const entry = await entryOf(household)
      const read = await readTitles(snapshots, entry, maxItemsOf(household.userData), signal)
      const made = make(entry, read, household)
      await lookAt(sights, made)
      return made.collection
    },

    /** Sources whose catalogs are missing in the collection. */
    async failuresOf(household: Household): Promise<FoundCatalogs['failures']> {
      return (await entryOf(household)).failures
    },

    peek(household: Household): Collection | null {
      return heldOf(household)?.made?.collection ?? null
    },
  }
}

async function readCatalogs(
  { client, names }: CollectionOptions,
  household: Household,
  old: Known | null,
): Promise<Omit<Known, 'read'>> {
  const { catalogs: found, failures } = await findCatalogs(client, household)
  const catalogs = old && isDeepStrictEqual(found, old.catalogs) ? old.catalogs : found
  const numbers = await names.numbersOf(catalogs.libraries.map(textOf), household.configuration)
  const { cacheKey } = household
  const made = old?.made ?? null
  return { cacheKey, catalogs, failures, numbers, readAt: Date.now(), renewing: false, made }
}

async function readTitles(
  snapshots: Snapshots,
  { catalogs, made }: Known,
  maxItems: number,
  signal: AbortSignal,
): Promise<Snapshotted> {
  let wait: AbortSignal | undefined
  const lists = catalogs.libraries.map((catalog) => {
    if (catalog.genre?.isRequired) return nothing
    // A snapshot that was evicted is still in the collection.
    const last = made?.snapshots.get(snapshotKey(catalog, maxItems))
    return (
      snapshots.peek(catalog, maxItems, last) ??
      snapshots.get(
        catalog,
        maxItems,
        (wait ??= AbortSignal.any([signal, AbortSignal.timeout(firstWaitMs)])),
      )
    )
  })
  const read = new Map<string, Snapshot>()
  for (const [index, catalog] of catalogs.libraries.entries()) {
    const list = lists[index]!
    read.set(snapshotKey(catalog, maxItems), list instanceof Promise ? await list : list)
  }
  return read
}

function isStill(made: Made, catalogs: Catalogs, read: Snapshotted): boolean {
  return (
    isDeepStrictEqual(made.catalogs.libraries, catalogs.libraries) &&
    [...read].every(([key, { titles }]) => {
      const before = made.snapshots.get(key)
      return before !== undefined && isSame(before.titles, titles)
    })
  )
}

function makeCollection({ catalogs, numbers, made }: Known, read: Snapshotted, max: number): Made {
  const libraries = catalogs.libraries.flatMap((catalog): Library[] => {
    const number = numbers.get(textOf(catalog))
    const { titles } = read.get(snapshotKey(catalog, max))!
    if (number === undefined) return []
    const sets = titles.filter(({ meta }) => meta.set)
    if (sets.length === 0) return [{ catalog, number, titles }]
    return [{ catalog, number, titles: titles.filter(({ meta }) => !meta.set), sets }]
  })
  const known = new Map(made?.sightings.known)
  const collection = collect(libraries, catalogs.searchable, known)
  for (const text of known.keys()) if (!collection.byText.has(text)) known.delete(text)
  const allDueAt = made?.sightings.allDueAt ?? 0
  const sightings = { known, dueAt: 0, allDueAt, asking: null }
  const weight = weightOfCollection(collection)
  return { catalogs, snapshots: read, collection, weight, sightings }
}

/** Waits if titles are listed for the first time; otherwise known times suffice. */
async function lookAt(
  sights: Pick<TitleSights, 'of'>,
  { collection, sightings }: Made,
): Promise<void> {
  if (sightings.asking === null && Date.now() >= sightings.dueAt) {
    sightings.asking = sightTitles(sights, collection, sightings).finally(() => {
      sightings.asking = null
    })
  }
  if (sightings.known.size < collection.titles.length) await sightings.asking
}

async function sightTitles(
  sights: Pick<TitleSights, 'of'>,
  { libraries }: Collection,
  sightings: Sightings,
): Promise<void> {
  // Catalogs list the newest first.
  const texts = interleaved(libraries.map(({ titles }) => titles)).map(
    ({ identity }) => identity.text,
  )
  const isAllDue = Date.now() >= sightings.allDueAt
  try {
    const asked = isAllDue ? texts : texts.filter((text) => !sightings.known.has(text))
    const found = await sights.of(asked)
    for (const [text, at] of found) sightings.known.set(text, at)
    if (isAllDue) sightings.allDueAt = Date.now() + sightingsLastMs
    sightings.dueAt = sightings.allDueAt
  } catch {
    sightings.dueAt = Date.now() + retrySightingsMs
  }
}

/** Of one library. */
export function maxItemsOf({ mediaServer }: Household['userData']): number {
  return mediaServer?.libraries?.maxItems ?? usualMaxItems
}

const nothing: Snapshot = { titles: [], weight: 0, complete: true, loadedAt: 0 }

function textOf({ key }: Catalog): string {
  return `library:${key}`
}
