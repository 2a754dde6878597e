import { LRUCache } from 'lru-cache'
import { createKeyedQueues } from '../../../core/keyed-queues.ts'
import { untilAborted } from '../../../core/until-aborted.ts'
import { createTitle } from '../../../library/title.ts'
import type { Title } from '../../../library/title.ts'
import type { Catalog } from './catalogs.ts'
import { readCatalog } from './read-catalog.ts'
import type { CatalogReader } from './read-catalog.ts'

export type Snapshot = {
  readonly titles: readonly Title[]
  readonly weight: number
  readonly complete: boolean
  /** Epoch milliseconds; 0 while still being read. */
  readonly loadedAt: number
}

export type Snapshots = ReturnType<typeof createSnapshots>

export type SnapshotOptions = CatalogReader & { readonly memoryShare?: number }

/** A catalog, or what it has of a genre. */
type List = {
  readonly catalog: Catalog
  readonly maxItems: number
  readonly genre?: string
  /** Which configuration asked for the genre. */
  readonly configuration?: number
}

export type AskedGenre = {
  /** As the catalog spells it. */
  readonly genre: string
  readonly maxItems: number
  readonly configuration: number
}

export type Waits = {
  /** When it aborts, what is known is listed. */
  readonly listed: AbortSignal
  /** When it aborts, sources are no longer asked: later, so that a slow answer is there for whoever asks again. */
  readonly asked: AbortSignal
}

type Load = {
  readonly configuration: number | null
  readonly partial: Title[]
  weight: number
  /** The part of it that was returned last. */
  shown: readonly Title[]
  readonly done: Promise<Snapshot>
}

/** Usual titles in memory over all households, with memoryShare 1; those with more text count as several. */
const mostHeld = 60_000
/** Including those in collections, and what is being read. */
const mostTitles = 120_000
const renewAfterMs = 900_000
const retryAfterMs = 60_000
/** Concurrent catalog reads per source. */
const atOnce = 4
/** Genres that one configuration has read at once. */
export const mostGenreLoads = 10
/** Shared, so that lists without titles are identical objects. */
const empty: Snapshot = { titles: [], weight: 0, complete: false, loadedAt: 0 }

