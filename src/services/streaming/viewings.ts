import { createKeyedSlots } from '../../core/keyed-slots.ts'
import type { TakeSlot } from '../../core/keyed-slots.ts'
import { createHash } from 'node:crypto'
import { AppError } from '../../core/errors.ts'

export type Viewings = ReturnType<typeof createViewings>

type Viewing = {
  readonly configuration: number
  readonly free: () => void
  requests: number
  idleSince: number
  ends: NodeJS.Timeout | undefined
}

/** Players fetch picture, sound, subtitles and keys at once, and some parts ahead. */
const maxRequests = 12
/** Players with a full buffer ask for nothing for as long. */
const usualHoldMs = 30_000

/** Limits how many streams of one configuration this process proxies at once. */
export function createStreamSlots(most: number): TakeSlot<number> {
  return createKeyedSlots(most, {
    message: `${most} streams of this configuration are running through the server already; stop one of them.`,
    retryAfter: 10,
  })
}

/** One slot for all requests of a viewing, held for a while after the last. */
export function createViewings({
  takeFreeSlot,
  holdMs = usualHoldMs,
}: {
  readonly takeFreeSlot: TakeSlot<number>
  readonly holdMs?: number
}) {
  const running = new Map<string, Viewing>()

  function enter(key: string, viewing: Viewing): () => void {
    if (viewing.requests >= maxRequests) {
      throw new AppError(
        'RATE_LIMIT_EXCEEDED',
        `${maxRequests} parts of this stream are being sent already; ask again when one has ended.`,
        { retryAfter: 1 },
      )
    }
    clearTimeout(viewing.ends)
    viewing.requests += 1
    let isIn = true
    return () => {
      if (!isIn) return
      isIn = false
      viewing.requests -= 1
      if (viewing.requests > 0) return
      viewing.idleSince = performance.now()
      viewing.ends = setTimeout(() => end(key, viewing), holdMs).unref()
    }
  }

  function end(key: string, viewing: Viewing): void {
    clearTimeout(viewing.ends)
    running.delete(key)
    viewing.free()
  }

  /** Whoever zaps through channels leaves viewings behind: the one that has been idle longest makes room. */
  function takeSlot(configuration: number): () => void {
    try {
      return takeFreeSlot(configuration)
    } catch (error) {
      const [longest] = [...running]
        .filter(([, viewing]) => viewing.configuration === configuration && viewing.requests === 0)
        .toSorted(([, one], [, other]) => one.idleSince - other.idleSince)
      if (!longest) throw error
      end(...longest)
      return takeFreeSlot(configuration)
    }
  }

  return {
    takeSlot,

    /** For a request of a viewing that has its slot already; null where it has none. Throws RATE_LIMIT_EXCEEDED. */
    join(configuration: number, viewing: string): (() => void) | null {
      const key = `${configuration} ${viewing}`
      const found = running.get(key)
      return found ? enter(key, found) : null
    },

    begin(configuration: number, viewing: string, free: () => void): () => void {
      const key = `${configuration} ${viewing}`
      const found = running.get(key)
      if (found) {
        free()
        return enter(key, found)
      }
      const made: Viewing = { configuration, free, requests: 0, idleSince: 0, ends: undefined }
      running.set(key, made)
      return enter(key, made)
    },

    take(configuration: number, viewing: string): () => void {
      return (
        this.join(configuration, viewing) ??
        this.begin(configuration, viewing, takeSlot(configuration))
      )
    },
  }
}

/** A device plays one thing at a time. Without its token, what one client reads of a version counts as one. */
export function viewingOf(reader: {
  readonly device: number | null
  readonly playSessionId: string | null
  readonly client: string
  readonly versionId: string
}): string {
  const { device, playSessionId, client, versionId } = reader
  const anybody = playSessionId ?? `${versionId} ${client}`
  const name = device === null ? `anybody ${anybody}` : `device ${device}`
  return createHash('sha256').update(name).digest('base64url').slice(0, 11)
}
