import { LRUCache } from 'lru-cache'
import { createKeyedQueues } from '../../../core/keyed-queues.ts'
import type { SameTitle } from '../../../library/identity.ts'
import { createTitle } from '../../../library/title.ts'
import type { Title } from '../../../library/title.ts'
import type { SourceClient } from '../../../model/source-client.ts'
import type { Catalog } from './catalogs.ts'

export type Snapshot = {
  readonly titles: readonly Title[]
  readonly complete: boolean
  /** Epoch milliseconds; 0 while still being read. */
  readonly loadedAt: number
}

export type Snapshots = ReturnType<typeof createSnapshots>

export type SnapshotOptions = {
  readonly client: Pick<SourceClient, 'catalog'>
  readonly sameTitle: SameTitle
  readonly memoryShare?: number
}

type Load = {
  readonly partial: Title[]
  /** The part of it that was returned last. */
  shown: readonly Title[]
  readonly done: Promise<Snapshot>
}

/** Titles in memory over all households, with memoryShare 1. */
const mostHeld = 60_000
/** Including those in collections. */
const mostTitles = 120_000
const renewAfterMs = 900_000
const retryAfterMs = 60_000
/** Concurrent catalog reads per source. */
const atOnce = 4
/** Shared, so that lists without titles are identical objects. */
const empty: Snapshot = { titles: [], complete: false, loadedAt: 0 }

/** Reads whole catalogs page by page; households with the same source share them. */
export function createSnapshots({ memoryShare = 1, ...reader }: SnapshotOptions) {
  const maxHeld = Math.floor(mostHeld * memoryShare)
  const maxTitles = Math.floor(mostTitles * memoryShare)
  const held = new LRUCache<string, Snapshot>({
    maxSize: maxHeld,
    sizeCalculation: ({ titles }) => Math.min(maxHeld, titles.length + 1),
  })
  const loading = new Map<string, Load>()
  const inOrder = createKeyedQueues(atOnce)
  let elsewhere = 0

  function keep(key: string, snapshot: Snapshot): void {
    held.set(key, snapshot)
    makeRoom()
  }

  /** Never evicts the newest, which callers are waiting for. */
  function makeRoom(): void {
    while (held.size > 1 && held.calculatedSize + elsewhere > maxTitles) held.pop()
  }

  function load(catalog: Catalog, maxItems: number, last: Snapshot | null): Load {
    const key = snapshotKey(catalog, maxItems)
    const running = loading.get(key)
    if (running) return running
    const partial: Title[] = []
    const done = inOrder(catalog.source.url, () => readAll(reader, catalog, maxItems, partial))
      .then(
        () => snapshotOf(partial, true),
        () => snapshotOf(partial, false),
      )
      .then((snapshot) => {
        const kept = better(held.peek(key) ?? last, snapshot)
        keep(key, kept)
        return kept
      })
      .finally(() => loading.delete(key))
    const started: Load = { partial, shown: empty.titles, done }
    loading.set(key, started)
    return started
  }

  function peek(catalog: Catalog, maxItems: number, last: Snapshot | null = null): Snapshot | null {
    const known = held.get(snapshotKey(catalog, maxItems)) ?? last
    if (!known || known.loadedAt === 0) return null
    if (Date.now() - known.loadedAt > renewAfterMs) load(catalog, maxItems, known)
    return known
  }

  return {
    /** What is in memory, else what the caller saw last; refreshed in the background when old. Null if never read. */
    peek,

    leaveRoom(titles: number): void {
      elsewhere = titles
      makeRoom()
    },

    /** Reads the catalog if necessary; when the signal aborts, returns what was read so far and goes on in the background. */
    async get(catalog: Catalog, maxItems: number, signal: AbortSignal): Promise<Snapshot> {
      const snapshot = peek(catalog, maxItems)
      if (snapshot) return snapshot
      const running = load(catalog, maxItems, null)
      const late = new Promise<null>((resolve) => {
        if (signal.aborted) resolve(null)
        else signal.addEventListener('abort', () => resolve(null), { once: true })
      })
      const read = await Promise.race([running.done, late])
      if (read) return read
      // Stays the same object while nothing was added.
      if (running.shown.length < running.partial.length) running.shown = [...running.partial]
      return { ...empty, titles: running.shown }
    },

    ofGenre(catalog: Catalog, genre: string, signal: AbortSignal): Promise<readonly Title[]> {
      const name = catalog.genre?.options.find(
        (option) => option.toLowerCase() === genre.toLowerCase(),
      )
      return ask(reader, catalog, { genre: name ?? genre }, signal)
    },

    search(catalog: Catalog, text: string, signal: AbortSignal): Promise<readonly Title[]> {
      return ask(reader, catalog, { search: text }, signal)
    },
  }
}

type Reader = Pick<SnapshotOptions, 'client' | 'sameTitle'>

async function readAll(
  { client, sameTitle }: Reader,
  catalog: Catalog,
  maxItems: number,
  into: Title[],
): Promise<void> {
  const seen = new Set<string>()
  let skip = 0
  for (;;) {
    const extra: Record<string, string> = skip > 0 ? { skip: String(skip) } : {}
    const page = await client.catalog(catalog.source, catalog.type, catalog.id, extra)
    const before = into.length
    for (const meta of page.value) {
      const title = createTitle(meta, sameTitle)
      if (seen.has(title.identity.text) || into.length >= maxItems) continue
      seen.add(title.identity.text)
      into.push(title)
    }
    // Sources count what they list, including unreadable entries.
    skip += page.entries ?? page.value.length
    if (!catalog.canSkip || into.length === before || into.length >= maxItems) return
  }
}

async function ask(
  { client, sameTitle }: Reader,
  { source, type, id }: Catalog,
  extra: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<readonly Title[]> {
  try {
    const { value } = await client.catalog(source, type, id, extra, { signal })
    return value.flatMap((meta) => (meta.set ? [] : createTitle(meta, sameTitle)))
  } catch {
    return []
  }
}

export function snapshotKey({ source, type, id }: Catalog, maxItems: number): string {
  return JSON.stringify([source.url, type, id, maxItems])
}

function snapshotOf(read: readonly Title[], complete: boolean): Snapshot {
  const age = complete ? 0 : renewAfterMs - retryAfterMs
  const titles = read.length > 0 ? read : empty.titles
  return { titles, complete, loadedAt: Date.now() - age }
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
