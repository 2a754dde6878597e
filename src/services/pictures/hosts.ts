import { LRUCache } from 'lru-cache'
import { atMost } from '../../core/entries.ts'
import { UpstreamError } from '../../core/upstream-error.ts'
import { createWorkQueue } from '../../core/work-queue.ts'
import type { WorkQueue } from '../../core/work-queue.ts'

type Host = { readonly queue: WorkQueue; active: number; answeredAt: number; backOffUntil: number }

type Request<T> = (signal: AbortSignal) => Promise<T>

const shareOfOneHost = 1 / 4
const waiting = 1_000
/** A slow host gets one request at a time for this long, and nobody waits for it. */
const backOffMs = 15_000

/** Keeps hosts of pictures that do not answer from holding everybody up. Times are of `performance.now()`. */
export function createPictureHosts({
  atOnce,
  patienceMs,
}: {
  readonly atOnce: number
  /** How long a request holds its slot. After that it continues without one. */
  readonly patienceMs: number
}) {
  const everything = createWorkQueue({ slots: atOnce, waiting })
  const ofOneHost = Math.max(1, Math.floor(atOnce * shareOfOneHost))
  const hosts = new LRUCache<string, Host>(atMost(1_000))
  /** Requests that no longer hold a slot, oldest first. */
  const late = new Set<AbortController>()

  function hostOf(name: string): Host {
    const known = hosts.get(name)
    if (known) return known
    const queue = createWorkQueue({ slots: ofOneHost, waiting })
    const host = { queue, active: 0, answeredAt: -Infinity, backOffUntil: -Infinity }
    hosts.set(name, host)
    return host
  }

  const isBackingOff = (host: Host): boolean => performance.now() < host.backOffUntil

  /** One slow picture says nothing of a host that answers others. */
  function backOff(host: Host, since: number): void {
    if (host.answeredAt < since) host.backOffUntil = performance.now() + backOffMs
  }

  /** At most `atOnce` requests may run without a slot. */
  function noteLate(request: AbortController): void {
    late.add(request)
    if (late.size <= atOnce) return
    const [oldest] = late
    oldest!.abort(new UpstreamError('aborted', 'too many pictures are late'))
    late.delete(oldest!)
  }

  /** Resolves when the slot is free again. */
  async function send<T>(
    host: Host,
    request: Request<T>,
    settle: (answer: Promise<T>) => void,
    onLate: () => void,
  ): Promise<void> {
    const controller = new AbortController()
    const startedAt = performance.now()
    host.active += 1
    const answer = request(controller.signal)
    settle(answer)
    const patience = Promise.withResolvers<void>()
    const timer = setTimeout(() => {
      backOff(host, startedAt)
      noteLate(controller)
      patience.resolve()
      onLate()
    }, patienceMs)
    const ended = answer
      .then(
        () => {
          host.answeredAt = performance.now()
          host.backOffUntil = -Infinity
        },
        (error: unknown) => {
          if (isUnreachable(error)) backOff(host, startedAt)
        },
      )
      .finally(() => {
        clearTimeout(timer)
        late.delete(controller)
        host.active -= 1
      })
    await Promise.race([ended, patience.promise])
  }

  return {
    isBackingOff: (name: string): boolean => isBackingOff(hostOf(name)),

    /**
     * `onLate`: the request was sent, and nobody should wait for its answer any longer. `left` takes it out of the queue;
     * what was sent goes on.
     */
    ask<T>(name: string, request: Request<T>, onLate: () => void, left?: AbortSignal): Promise<T> {
      const host = hostOf(name)
      const { promise, resolve, reject } = Promise.withResolvers<T>()
      const busy = () => reject(new UpstreamError('busy', `too many pictures wait for ${name}`))
      const inSlot = async (): Promise<void> => {
        if (isBackingOff(host) && host.active > 0)
          throw new UpstreamError('paused', `${name} is slow`)
        await send(host, request, resolve, onLate)
      }
      const inOrder = async (): Promise<void> => {
        await (everything.run(inSlot, left) ?? busy())
      }
      const queued = host.queue.run(inOrder, left)
      if (queued) queued.catch(reject)
      else busy()
      return promise
    },
  }
}

/** Other failures are answers, or made here. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof UpstreamError && /^(?:timeout|connect|reset)$/.test(error.kind)
}
