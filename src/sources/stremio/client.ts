import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { atMost } from '../../core/entries.ts'
import type { Cache } from '../../cache/cache.ts'
import type { Scheduler } from '../../core/scheduler.ts'
import { UpstreamError } from '../../core/upstream-error.ts'
import { releaseBytes } from '../../core/v8-tuning/release-bytes.ts'
import { worstFirst } from '../../model/breaker.ts'
import type { Breaker } from '../../model/breaker.ts'
import type { Answer, AskOptions, CatalogAnswer, SourceClient } from '../../model/source-client.ts'
import type { SourceArea } from '../../model/source-health.ts'
import type { SourceManifest } from '../../model/source-manifest.ts'
import type { Source } from '../../model/source.ts'
import type { FetchedAnswer, FetchRequest, GuardedFetch } from '../../security/guarded-fetch.ts'
import { createAnswerCache, type KeptAnswer } from '../answer-cache.ts'
import { createBreakers, type Breakers, type Line } from '../breakers.ts'
import { createSingleFlight } from '../../core/single-flight.ts'
import { readAddress, type AddonAddress } from '../../model/addon-address.ts'
import { answerKeptMs } from '../freshness.ts'
import {
  addonsResource,
  catalogResource,
  manifestResource,
  metaResource,
  streamResource,
  subtitlesResource,
  type CatalogPage,
  type Resource,
} from './resources.ts'

export type StremioClientOptions = {
  fetch: GuardedFetch
  cache: Cache
  /** Keeps manifests, titles and catalogs across restarts. */
  stored: Cache
  scheduler: Scheduler
  /** Milliseconds for a source that sets no time of its own. */
  timeoutMs: number
  maxBytes: number
  /** Share (0 to 1) of the memory used without a limit. */
  memoryShare?: number
  breakers?: Breakers
  now?: () => number
}

export type StremioClient = SourceClient & {
  /** With the time that the configuration gives the source, on this process. */
  breakerOf(source: Source, area: SourceArea): Breaker
  /** Waits until what came is stored. */
  close(): Promise<unknown>
}

type Question<T> = {
  resource: Resource<T>
  address: AddonAddress
  url: string
  timeoutMs: number
  maxBytes: number
  order: number | undefined
  recent: boolean
  guess: boolean
  payer: NonNullable<FetchRequest['payer']>
}

type Known<T> = Answer<T> & { freshUntil: number; bytes: number }

/** Keeps every caller from repeating a question that a source fails to answer, or whose answer is never new. */
const renewalRestMs = 60_000
/** Bytes of the answers whose read manifests stay in memory. */
const manifestMemory = 32 * 2 ** 20
const resourceOf: Readonly<Record<SourceArea, string>> = {
  streams: 'stream',
  metadata: 'meta',
  catalogs: 'catalog',
  subtitles: 'subtitles',
}
const areaOf = new Map(Object.entries(resourceOf).map(([area, resource]) => [resource, area]))
const noPage: CatalogPage = { titles: [], entries: 0, unread: null }

