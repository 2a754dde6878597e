import { LRUCache } from 'lru-cache'
import type { SameTitle } from '../../library/identity.ts'
import { createTitle } from '../../library/title.ts'
import type { Title } from '../../library/title.ts'
import type { SourceClient } from '../../model/source-client.ts'
import type { Catalog } from './catalogs.ts'

/** All titles of a catalog, as far as it was read. */
export type Snapshot = {
  readonly titles: readonly Title[]
  readonly complete: boolean
  /** Epoch milliseconds; 0: it is still being read. */
  readonly loadedAt: number
}

export type Snapshots = ReturnType<typeof createSnapshots>

export type SnapshotOptions = {
  readonly client: Pick<SourceClient, 'catalog'>
  readonly sameTitle: SameTitle
  /** Of what is held where nothing bounds it. */
  readonly memoryShare?: number
}

/** A reading that goes on. */
type Flight = {
  readonly partial: Title[]
  /** What was shown of it. */
  shown: readonly Title[]
  readonly done: Promise<Snapshot>
}

/** Titles held in memory, of all households together, where nothing bounds it. */
const mostHeld = 60_000
/** The same with those that collections hold. */
const mostTitles = 120_000
const renewAfterMs = 900_000
/** After a source failed, or a page of it. */
const retryAfterMs = 60_000
/** Catalogs of one source that are read at the same time. */
const atOnce = 4
/** Its list stands for every list without titles, so that they count as the same. */
const empty: Snapshot = { titles: [], complete: false, loadedAt: 0 }

/** Whole catalogs, read page by page; shared by all households that name the same source. */
export function createSnapshots({ memoryShare = 1, ...reader }: SnapshotOptions) {
  const maxHeld = Math.floor(mostHeld * memoryShare)
  const maxTitles = Math.floor(mostTitles * memoryShare)
  const held = new LRUCache<string, Snapshot>({
    maxSize: maxHeld,
    sizeCalculation: ({ titles }) => Math.min(maxHeld, titles.length + 1),
  })
  const loading = new Map<string, Flight>()
  const inTurn = createSourceQueues()
  let elsewhere = 0

  function keep(key: string, snapshot: Snapshot): void {
    held.set(key, snapshot)
    makeRoom()
  }

  /** The one that was just read stays, so that whoever waits for it finds it. */
  function makeRoom(): void {
    while (held.size > 1 && held.calculatedSize + elsewhere > maxTitles) held.pop()
  }

  function load(catalog: Catalog, maxItems: number, last: Snapshot | null): Flight {
    const key = snapshotKey(catalog, maxItems)
    const running = loading.get(key)
    if (running) return running
    const partial: Title[] = []
    const done = inTurn(catalog.source.url, () => readAll(reader, catalog, maxItems, partial))
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
    const flight: Flight = { partial, shown: empty.titles, done }
    loading.set(key, flight)
    return flight
  }

  function peek(catalog: Catalog, maxItems: number, last: Snapshot | null = null): Snapshot | null {
    const known = held.get(snapshotKey(catalog, maxItems)) ?? last
    if (!known || known.loadedAt === 0) return null
    if (Date.now() - known.loadedAt > renewAfterMs) load(catalog, maxItems, known)
    return known
  }

  return {
    /** What is held, else what the caller saw last; renewed behind where it is old. Null where nothing was read. */
    peek,

    /** How many titles are held elsewhere, which leaves less room for them here. */
    leaveRoom(titles: number): void {
      elsewhere = titles
      makeRoom()
    },

    /** What is held, or else what can be read until the signal ends the waiting; reading goes on behind. */
    async get(catalog: Catalog, maxItems: number, signal: AbortSignal): Promise<Snapshot> {
      const snapshot = peek(catalog, maxItems)
      if (snapshot) return snapshot
      const flight = load(catalog, maxItems, null)
      const late = new Promise<null>((resolve) => {
        if (signal.aborted) resolve(null)
        else signal.addEventListener('abort', () => resolve(null), { once: true })
      })
      const read = await Promise.race([flight.done, late])
      if (read) return read
      // Equal as long as nothing is added.
      if (flight.shown.length < flight.partial.length) flight.shown = [...flight.partial]
      return { ...empty, titles: flight.shown }
    },

    /** One page for one genre. Never fails. */
    ofGenre(catalog: Catalog, genre: string, signal: AbortSignal): Promise<readonly Title[]> {
      const name = catalog.genre?.options.find(
        (option) => option.toLowerCase() === genre.toLowerCase(),
      )
      return ask(reader, catalog, { genre: name ?? genre }, signal)
    },

    /** What the catalog finds. Never fails. */
    search(catalog: Catalog, text: string, signal: AbortSignal): Promise<readonly Title[]> {
      return ask(reader, catalog, { search: text }, signal)
    },
  }
}

type Reader = Pick<SnapshotOptions, 'client' | 'sameTitle'>

/** All pages; `into` fills while it goes on. Throws where one of them cannot be read. */
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
    // Sources count what they list, not what can be read of it.
    skip += page.entries ?? page.value.length
    if (!catalog.canSkip || into.length === before || into.length >= maxItems) return
  }
}

/** One page. Never fails. */
async function ask(
  { client, sameTitle }: Reader,
  { source, type, id }: Catalog,
  extra: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<readonly Title[]> {
  try {
    const { value } = await client.catalog(source, type, id, extra, { signal })
    return value.map((meta) => createTitle(meta, sameTitle))
  } catch {
    return []
  }
}

/** Runs some work of each source at the same time, the rest in the order of its coming. */
function createSourceQueues() {
  const queues = new Map<string, { running: number; waiting: (() => void)[] }>()

  return async function inTurn<T>(source: string, work: () => Promise<T>): Promise<T> {
    const queue = queues.get(source) ?? { running: 0, waiting: [] }
    queues.set(source, queue)
    if (queue.running >= atOnce) await new Promise<void>((resolve) => queue.waiting.push(resolve))
    else queue.running += 1
    try {
      return await work()
    } finally {
      const next = queue.waiting.shift()
      if (next) next()
      else if (--queue.running === 0) queues.delete(source)
    }
  }
}

/** What tells a catalog apart from all others, whoever names it. */
export function snapshotKey({ source, type, id }: Catalog, maxItems: number): string {
  return JSON.stringify([source.url, type, id, maxItems])
}

function snapshotOf(read: readonly Title[], complete: boolean): Snapshot {
  const age = complete ? 0 : renewAfterMs - retryAfterMs
  const titles = read.length > 0 ? read : empty.titles
  return { titles, complete, loadedAt: Date.now() - age }
}

/** A list that broke off takes the place of shorter ones alone. Equal lists stay the same object, so that nothing is worked out anew. */
function better(old: Snapshot | null, read: Snapshot): Snapshot {
  if (!old) return read
  const isWorse = !read.complete && (old.complete || old.titles.length >= read.titles.length)
  if (isWorse) return { ...old, loadedAt: read.loadedAt }
  return isSame(old.titles, read.titles) ? { ...read, titles: old.titles } : read
}

/** Whether two readings of a catalog show the same. */
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
