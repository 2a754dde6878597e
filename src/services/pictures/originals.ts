import { LRUCache } from 'lru-cache'
import type { DiskCache } from '../../cache/disk.ts'
import { atMost } from '../../core/entries.ts'
import { UpstreamError } from '../../core/upstream-error.ts'
import type { FetchedAnswer, GuardedFetch } from '../../security/guarded-fetch.ts'
import type { Payer } from '../../security/shares.ts'
import { createComingPictures } from './coming-pictures.ts'
import type { Sending } from './coming-pictures.ts'
import { createPictureHosts, isMadeHere, isUnreachable } from './hosts.ts'

export type Originals = ReturnType<typeof createOriginals>

export type PictureAsk = {
  readonly signal: AbortSignal
  /** Missing: the service itself. */
  readonly payer: Payer | undefined
}

type Fetch = Pick<PictureAsk, 'payer'> & Sending & { readonly host: string }

type Options = {
  readonly fetch: GuardedFetch
  readonly files: Pick<DiskCache, 'read' | 'write' | 'remove'>
  readonly memoryShare: number
  /** Counted from the start of the request. */
  readonly patienceMs?: number
}

/** Leaves time for the placeholder within two seconds. */
const usualPatienceMs = 1_500
/** Longest wait for a slot, whatever the host. */
const slotMs = 4_000
/** The fetch continues for later requests. */
const fetchMs = 8_000
const maxBytes = 8 * 2 ** 20
const recentBytes = 24 * 2 ** 20
const fetchesAtOnce = 24
const refusedMs = 600_000
const failedMs = 30_000

/** Pictures as their hosts send them, fetched once. */
export function createOriginals({
  fetch,
  files,
  memoryShare,
  patienceMs = usualPatienceMs,
}: Options) {
  const hosts = createPictureHosts({
    atOnce: Math.max(4, Math.round(fetchesAtOnce * Math.min(1, memoryShare))),
    patienceMs,
  })
  const coming = createComingPictures({
    longestMs: slotMs + patienceMs,
    onFailed: (key) => refuse(key, failedMs),
  })
  /** Fetched, and not yet looked at. */
  const unseen = new LRUCache<string, true>(atMost(20_000))
  // The first sizes of a picture are made soon after it came, even where the disk takes nothing.
  const recent = new LRUCache<string, Buffer>({
    maxSize: Math.max(maxBytes, Math.floor(recentBytes * memoryShare)),
    sizeCalculation: ({ length }) => Math.max(1, length),
  })
  const refused = new LRUCache<string, true>({ ...atMost(20_000), ttl: refusedMs })
  const stopping = new AbortController()

  const refuse = (key: string, ttl = refusedMs): void => void refused.set(key, true, { ttl })

  async function read(key: string): Promise<Buffer | null> {
    const known = recent.get(key)
    if (known) return known
    const kept = await files.read(fileOf(key))
    if (kept) recent.set(key, kept)
    return kept
  }

  async function request(
    address: string,
    { signal: late, payer }: PictureAsk,
    onPlace: () => void,
  ): Promise<FetchedAnswer | null> {
    try {
      const signal = AbortSignal.any([stopping.signal, late])
      return await fetch(address, { timeoutMs: fetchMs, maxBytes, signal, payer, onPlace })
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error
      if (isUnreachable(error) || isMadeHere(error)) throw error
      return null
    }
  }

  async function fetchOnce(
    key: string,
    address: string,
    { host, payer, onSend, onLate, left }: Fetch,
  ): Promise<boolean> {
    const send = (late: AbortSignal, begin: () => void) =>
      request(address, { signal: AbortSignal.any([late, left]), payer }, () => {
        left.throwIfAborted()
        onSend()
        begin()
      })
    const answer = await hosts.ask(host, send, { onLate, left, payer })
    if (answer && (answer.status >= 500 || answer.status === 429)) {
      refuse(key, failedMs)
      return false
    }
    if (answer?.status !== 200 || !isPicture(answer.body)) {
      refuse(key)
      return false
    }
    recent.set(key, answer.body)
    unseen.set(key, true)
    await files.write(fileOf(key), answer.body)
    return true
  }

  return {
    read,

    /** Whether the picture is here now; waits a moment for its host. */
    async ensure(key: string, address: string, { signal, payer }: PictureAsk): Promise<boolean> {
      if (refused.has(key)) return false
      if (await read(key)) return true
      const host = URL.parse(address)?.host
      if (host === undefined) return false
      const nobodyWaits = hosts.isBackingOff(host)
      const fetching = coming.find(key, payer, (sending) =>
        fetchOnce(key, address, { host, payer, ...sending }),
      )
      return nobodyWaits ? false : fetching.wait(signal)
    },

    /** Whether it was fetched since this was last asked: it may differ from the one before. */
    takeUnseen: (key: string): boolean => unseen.delete(key),

    /** It took too long to convert. */
    pause: (key: string): void => refuse(key, failedMs),

    async refuse(key: string): Promise<void> {
      refuse(key)
      recent.delete(key)
      await files.remove(fileOf(key))
    },

    stop(): void {
      stopping.abort(new UpstreamError('aborted', 'the service stops'))
    },
  }
}

function fileOf(key: string): string {
  return `${key}.original`
}

/** By content, whatever its host calls it: JPEG, PNG, GIF, WebP or AVIF. */
function isPicture(bytes: Buffer): boolean {
  const begins = bytes.toString('latin1', 0, 12)
  const isRiff = begins.startsWith('RIFF') && begins.endsWith('WEBP')
  const isAvif = /^.{4}ftyp(?:avi[fs]|mif1)/s.test(begins)
  return (
    isRiff ||
    isAvif ||
    ['\xff\xd8\xff', '\x89PNG', 'GIF87a', 'GIF89a'].some((mark) => begins.startsWith(mark))
  )
}