/** Reads whole catalogs page by page; households with the same source share them. */
export function createSnapshots({ memoryShare = 1, ...reader }: SnapshotOptions) {
  const maxHeld = Math.floor(mostHeld * memoryShare)
  const maxTitles = Math.floor(mostTitles * memoryShare)
  const held = new LRUCache<string, Snapshot>({
    maxSize: maxHeld,
    sizeCalculation: ({ weight }) => Math.min(maxHeld, weight + 1),
  })
  const loading = new Map<string, Load>()
  const inOrder = createKeyedQueues(atOnce)
  let elsewhere = 0
  let arriving = 0
  let loaded = Promise.withResolvers<void>()

  function keep(key: string, snapshot: Snapshot): void {
    held.set(key, snapshot)
    makeRoom()
  }

  /** Never evicts the newest, which callers are waiting for. A little is always arriving. */
  function makeRoom(): void {
    const others = elsewhere + Math.max(0, arriving - maxTitles / 10)
    while (held.size > 1 && held.calculatedSize + others > maxTitles) held.pop()
  }

  /** When all that is being read is too much, whatever takes more than its part of the room is read later. */
  function hasRoom({ weight }: Pick<Load, 'weight'>): boolean {
    const begun = [...loading.values()].filter((load) => load.weight > 0).length
    if (arriving >= maxTitles && weight * begun > maxTitles) throw new Error('no room')
    return weight < maxTitles
  }

  function mayLoad({ configuration, ...list }: List): boolean {
    if (configuration === undefined || loading.has(keyOf(list))) return true
    const own = [...loading.values()].filter((load) => load.configuration === configuration)
    return own.length < mostGenreLoads
  }

  function load({ catalog, configuration, ...asked }: List, last: Snapshot | null): Load {
    const key = keyOf({ catalog, ...asked })
    const running = loading.get(key)
    if (running) return running
    const read: Omit<Load, 'done'> = {
      configuration: configuration ?? null,
      partial: [],
      weight: 0,
      shown: empty.titles,
    }
    const reading = {
      ...asked,
      into: read.partial,
      hasRoom: () => hasRoom(read),
      added: (weight: number) => {
        read.weight += weight
        arriving += weight
        makeRoom()
      },
    }
    const done = inOrder(catalog.source.url, () => readCatalog(reader, catalog, reading))
      .then(
        () => snapshotOf(read, true),
        () => snapshotOf(read, false),
      )
      .then((snapshot) => {
        arriving -= read.weight
        const kept = better(held.peek(key) ?? last, snapshot)
        keep(key, kept)
        return kept
      })
      .finally(() => {
        loading.delete(key)
        loaded.resolve()
        loaded = Promise.withResolvers<void>()
      })
    const started: Load = Object.assign(read, { done })
    loading.set(key, started)
    return started
  }

  function peek(list: List, last: Snapshot | null): Snapshot | null {
    const known = held.get(keyOf(list)) ?? last
    if (!known || known.loadedAt === 0) return null
    if (Date.now() - known.loadedAt > renewAfterMs && mayLoad(list)) load(list, known)
    return known
  }

  async function readInTime(list: List, signal: AbortSignal): Promise<Snapshot> {
    const running = load(list, null)
    const whole = await untilAborted(running.done, signal).catch(() => null)
    if (whole) return whole
    // Stays the same object while nothing was added.
    if (running.shown.length < running.partial.length) running.shown = [...running.partial]
    return { ...empty, titles: running.shown }
  }

  async function readInOrder(list: List, signal: AbortSignal): Promise<Snapshot> {
    while (!mayLoad(list)) {
      await untilAborted(loaded.promise, signal)
      const known = peek(list, null)
      if (known) return known
    }
    return readInTime(list, signal)
  }

  return {
    /** What is in memory, else what the caller saw last; refreshed in the background when old. Null if never read. */
    peek: (catalog: Catalog, maxItems: number, last: Snapshot | null = null): Snapshot | null =>
      peek({ catalog, maxItems }, last),

    leaveRoom(titles: number): void {
      elsewhere = titles
      makeRoom()
    },

    /** Reads the catalog if necessary; when the signal aborts, returns what was read so far and goes on in the background. */
    async get(catalog: Catalog, maxItems: number, signal: AbortSignal): Promise<Snapshot> {
      const list = { catalog, maxItems }
      return peek(list, null) ?? readInTime(list, signal)
    },

    /**
     * Where nothing else lists the catalog's titles, all pages are read as those of catalogs are, once it is their turn.
     * What is known must do for callers who are gone.
     */
    async ofGenre(catalog: Catalog, asked: AskedGenre, waits: Waits): Promise<readonly Title[]> {
      if (!catalog.genre?.isRequired) return ask(reader, catalog, { genre: asked.genre }, waits)
      const list = { catalog, ...asked }
      const known = peek(list, null)
      const isRead = loading.has(keyOf(list)) && !known?.complete && !known?.titles.length
      const isNew = known === null && !waits.listed.aborted
      const { titles } =
        isNew || isRead
          ? await readInOrder(list, waits.listed).catch(() => empty)
          : (known ?? empty)
      return titles.filter(({ meta }) => !meta.set)
    },

    search(catalog: Catalog, text: string, waits: Waits): Promise<readonly Title[]> {
      return ask(reader, catalog, { search: text }, waits)
    },
  }
}

async function ask(
  { client, sameTitle }: CatalogReader,
  { source, type, id }: Catalog,
  extra: Readonly<Record<string, string>>,
  { listed, asked: signal }: Waits,
): Promise<readonly Title[]> {
  try {
    const answer = client.catalog(source, type, id, extra, { signal })
    const { value } = await untilAborted(answer, listed)
    return value.flatMap((meta) => (meta.set ? [] : createTitle(meta, sameTitle)))
  } catch {
    return []
  }
}

export function snapshotKey(catalog: Catalog, maxItems: number): string {
  return keyOf({ catalog, maxItems })
}

function keyOf({ catalog: { source, type, id }, maxItems, genre }: List): string {
  return JSON.stringify([source.url, type, id, maxItems, genre])
}

function snapshotOf({ partial, weight }: Omit<Load, 'done'>, complete: boolean): Snapshot {
  const age = complete ? 0 : renewAfterMs - retryAfterMs
  const titles = partial.length > 0 ? partial : empty.titles
  return { titles, weight, complete, loadedAt: Date.now() - age }
}

/** An incomplete list replaces only shorter ones. Equal lists stay the same object, so that nothing is recomputed. */
function better(old: Snapshot | null, read: Snapshot): Snapshot {
  if (!old) return read
  const isWorse = !read.complete && (old.complete || old.titles.length >= read.titles.length)
  if (isWorse) return { ...old, loadedAt: read.loadedAt }
  return isSame(old.titles, read.titles) ? { ...read, titles: old.titles } : read
}

export function isSame(a: readonly Title[], b: readonly Title[]): boolean {
  if (a === b) return true
  return (
    a.length === b.length &&
    a.every((title, index) => {
      const other = b[index]!
      return (
        title.identity.text === other.identity.text &&
        title.meta.name === other.meta.name &&
        title.meta.poster === other.meta.poster
      )
    })
  )
}
