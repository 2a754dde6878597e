import { hash } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { LRUCache } from 'lru-cache'
import type { DiskCache } from '../../cache/disk.ts'
import { atMost } from '../../core/entries.ts'
import { within } from '../../core/within.ts'
import { pictures } from '../../model/library-item.ts'
import type { BlurHash, ItemImages } from '../../model/library-item.ts'
import { createWorkQueue } from '../../core/work-queue.ts'
import { UpstreamError } from '../../core/upstream-error.ts'
import { createSingleFlight } from '../../core/single-flight.ts'
import { createShares } from '../../security/shares.ts'
import { isTooSlow } from './convert.ts'
import type { Converter, Variant } from './convert.ts'
import { sizedPicture } from './host-sizes.ts'
import type { PictureFacts } from './picture-facts.ts'
import type { Originals, PictureAsk } from './originals.ts'
import type { AskedPicture, PictureFormat, ServedPicture } from './picture.ts'
import { createPlaceholders } from './placeholders.ts'
import { longestAsked, widthFor } from './sizes.ts'
import type { Size } from './sizes.ts'

export type PictureService = {
  /** Null: pictures are not served here, the client is sent to the address. */
  find(address: string, asked: AskedPicture, ask: PictureAsk): Promise<ServedPicture | null>
  /** Hashes of pictures that were seen. Never waits. */
  blurHashes(images: ItemImages): readonly BlurHash[]
}

type Options = {
  readonly originals: Originals
  readonly files: Pick<DiskCache, 'read' | 'write'>
  readonly known: PictureFacts
  readonly openConverter: () => Promise<Converter>
  readonly memoryShare: number
  readonly warn: (message: string) => void
}

/** Hosts that offer several sizes are asked for this width, or for all that there is where more is wanted. */
const usualWidth = 1_280
const recentBytes = 16 * 2 ** 20
const waiting = 1_000
/** Then a placeholder is sent; who asks next gets what came or was made meanwhile. */
const waitMs = 1_600
/** A picture that came at once waits longer for its turn: nobody's host is slow. */
const quickMs = 1_000
const makingMs = 10_000
/** Native threads are shared with reading files and hashing passwords; the event loop needs a core, too. */
const mostThreads = Math.min(3, availableParallelism() - 1)

