import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Cache } from '../../cache/cache.ts'
import type { Slicer } from '../../core/slices.ts'
import { UpstreamError } from '../../core/upstream-error.ts'
import type { Answer, AskOptions, SourceClient } from '../../model/source-client.ts'
import type { SourceManifest } from '../../model/source-manifest.ts'
import type { SourceMeta } from '../../model/source-meta.ts'
import type { Source, SourceStream } from '../../model/source.ts'
import type { FetchedAnswer, GuardedFetch } from '../../security/guarded-fetch.ts'
import { createAnswerCache } from '../answer-cache.ts'
import { createBreakers, type Breakers } from '../breakers.ts'
import { createFlights } from '../flights.ts'
import { readFreshness, type Freshness } from '../freshness.ts'
import { readAddress, type AddonAddress } from './address.ts'
import { manifestBody, metaBody, streamsBody, type BodyReader } from './read-body.ts'

export type StremioClientOptions = {
  fetch: GuardedFetch
  cache: Cache
  slicer: Slicer
  /** Milliseconds for one answer of a source that sets no time of its own. */
  timeoutMs: number
  /** Most bytes of one answer. */
  maxBytes: number
  breakers?: Breakers
  /** Epoch milliseconds. */
  now?: () => number
}

/** One kind of answer, and how to understand it. */
type Resource<T> = {
  name: string
  maxBytes: number
  reader: BodyReader<T>
  freshnessOf: (headers: FetchedAnswer['headers'], json: unknown) => Freshness
}

type Question<T> = {
  resource: Resource<T>
  address: AddonAddress
  url: string
  timeoutMs: number
  maxBytes: number
  turn: number | undefined
}

type Known<T> = Answer<T> & { freshUntil: number; bytes: number }

const minute = 60_000
/** Bytes of the answers whose manifests are held in memory, read. */
const manifestMemory = 32 * 2 ** 20

const manifestResource: Resource<SourceManifest> = {
  name: 'manifest',
  maxBytes: 2 ** 20,
  reader: manifestBody,
  freshnessOf: manifestFreshness,
}
const streamResource: Resource<readonly SourceStream[]> = {
  name: 'stream',
  maxBytes: Infinity,
  reader: streamsBody,
  freshnessOf: readFreshness,
}
const metaResource: Resource<SourceMeta | null> = {
  name: 'meta',
  maxBytes: 4 * 2 ** 20,
  reader: metaBody,
  freshnessOf: readFreshness,
}

