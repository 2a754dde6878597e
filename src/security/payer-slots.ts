import { isIP } from 'node:net'
import { spellTime, startDeadline } from '../core/deadline.ts'
import { untilAborted } from '../core/until-aborted.ts'
import { UpstreamError } from '../core/upstream-error.ts'
import { explain } from './exchange.ts'
import type { HostResolver } from './host-resolver.ts'
import { createShares } from './shares.ts'
import type { Payer, Slot } from './shares.ts'

type Waiting = {
  readonly payer: Payer | undefined
  readonly timeoutMs: number
  readonly signal: AbortSignal | undefined
}

const mostLookups = 8

export type PayerSlots = ReturnType<typeof createPayerSlots>

type LookUp = (url: URL, payer: Payer, signal: AbortSignal) => Promise<void>

/** Names that nobody answers for hold up only whoever asks for them. */
export function createPayerLookUp(resolve: HostResolver): LookUp {
  const lookups = createShares(mostLookups)
  return async ({ host, hostname }, payer, signal) => {
    if (isIP(hostname.replace(/^\[(.*)\]$/, '$1')) || resolve.knows?.(hostname)) return
    const slot = await orBusy(lookups.hold(payer, hostname, signal))
    const looking = resolve(hostname)
      .catch((error: Error) => {
        throw explain(error, host, false)
      })
      .finally(() => slot.leave())
    await untilAborted(looking, signal)
  }
}

/** Servers that say nothing hold up only whoever asks them. */
export function createPayerSlots(maxOrigins: number, lookUp: LookUp) {
  const origins = createShares(maxOrigins)

  /** Null for the service itself. Throws `busy` where the payer's others leave it none in time. */
  async function hold(
    url: URL,
    payer: Payer | undefined,
    signal: AbortSignal,
  ): Promise<Slot | null> {
    if (payer === undefined) return null
    await lookUp(url, payer, signal)
    return orBusy(origins.hold(payer, url.origin, signal))
  }

  return {
    hold,

    /** With a time of its own: the server is not to blame for it. */
    async holdFirst(url: URL, { payer, timeoutMs, signal }: Waiting): Promise<Slot | null> {
      if (payer === undefined) return null
      const late = `${url.host} did not answer within ${spellTime(timeoutMs)}`
      const deadline = startDeadline(timeoutMs, () => new UpstreamError('timeout', late), signal)
      try {
        return await hold(url, payer, deadline.signal)
      } catch (error) {
        if (error instanceof UpstreamError) throw error
        throw new UpstreamError('aborted', 'the request was cancelled')
      } finally {
        deadline.clear()
      }
    },
  }
}

async function orBusy(holding: Promise<Slot>): Promise<Slot> {
  try {
    return await holding
  } catch (error) {
    const isLate = error instanceof UpstreamError && error.kind === 'timeout'
    throw isLate
      ? new UpstreamError('busy', 'too many other servers are being asked for this configuration')
      : error
  }
}
