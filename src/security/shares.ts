import { UpstreamError } from '../core/upstream-error.ts'
import { untilAborted } from '../core/until-aborted.ts'

/** Row of the configuration whose source is asked; `unsaved`: of any that is not stored. */
export type Payer = number | 'unsaved'

/** Held until it was left as often as it was entered; holding it enters once. */
export type Slot = { enter(): void; leave(): void }

type Waiter = { readonly name: string; readonly enter: () => void }

type Share = { readonly used: Map<string, number>; readonly waiting: Set<Waiter> }

const usualParts = { stored: 1 / 4, unsaved: 1 / 2 }
const mostWaiting = 1_000

/** Of what there is for all, one configuration uses at most a part, and all that are not stored another. */
export function createShares(most: number, parts = usualParts) {
  const shares = new Map<Payer, Share>()
  const mostOf = (payer: Payer): number =>
    Math.max(1, Math.floor(most * parts[payer === 'unsaved' ? 'unsaved' : 'stored']))

  function shareOf(payer: Payer): Share {
    const share = shares.get(payer) ?? { used: new Map(), waiting: new Set() }
    shares.set(payer, share)
    return share
  }

  const mayEnter = ({ used }: Share, payer: Payer, name: string): boolean =>
    used.has(name) || used.size < mostOf(payer)

  function enter({ used }: Share, name: string): void {
    used.set(name, (used.get(name) ?? 0) + 1)
  }

  function leave(share: Share, payer: Payer, name: string): void {
    const left = share.used.get(name)! - 1
    if (left > 0) return void share.used.set(name, left)
    share.used.delete(name)
    for (const waiter of share.waiting) {
      if (!mayEnter(share, payer, waiter.name)) continue
      share.waiting.delete(waiter)
      enter(share, waiter.name)
      waiter.enter()
    }
    if (share.used.size === 0) shares.delete(payer)
  }

  async function wait(share: Share, payer: Payer, name: string, signal: AbortSignal) {
    if (share.waiting.size >= mostWaiting) {
      throw new UpstreamError('busy', 'too much else is being asked for this configuration')
    }
    const { promise, resolve } = Promise.withResolvers<void>()
    const waiter = { name, enter: resolve }
    share.waiting.add(waiter)
    try {
      await untilAborted(promise, signal)
    } catch (error) {
      // It may have been let in at the same moment.
      if (!share.waiting.delete(waiter)) leave(share, payer, name)
      throw error
    }
  }

  return {
    /** Waits while the payer uses all of its share for others. Rejects with the signal's reason, or as `busy` where 1,000 wait. */
    async hold(payer: Payer, name: string, signal: AbortSignal): Promise<Slot> {
      const share = shareOf(payer)
      if (mayEnter(share, payer, name)) enter(share, name)
      else await wait(share, payer, name, signal)
      return { enter: () => enter(share, name), leave: () => leave(share, payer, name) }
    },
  }
}
