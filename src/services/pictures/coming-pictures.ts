import { untilAborted } from '../../core/until-aborted.ts'
import { UpstreamError } from '../../core/upstream-error.ts'
import type { Payer } from '../../security/shares.ts'
import { isUnreachable } from './hosts.ts'

export type Sending = {
  readonly onSend: () => void
  readonly onLate: () => void
  readonly left: AbortSignal
}

type Fetching = {
  /** Whether it came while somebody waited. */
  readonly came: Promise<boolean>
  readonly left: AbortController
  waiters: number
}

/** Of one picture: each payer waits for its own places until the first one asks the host. */
type Comings = { sent: Fetching | null; readonly queued: Map<Payer | undefined, Fetching> }

type Options = {
  /** Until nobody should wait any longer; the fetch goes on. */
  readonly longestMs: number
  readonly onFailed: (key: string) => void
}

/** Pictures that are being fetched, each from its host once. */
export function createComingPictures({ longestMs, onFailed }: Options) {
  const coming = new Map<string, Comings>()

  function start(
    key: string,
    payer: Payer | undefined,
    fetch: (sending: Sending) => Promise<boolean>,
  ): Fetching {
    const comings = coming.get(key)!
    const { promise, resolve, reject } = Promise.withResolvers<boolean>()
    const onLate = () => resolve(false)
    // Nobody waits for a host that is backing off.
    promise.catch(() => {})
    const timer = setTimeout(onLate, longestMs)
    const fetching = { came: promise, left: new AbortController(), waiters: 0 }
    comings.queued.set(payer, fetching)
    const onSend = (): void => {
      comings.sent = fetching
      comings.queued.delete(payer)
      for (const { left } of comings.queued.values())
        left.abort(new UpstreamError('paused', 'another one asks for the picture'))
      comings.queued.clear()
    }
    fetch({ onSend, onLate, left: fetching.left.signal })
      .catch((error: unknown) => {
        if (!(error instanceof UpstreamError)) throw error
        const isSent = comings.sent === fetching
        // A host that was not asked is not what failed.
        if (isUnreachable(error) || (isSent && error.kind === 'aborted')) onFailed(key)
        return isSent || comings.sent === null ? false : comings.sent.came
      })
      .then(resolve, reject)
      .finally(() => {
        clearTimeout(timer)
        forget(key, comings, fetching, payer)
      })
    return fetching
  }

  function forget(key: string, comings: Comings, fetching: Fetching, payer?: Payer): void {
    const { sent, queued } = comings
    if (queued.get(payer) === fetching) queued.delete(payer)
    const isOver = sent === fetching || (sent === null && queued.size === 0)
    if (isOver && coming.get(key) === comings) coming.delete(key)
  }

  return {
    /** Fetched by who asked first, or by this payer where the first one has no place yet. */
    find(key: string, payer: Payer | undefined, fetch: (sending: Sending) => Promise<boolean>) {
      const comings: Comings = coming.get(key) ?? { sent: null, queued: new Map() }
      coming.set(key, comings)
      const fetching = comings.sent ?? comings.queued.get(payer) ?? start(key, payer, fetch)
      return {
        /** When the last one leaves, the fetch leaves the queue, unless the request was sent. */
        async wait(signal: AbortSignal): Promise<boolean> {
          fetching.waiters += 1
          try {
            return await untilAborted(fetching.came, signal)
          } finally {
            fetching.waiters -= 1
            const isQueued = comings.queued.get(payer) === fetching
            if (fetching.waiters === 0 && signal.aborted && isQueued) {
              // Later callers must not wait for a request that is never sent.
              forget(key, comings, fetching, payer)
              fetching.left.abort(new UpstreamError('paused', 'nobody waits for the picture'))
            }
          }
        },
      }
    },
  }
}