/** Fetches pictures once, makes the sizes that are asked for, and keeps both. */
export function createPictureService(options: Options): PictureService {
  const { originals, files, known, memoryShare, warn } = options
  // Each takes the memory of a whole picture.
  const threads = Math.max(1, Math.min(mostThreads, Math.floor(3 * memoryShare)))
  const threadQueue = createWorkQueue({ slots: threads, waiting })
  const hashQueue = createWorkQueue({ slots: 1, waiting })
  const inOrder = createMakers(threads)
  const singleFlight = createSingleFlight()
  const keys = new LRUCache<string, string>(atMost(20_000))
  const recent = new LRUCache<string, ServedPicture>({
    maxSize: Math.max(2 ** 20, Math.floor(recentBytes * memoryShare)),
    sizeCalculation: ({ bytes }) => Math.max(1, bytes.length),
  })
  let opening: Promise<Converter | null> | undefined

  function openOnce(): Promise<Converter | null> {
    opening ??= options.openConverter().catch((error: unknown) => {
      const reason = error instanceof Error ? error.message.split('\n')[0]! : String(error)
      warn(`pictures are redirected, because sharp cannot be loaded here: ${reason}`)
      return null
    })
    return opening
  }

  const placeholders = createPlaceholders(openOnce)

  /** For the usual width; lists request many. */
  function keyOf(address: string): string {
    let key = keys.get(address)
    if (key === undefined)
      keys.set(address, (key = keyOfAddress(sizedPicture(address, usualWidth))))
    return key
  }

  /** Null where the picture is damaged or gone, or too many others wait. */
  async function convert<T>(
    key: string,
    work: (bytes: Buffer) => Promise<T>,
    signal: AbortSignal,
  ): Promise<T | null> {
    return threadQueue.run(async () => {
      const bytes = await originals.read(key)
      if (!bytes) return null
      try {
        return await work(bytes)
      } catch (error) {
        if (isTooSlow(error, bytes)) originals.pause(key)
        else await originals.refuse(key)
        return null
      }
    }, signal)
  }

  function keep(name: string, bytes: Buffer, format: PictureFormat): ServedPicture {
    const picture = { bytes, format, tag: hash('sha256', bytes, 'base64url').slice(0, 22) }
    recent.set(name, picture)
    return picture
  }

  async function findKept(name: string, format: PictureFormat): Promise<ServedPicture | null> {
    const known = recent.get(name)
    if (known) return known
    const bytes = await files.read(name)
    return bytes && keep(name, bytes, format)
  }

  /** Each time that something is made: the picture may have changed since it was seen. */
  async function findSize(converter: Converter, key: string, signal: AbortSignal) {
    const size = await convert(key, (bytes) => converter.sizeOf(bytes), signal)
    if (size) known.addSize(key, size)
    return size
  }

  async function make(converter: Converter, key: string, variant: Variant, signal: AbortSignal) {
    const bytes = await convert(key, (original) => converter.convert(original, variant), signal)
    if (!bytes) return null
    const name = nameOf(key, variant)
    files.write(name, bytes).catch(() => {})
    return keep(name, bytes, variant.format)
  }

  /** One at a time, and behind what somebody waits for. */
  async function addBlurHash(converter: Converter, key: string, made: Buffer): Promise<void> {
    const work = () => threadQueue.run(() => converter.blurHash(made)) ?? Promise.resolve(null)
    const blurHash = await hashQueue.run(work)
    if (blurHash !== null) known.addBlurHash(key, blurHash)
  }

  async function makePicture(
    converter: Converter,
    key: string,
    variantOf: (size: Size) => Variant,
    signal: AbortSignal,
  ): Promise<ServedPicture | null> {
    const measure = (left: AbortSignal) => findSize(converter, key, left)
    const size = await singleFlight.join(`size ${key}`, measure, signal)
    if (!size) return null
    const variant = variantOf(size)
    const work = (left: AbortSignal) => make(converter, key, variant, left)
    return singleFlight.join(nameOf(key, variant), work, signal)
  }

  async function findPicture(
    converter: Converter,
    address: string,
    { size: askedSize, format, quality }: AskedPicture,
    ask: PictureAsk,
  ): Promise<ServedPicture | null> {
    const usualKey = keyOf(address)
    const isLarge = (longestAsked(askedSize) ?? 0) > usualWidth
    const fetched = sizedPicture(address, isLarge ? Infinity : usualWidth)
    const key = isLarge ? keyOfAddress(fetched) : usualKey
    await known.ready
    const knownSize = known.sizeOf(key)
    const variantOf = (size: Size) => ({ width: widthFor(askedSize, size), quality, format })
    const kept = knownSize && (await findKept(nameOf(key, variantOf(knownSize)), format))
    if (kept) return kept
    const startedAt = performance.now()
    if (!(await soon(waitMs, originals.ensure(key, fetched, ask)))) return null
    const waitedMs = performance.now() - startedAt
    const leftMs = waitedMs < quickMs ? makingMs : waitMs - waitedMs
    const making = () => makePicture(converter, key, variantOf, ask.signal)
    const made = await soon(leftMs, inOrder(ask, making))
    if (made && (originals.takeUnseen(key) || known.blurHashOf(usualKey) === null)) {
      const work = () => addBlurHash(converter, usualKey, made.bytes)
      singleFlight.join(`hash ${usualKey}`, work).catch(() => {})
    }
    return made
  }

  return {
    async find(address, asked, ask) {
      const converter = isWebAddress(address) ? await openOnce() : null
      if (!converter) return null
      const found = await findPicture(converter, address, asked, ask)
      return found ?? placeholders.of(asked)
    },

    blurHashes: (images) =>
      pictures.flatMap((picture): readonly BlurHash[] => {
        const address = images[picture]
        const blurHash = address === null ? null : known.blurHashOf(keyOf(address))
        return blurHash === null ? [] : [{ picture, hash: blurHash }]
      }),
  }
}

/** Sends every client to the address itself. */
export const redirectedPictures: PictureService = {
  find: async () => null,
  blurHashes: () => [],
}

/** Of one configuration no more wait for a thread than there are. */
function createMakers(threads: number) {
  const shares = createShares(4 * threads)
  let asked = 0
  return async <T>({ payer, signal }: PictureAsk, work: () => Promise<T>): Promise<T | null> => {
    if (payer === undefined) return work()
    const holding = shares.hold(payer, `${asked++}`, signal).catch((error: unknown) => {
      if (error instanceof UpstreamError && error.kind === 'busy') return null
      throw error
    })
    const slot = await holding
    return slot && work().finally(() => slot.leave())
  }
}

/** Null where it is late; the work goes on. */
async function soon<T>(ms: number, work: Promise<T>): Promise<T | null> {
  const late = new Error('the picture is late')
  return within(ms, work, () => late).catch((error: unknown) => {
    if (error === late) return null
    throw error
  })
}

function isWebAddress(address: string): boolean {
  const protocol = URL.parse(address)?.protocol
  return protocol === 'http:' || protocol === 'https:'
}

function keyOfAddress(address: string): string {
  return hash('sha256', address).slice(0, 32)
}

function nameOf(key: string, { width, quality, format }: Variant): string {
  return `${key}-${width}${quality === 'low' ? 'l' : ''}.${format}`
}
