import { onTestFinished, vi } from 'vitest'
import type { User } from '../../src/model/household.ts'
import type { ManifestCatalog, SourceManifest } from '../../src/model/source-manifest.ts'
import type { SourceMeta } from '../../src/model/source-meta.ts'
import { createCollections } from '../../src/services/library/titles/collections.ts'
import type { LibraryDeps } from '../../src/services/library/deps.ts'
import { createDetailsReader } from '../../src/services/library/titles/details.ts'
import { createItemMaker } from '../../src/services/library/titles/item-maker.ts'
import { createSnapshots } from '../../src/services/library/titles/snapshots.ts'
import { sourceMeta, sourceVideo } from './source-meta.ts'
import { manifest } from './sources.ts'

export const { signal } = new AbortController()
export const minute = 60_000

/** A user of configuration 7 unless told otherwise, whose sources are at addresses of these names. */
export function userOf(sources: readonly string[], configuration = 7, cacheKey = 'first'): User {
  const userData = { sources: sources.map((name) => ({ id: name, url: addressOf(name) })) }
  return { configuration, cacheKey, userData } as unknown as User
}

function addressOf(name: string): string {
  return `https://${name}.example/manifest.json`
}

export function listing(id: string, values: Partial<ManifestCatalog> = {}): ManifestCatalog {
  return { type: 'movie', id, name: id, extra: [], ...values }
}

export function film(number: number, values: Partial<SourceMeta> = {}): SourceMeta {
  return sourceMeta({ id: `tt${1_000_000 + number}`, type: 'movie', name: `F${number}`, ...values })
}

export type FakeSource = {
  catalogs: ManifestCatalog[]
  titles: (catalog: string) => readonly SourceMeta[]
  isAway?: boolean
  /** Its manifest is answered afterwards. */
  after?: Promise<unknown>
}

/** The collections of a service whose sources may be changed while it runs. */
export function startCollections(sources: Record<string, FakeSource>, memoryShare = 1) {
  const counts = {
    manifest: 0,
    catalog: 0,
    changes: [] as number[],
    types: [] as string[],
    sights: [] as number[],
  }
  const of = (url: string): FakeSource => sources[/\/\/([^.]+)/.exec(url)![1]!]!
  const client = {
    async manifest({ url }: { url: string }) {
      counts.manifest += 1
      await of(url).after
      if (of(url).isAway) throw new Error('away')
      const resources = [{ name: 'meta', types: null, idPrefixes: null }]
      const value: SourceManifest = manifest({ resources, catalogs: of(url).catalogs })
      return { value, fromCache: null }
    },
    async catalog({ url }: { url: string }, _type: string, id: string) {
      counts.catalog += 1
      const { isAway, titles } = of(url)
      if (isAway) throw new Error('away')
      return { value: titles(id), fromCache: null }
    },
    async meta(_source: object, type: string, id: string) {
      counts.types.push(type)
      const videos = [sourceVideo()]
      const value = type === 'anime' ? sourceMeta({ id, type, videos }) : null
      return { value, fromCache: null }
    },
  }
  const names = {
    numbersOf: async (texts: readonly string[]) =>
      new Map(texts.map((text, index) => [text, index])),
    textOf: async () => null,
  }
  const seen = new Map<string, number>()
  const sights = {
    async of(texts: readonly string[]) {
      counts.sights.push(texts.length)
      for (const text of texts) if (!seen.has(text)) seen.set(text, Date.now())
      return seen
    },
    peek: (text: string) => seen.get(text) ?? null,
  }
  const snapshots = createSnapshots({ client, sameTitle: () => null, memoryShare })
  const collections = createCollections({
    client,
    snapshots,
    names,
    sights,
    memoryShare,
    events: { publish: ({ configuration }) => counts.changes.push(configuration) },
  })
  const details = createDetailsReader({ client, translators: [] })
  const make = createItemMaker(names, sights, () => null)
  const deps = {
    names,
    snapshots,
    collections,
    details,
    make,
    keepFacts: () => {},
    history: {},
  } as unknown as LibraryDeps
  return { counts, collections, deps }
}

export function stopClock() {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
}

/** Until what goes on behind has ended. */
export async function behind(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve))
}

export const names = ({ titles }: { titles: readonly { meta: SourceMeta }[] }) =>
  titles.map(({ meta }) => meta.name)