/** Asks sources of the Stremio addon protocol: through the cache, one request at a time for each question, and not at all where a source is down. */
export function createStremioClient({
  fetch,
  cache,
  slicer,
  timeoutMs,
  maxBytes,
  breakers = createBreakers(),
  now = Date.now,
}: StremioClientOptions): SourceClient {
  const answers = createAnswerCache(cache, now)
  const flights = createFlights()
  const manifests = new LRUCache<string, Known<SourceManifest>>({
    maxSize: manifestMemory,
    sizeCalculation: ({ bytes }) => bytes,
  })

  /** Callers who ask the same share the work. */
  function ask<T>(
    source: Source,
    resource: Resource<T>,
    address: AddonAddress,
    url: string,
    options: AskOptions,
  ): Promise<Known<T>> {
    const asked: Question<T> = {
      resource,
      address,
      url,
      timeoutMs: source.timeout ?? timeoutMs,
      maxBytes: Math.min(options.maxBytes ?? maxBytes, resource.maxBytes, maxBytes),
      turn: options.turn,
    }
    const key = `source:${hash('sha256', url, 'base64url')}`
    const flight = `${asked.timeoutMs}:${asked.maxBytes}:${url}`
    return flights.join(flight, (signal) => answer(key, asked, signal), options.signal)
  }

  /** From the cache where that is allowed, else from the source. */
  async function answer<T>(
    key: string,
    asked: Question<T>,
    signal: AbortSignal,
  ): Promise<Known<T>> {
    const kept = await answers.get(key)
    const time = now()
    if (kept && time < kept.revalidateUntil && time >= kept.freshUntil) renewBehind(key, asked)
    if (kept && time < Math.max(kept.freshUntil, kept.revalidateUntil)) {
      const { value } = await read(asked, kept.body, signal)
      const fromCache = time < kept.freshUntil ? 'fresh' : 'stale'
      return { value, fromCache, freshUntil: kept.freshUntil, bytes: kept.body.length }
    }
    try {
      return await askSource(key, asked, signal)
    } catch (error) {
      if (!kept || time >= kept.errorUntil || signal.aborted) throw error
      const { value } = await read(asked, kept.body, signal)
      return { value, fromCache: 'stale', freshUntil: kept.freshUntil, bytes: kept.body.length }
    }
  }

  function renewBehind<T>(key: string, asked: Question<T>): void {
    const renewing = flights.join(`renew:${key}`, (signal) => askSource(key, asked, signal))
    // The kept answer stands, and the breaker has counted the failure.
    renewing.catch(() => {})
  }

  async function askSource<T>(
    key: string,
    asked: Question<T>,
    signal: AbortSignal,
  ): Promise<Known<T>> {
    const { resource, address, url, timeoutMs, maxBytes } = asked
    // With the time in the key, one user's very short one does not pause the source for all others.
    const line = `${timeoutMs}:${resource.name}:${address.manifest}`
    const { headers, body } = await breakers.run(line, address.host, async () =>
      refuseStatus(await fetch(url, { timeoutMs, maxBytes, signal }), address.host),
    )
    const { value, json } = await read(asked, body, signal)
    const freshness = resource.freshnessOf(headers, json)
    void answers.keep(key, body, freshness)
    return { value, fromCache: null, freshUntil: now() + freshness.freshMs, bytes: body.length }
  }

  function read<T>({ resource, address, turn }: Question<T>, body: Buffer, signal: AbortSignal) {
    return slicer.run(resource.reader(body, address.host), { turn, signal })
  }

  return {
    async manifest(source, options = {}) {
      const address = readAddress(source.url)
      const url = address.manifest
      const held = manifests.get(url)
      if (held && now() < held.freshUntil) return { value: held.value, fromCache: 'fresh' }
      const known = await ask(source, manifestResource, address, url, options)
      manifests.set(url, known)
      return known
    },

    async streams(source, type, id, options = {}) {
      const address = readAddress(source.url)
      const url = address.resource('stream', type, id)
      return ask(source, streamResource, address, url, options)
    },

    async meta(source, type, id, options = {}) {
      const address = readAddress(source.url)
      const url = address.resource('meta', type, id)
      try {
        return await ask(source, metaResource, address, url, options)
      } catch (error) {
        if (!(error instanceof UpstreamError) || error.status !== 404) throw error
        return { value: null, fromCache: null }
      }
    },
  }
}

/** A manifest changes with releases of its addon, whatever its headers say: a search without waiting for it matters more than seeing the change at once. */
function manifestFreshness(headers: FetchedAnswer['headers'], json: unknown): Freshness {
  const { freshMs } = readFreshness(headers, json)
  return {
    freshMs: Math.min(60 * minute, Math.max(10 * minute, freshMs)),
    revalidateMs: 24 * 60 * minute,
    errorMs: 24 * 60 * minute,
  }
}

function refuseStatus(answer: FetchedAnswer, host: string): FetchedAnswer {
  const { status } = answer
  if (status >= 200 && status < 300) return answer
  throw new UpstreamError('status', `${host} ${meaningOf(status)} (status ${status})`, status)
}

function meaningOf(status: number): string {
  if (status === 401 || status === 403) {
    return 'refused access: its address or the account behind it may be wrong'
  }
  if (status === 404) return 'has nothing at this address'
  if (status === 429) return 'is being asked too often'
  if ((status >= 502 && status <= 504) || status >= 520) return 'is not available at the moment'
  return status >= 500 ? 'has a fault of its own' : 'did not answer with success'
}