/** Cached, equal requests shared, and not asked at all while a source is down. */
export function createStremioClient({
  fetch,
  cache,
  stored,
  scheduler,
  timeoutMs,
  maxBytes,
  memoryShare = 1,
  breakers = createBreakers(),
  now = Date.now,
}: StremioClientOptions): StremioClient {
  const answers = {
    cache: createAnswerCache(cache, now),
    stored: createAnswerCache(stored, now, scheduler),
  }
  const singleFlight = createSingleFlight()
  const restingRenewals = new LRUCache<string, true>({ ...atMost(10_000), ttl: renewalRestMs })
  const manifests = new LRUCache<string, Known<SourceManifest>>({
    maxSize: Math.floor(manifestMemory * memoryShare),
    sizeCalculation: ({ bytes }) => bytes,
  })

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
      order: options.order,
      recent: options.recent ?? false,
      guess: options.guess ?? false,
      payer: source.configuration ?? 'unsaved',
    }
    const key = `source:${hash('sha256', url, 'base64url')}`
    const question = `${asked.timeoutMs}:${asked.maxBytes}:${asked.recent}:${asked.guess}:${url}`
    return singleFlight.join(question, (signal) => answer(key, asked, signal), options.signal)
  }

  async function answer<T>(key: string, asked: Question<T>, signal: AbortSignal) {
    const time = now()
    const found = await answers[asked.resource.keptIn].get(key)
    const kept = found && asked.recent && time >= found.freshUntil ? null : found
    if (kept && time < kept.revalidateUntil && time >= kept.freshUntil) renewBehind(key, asked)
    if (kept && time < Math.max(kept.freshUntil, kept.revalidateUntil)) {
      return fromKept(await read(asked, kept.body, signal), kept, time)
    }
    try {
      return await askSource(key, asked, signal)
    } catch (error) {
      if (!kept || time >= kept.errorUntil || signal.aborted) throw error
      return fromKept(await read(asked, kept.body, signal), kept, time)
    }
  }

  function renewBehind<T>(key: string, asked: Question<T>): void {
    if (restingRenewals.has(key)) return
    const renewing = singleFlight.join(`renew:${key}`, (signal) => askSource(key, asked, signal))
    const rest = (): void => void restingRenewals.set(key, true)
    // The kept answer stands, and the breaker has counted the failure.
    renewing.then(({ freshUntil }) => freshUntil <= now() && rest(), rest)
  }

  async function askSource<T>(
    key: string,
    asked: Question<T>,
    signal: AbortSignal,
  ): Promise<Known<T>> {
    const { resource, address, url, timeoutMs, maxBytes, payer } = asked
    const line = lineOf(timeoutMs, resource.name, address, asked.guess)
    const { headers, body } = await breakers.run(line, async () =>
      refuseStatus(await fetch(url, { timeoutMs, maxBytes, signal, payer }), address.host),
    )
    const { value, json } = await read(asked, body, signal)
    const freshness = resource.freshnessOf(headers, json, value)
    const bytes = body.length
    const isKept = answerKeptMs(freshness) > 0
    if (isKept) answers[resource.keptIn].keep(key, body, freshness, address.host).catch(() => {})
    else releaseBytes(body)
    return { value, fromCache: null, freshUntil: now() + freshness.freshMs, bytes }
  }

  function read<T>({ resource, address, order }: Question<T>, body: Buffer, signal: AbortSignal) {
    return scheduler.run(resource.reader(body, address.host), { order, signal })
  }

  const listed = createListing(scheduler)

  return {
    breakerOf: ({ url, timeout }, area) =>
      breakerOf(breakers, timeout ?? timeoutMs, resourceOf[area], readAddress(url)),

    close: () => Promise.all([answers.cache.settled(), answers.stored.settled()]),

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
      return ask(source, streamResource, address, address.resource('stream', type, id), options)
    },

    async meta(source, type, id, options = {}) {
      const address = readAddress(source.url)
      const url = address.resource('meta', type, id)
      return unlessNothing(ask(source, metaResource({ type, id }), address, url, options), null)
    },

    async catalog(source, type, id, extra, { first, ...options } = {}) {
      const address = readAddress(source.url)
      const url = address.resource('catalog', type, id, extra)
      const resource = catalogResource(type, extra['search'] !== undefined, first ?? Infinity)
      const asking = ask(source, resource, address, url, options)
      // Some sources answer nothing after the last page.
      const page = extra['skip'] === undefined ? asking : unlessNothing(asking, noPage)
      return listed(await page, first, options)
    },

    async subtitles(source, type, id, extra, options = {}) {
      const address = readAddress(source.url)
      const url = address.resource('subtitles', type, id, extra)
      return ask(source, subtitlesResource, address, url, options)
    },

    async addons(source, type, id, options = {}) {
      const address = readAddress(source.url)
      const url = address.resource('addon_catalog', type, id)
      return ask(source, addonsResource, address, url, options)
    },
  }
}

function fromKept<T>({ value }: { readonly value: T }, kept: KeptAnswer, time: number): Known<T> {
  const { freshUntil, body } = kept
  return { value, fromCache: time < freshUntil ? 'fresh' : 'stale', freshUntil, bytes: body.length }
}

function createListing(scheduler: Scheduler) {
  return async (
    { value: { titles, entries, unread }, fromCache, bytes }: Answer<CatalogPage>,
    first: number | undefined,
    { order, signal }: AskOptions,
  ): Promise<CatalogAnswer> => {
    const answer = { value: titles, fromCache, entries, ...(bytes && { bytes }) }
    if (unread === null) return answer
    if (first !== undefined) {
      const read = () => scheduler.run(unread.read(), { order })
      return { ...answer, unread: { count: unread.count, read } }
    }
    const others = await scheduler.run(unread.read(), { order, ...(signal && { signal }) })
    return { ...answer, value: [...titles, ...others] }
  }
}

/** The manifest is asked for before everything else, so one that does not come stops the rest. */
function breakerOf(
  { stateOf }: Pick<Breakers, 'stateOf'>,
  timeoutMs: number,
  resource: string,
  address: AddonAddress,
): Breaker {
  const own = stateOf(lineOf(timeoutMs, resource, address).key)
  const manifest = stateOf(lineOf(timeoutMs, manifestResource.name, address).key)
  return manifest.state === 'closed' || worstFirst(own, manifest) <= 0 ? own : manifest
}

/** What one breaker watches. With the time in it, one user's very short one does not pause the source for all others. */
function lineOf(
  timeoutMs: number,
  resource: string,
  { manifest, host }: AddonAddress,
  guess = false,
): Line {
  const area = areaOf.get(resource) ?? resource
  return { key: `${timeoutMs}:${resource}${guess ? ' guess' : ''}:${manifest}`, host, area }
}

/** What stands for an answer where the source has nothing at the address. */
async function unlessNothing<T>(asking: Promise<Answer<T>>, nothing: T): Promise<Answer<T>> {
  try {
    return await asking
  } catch (error) {
    if (!(error instanceof UpstreamError) || error.status !== 404) throw error
    return { value: nothing, fromCache: null }
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
