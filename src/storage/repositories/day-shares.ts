import { LRUCache } from 'lru-cache'
import { atMost } from '../../core/entries.ts'
import { dayMs } from '../../model/time-slots.ts'

type DayShare = { readonly since: number; count: number; isReached: boolean }

const maxConfigurations = 10_000

/** Of names that one configuration adds in a day. */
export function createDayShares(most: number, warn: (message: string) => void) {
  const shares = new LRUCache<number, DayShare>(atMost(maxConfigurations))

  function shareOf(configuration: number, at: number): DayShare {
    const known = shares.get(configuration)
    if (known && at - known.since < dayMs) return known
    const share = { since: at, count: 0, isReached: false }
    shares.set(configuration, share)
    return share
  }

  return {
    take(wanted: number, configuration: number, at: number) {
      const share = shareOf(configuration, at)
      const count = Math.min(wanted, most - share.count)
      share.count += count
      if (count < wanted && !share.isReached) {
        share.isReached = true
        warn(
          `Configuration ${configuration} has added ${most} names of titles, people, genres and libraries within a day; more are not listed before the next one`,
        )
      }
      return { count, giveBack: (): void => void (share.count -= count) }
    },
  }
}
