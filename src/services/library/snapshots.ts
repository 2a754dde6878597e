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
  /** Epoch milliseconds. */
  readonly loadedAt: number
}

export type Snapshots = ReturnType<typeof createSnapshots>

export type SnapshotOptions = {
  readonly client: Pick<SourceClient, 'catalog'>
  readonly sameTitle: SameTitle
}

/** Titles held in memory, of all households together. */
const maxTitles = 60_000
const renewAfterMs = 900_000
/** After a source failed. */
const retryAfterMs = 60_000
/** Catalogs of one source that are read at the same time. */
const atOnce = 4
const empty: Snapshot = { titles: [], complete: false, loadedAt: 0 }

/** Whole catalogs, read page by page; shared by all households that name the same source. */
export function createSnapshots({ client, sameTitle }: SnapshotOptions) {
  const held = new LRUCache<string, Snapshot>({
    maxSize: maxTitles,
    sizeCalculation: ({ titles }) => Math.min(maxTitles, titles.length + 1),
  })
  const loading = new Map<string, { partial: Title[]; done: Promise<Snapshot> }>()
  const queues = new Map<string, { running: number; waiting: (() => void)[] }>()

  function keyOf({ source, type, id }: Catalog, maxItems: number): string {
    return JSON.stringify([source.url, type, id, maxItems])
  }

  /** The pages that there are; `into` fills while it goes on. Throws where the first page cannot be read. */
  async function readAll(catalog: Catalog, maxItems: number, into: Title[]): Promise<Snapshot> {
    const seen = new Set<string>()
    let skip = 0
    for (;;) {
      const extra: Record<string, string> = skip > 0 ? { skip: String(skip) } : {}
      const page = await client
        .catalog(catalog.source, catalog.type, catalog.id, extra)
        .catch((error: unknown) => {
          if (skip === 0) throw error
          return null
        })
      if (page === null) return { titles: into, complete: false, loadedAt: Date.now() }
      const before = into.length
      for (const meta of page.value) {
        const title = createTitle(meta, sameTitle)
        if (seen.has(title.identity.text) || into.length >= maxItems) continue
        seen.add(title.identity.text)
        into.push(title)
      }
      skip += page.value.length
      const isLast = !catalog.canSkip || into.length === before || into.length >= maxItems
      if (isLast) return { titles: into, complete: true, loadedAt: Date.now() }
    }
  }

  async function inTurn<T>(source: string, work: () => Promise<T>): Promise<T> {
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

  function load(catalog: Catalog, maxItems: number) {
    const key = keyOf(catalog, maxItems)
    const running = loading.get(key)
    if (running) return running
    const partial: Title[] = []
    const done = inTurn(catalog.source.url, () => readAll(catalog, maxItems, partial))
      .catch((): Snapshot => {
        // What was read earlier stays, and is tried again before long.
        const old = held.peek(key) ?? empty
        return { ...old, loadedAt: Date.now() - renewAfterMs + retryAfterMs }
      })
      .then((snapshot) => {
        const old = held.peek(key)
        // Equal lists stay the same object, so that nothing is worked out anew.
        const kept =
          old && isSame(old, snapshot)
            ? { ...old, loadedAt: snapshot.loadedAt, titles: old.titles }
            : snapshot
        held.set(key, kept)
        return kept
      })
      .finally(() => loading.delete(key))
    const flight = { partial, done }
    loading.set(key, flight)
    return flight
  }

  function peek(catalog: Catalog, maxItems: number): Snapshot | null {
    const snapshot = held.get(keyOf(catalog, maxItems)) ?? null
    if (snapshot && Date.now() - snapshot.loadedAt > renewAfterMs) load(catalog, maxItems)
    return snapshot
  }

  async function ask(
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

  return {
    /** What is held, renewed behind where it is old; null where nothing is. */
    peek,

    /** What is held, or else what can be read until the signal ends the waiting; reading goes on behind. */
    async get(catalog: Catalog, maxItems: number, signal: AbortSignal): Promise<Snapshot> {
      const snapshot = peek(catalog, maxItems)
      if (snapshot) return snapshot
      const { partial, done } = load(catalog, maxItems)
      const late = new Promise<null>((resolve) => {
        if (signal.aborted) resolve(null)
        else signal.addEventListener('abort', () => resolve(null), { once: true })
      })
      return (await Promise.race([done, late])) ?? { ...empty, titles: [...partial] }
    },

    /** One page for one genre. Never fails. */
    ofGenre(catalog: Catalog, genre: string, signal: AbortSignal): Promise<readonly Title[]> {
      const name = catalog.genre?.options.find(
        (option) => option.toLowerCase() === genre.toLowerCase(),
      )
      return ask(catalog, { genre: name ?? genre }, signal)
    },

    /** What the catalog finds. Never fails. */
    search(catalog: Catalog, text: string, signal: AbortSignal): Promise<readonly Title[]> {
      return ask(catalog, { search: text }, signal)
    },
  }
}

function isSame(a: Snapshot, b: Snapshot): boolean {
  return (
    a.complete === b.complete &&
    a.titles.length === b.titles.length &&
    a.titles.every((title, index) => {
      const other = b.titles[index]!
      return (
        title.identity.text === other.identity.text &&
        title.meta.name === other.meta.name &&
        title.meta.poster === other.meta.poster
      )
    })
  )
}
