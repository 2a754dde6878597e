import { untilAborted } from '../core/until-aborted.ts'

/** Row of the configuration whose source is asked; `unsaved`: of any that is not stored. */
export type Payer = number | 'unsaved'

/** Held until it was left as often as it was entered; holding it enters once. */
export type Slot = { enter(): void; leave(): void }

type Share = { readonly used: Map<string, number>; freed: PromiseWithResolvers<void> }

/** One configuration uses at most a quarter of what there is for all, and all that are not stored a half. */
export function createShares(most: number) {
  const shares = new Map<Payer, Share>()
  const mostOf = (payer: Payer): number =>
    Math.max(1, Math.floor(most / (payer === 'unsaved' ? 2 : 4)))

  function shareOf(payer: Payer): Share {
    const share = shares.get(payer) ?? { used: new Map(), freed: Promise.withResolvers<void>() }
    shares.set(payer, share)
    return share
  }

  function count(payer: Payer, name: string, change: number): void {
    const share = shareOf(payer)
    const uses = (share.used.get(name) ?? 0) + change
    if (uses > 0) return void share.used.set(name, uses)
    share.used.delete(name)
    share.freed.resolve()
    share.freed = Promise.withResolvers()
    if (share.used.size === 0) shares.delete(payer)
  }

  return {
    /** Waits while the payer uses all of its share for others. Rejects with the signal's reason. */
    async hold(payer: Payer, name: string, signal: AbortSignal): Promise<Slot> {
      for (;;) {
        const { used, freed } = shareOf(payer)
        if (used.has(name) || used.size < mostOf(payer)) break
        await untilAborted(freed.promise, signal)
      }
      count(payer, name, 1)
      return { enter: () => count(payer, name, 1), leave: () => count(payer, name, -1) }
    },
  }
}
