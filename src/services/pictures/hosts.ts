import { LRUCache } from 'lru-cache'
import { atMost } from '../../core/entries.ts'
import { UpstreamError } from '../../core/upstream-error.ts'
import { createWorkQueue } from '../../core/work-queue.ts'
import type { WorkQueue } from '../../core/work-queue.ts'
import { createShares } from '../../security/shares.ts'
import type { Payer } from '../../security/shares.ts'

type Host = {
  readonly queue: WorkQueue
  readonly payers: ReturnType<typeof createShares>
  active: number
  answeredAt: number
  backOffUntil: number
}

/** Calls `begin` when the host is asked: until then it is not to blame. */
type Request<T> = (signal: AbortSignal, begin: () => void) => Promise<T>

type Asking = {
  /** The request was sent, and nobody should wait for its answer any longer. */
  readonly onLate: () => void
  /** Takes it out of the queue; what was sent goes on. */
  readonly left: AbortSignal
  /** Missing: the service itself. */
  readonly payer: Payer | undefined
}

const shareOfOneHost = 1 / 4
const partsOfPayers = { stored: 1 / 2, unsaved: 1 / 2 }
const all = { stored: 1, unsaved: 1 }
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
  const payers = createShares(atOnce, partsOfPayers)
  const hosts = new LRUCache<string, Host>(atMost(1_000))
  let asked = 0
  /** Requests that no longer hold a slot, oldest first. */
  const late = new Map<AbortController, Payer | undefined>()

  function hostOf(name: string): Host {
    const known = hosts.get(name)
    if (known) return known
    const queue = createWorkQueue({ slots: ofOneHost, waiting })
    const ofPayers = createShares(ofOneHost, all)
    const times = { answeredAt: -Infinity, backOffUntil: -Infinity }
    const host = { queue, payers: ofPayers, active: 0, ...times }
    hosts.set(name, host)
    return host
  }

  const isBackingOff = (host: Host): boolean => performance.now() < host.backOffUntil

  /** One slow picture says nothing of a host that answers others. */
  function backOff(host: Host, since: number): void {
    if (host.answeredAt < since) host.backOffUntil = performance.now() + backOffMs
  }

  /** At most `atOnce` requests may run without a slot; more end the oldest of the payer that has most. */
  function noteLate(request: AbortController, payer: Payer | undefined): void {
    late.set(request, payer)
    if (late.size <= atOnce) return
    const counts = new Map<Payer | undefined, number>()
    for (const one of late.values()) counts.set(one, (counts.get(one) ?? 0) + 1)
    const most = Math.max(...counts.values())
    const [oldest] = [...late].find(([, one]) => counts.get(one) === most)!
    oldest.abort(new UpstreamError('aborted', 'too many pictures are late'))
    late.delete(oldest)
  }

  /** One host never takes all places of a payer, also while others keep it busy. */
  async function hold(host: Host, payer: Payer, left: AbortSignal): Promise<() => void> {
    const name = `${asked++}`
    const ofHost = await host.payers.hold(payer, name, left)
    try {
      const ofAll = await payers.hold(payer, name, left)
      return () => {
        ofAll.leave()
        ofHost.leave()
      }
    } catch (error) {
      ofHost.leave()
      throw error
    }
  }

  /** Resolves when the slot is free again. */
  async function send<T>(
    host: Host,
    request: Request<T>,
    settle: (answer: Promise<T>) => void,
    { onLate, payer }: Pick<Asking, 'onLate' | 'payer'>,
  ): Promise<void> {
    const controller = new AbortController()
    const startedAt = performance.now()
    let blame: NodeJS.Timeout | undefined
    const begin = (): void => {
      const askedAt = performance.now()
      blame = setTimeout(() => backOff(host, askedAt), patienceMs)
    }
    host.active += 1
    const answer = request(controller.signal, begin)
    settle(answer)
    const patience = Promise.withResolvers<void>()
    const timer = setTimeout(() => {
      noteLate(controller, payer)
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
        clearTimeout(blame)
        late.delete(controller)
        host.active -= 1
      })
    await Promise.race([ended, patience.promise])
  }

  return {
    isBackingOff: (name: string): boolean => isBackingOff(hostOf(name)),

    async ask<T>(name: string, request: Request<T>, asking: Asking): Promise<T> {
      const { left, payer } = asking
      const host = hostOf(name)
      const leave = payer === undefined ? null : await hold(host, payer, left)
      if (left.aborted) {
        leave?.()
        throw left.reason
      }
      const { promise, resolve, reject } = Promise.withResolvers<T>()
      const busy = () => reject(new UpstreamError('busy', `too many pictures wait for ${name}`))
      const inSlot = async (): Promise<void> => {
        if (isBackingOff(host) && host.active > 0)
          throw new UpstreamError('paused', `${name} is slow`)
        await send(host, request, resolve, asking)
      }
      const inHostOrder = async (): Promise<void> => {
        await (everything.run(inSlot, left) ?? busy())
      }
      const queued = host.queue.run(inHostOrder, left)
      if (queued) queued.catch(reject).finally(() => leave?.())
      else {
        leave?.()
        busy()
      }
      return promise
    },
  }
}

/** Other failures are answers, or made here. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof UpstreamError && /^(?:timeout|connect|reset)$/.test(error.kind)
}

export function isMadeHere({ kind }: UpstreamError): boolean {
  return kind === 'aborted' || kind === 'busy' || kind === 'paused'
}
