import { AppError } from '../../../core/errors.ts'
import type { PlayCount, StatisticsQuery } from '../../../model/play-statistics.ts'
import { slotCount, slotFinder } from '../../../model/time-slots.ts'
import type { CountedPlay } from './scan.ts'

/** Of one answer: slots, over all groups. */
const mostValues = 50_000

/** What is added may be negative. */
export type Add = (
  slot: number,
  plays: number,
  finished: number,
  watchedMs: number,
  finishedMs: number,
) => void

export class Counts {
  private readonly groups = new Map<string, Float64Array>()
  private readonly find: (at: number) => number
  private readonly query: StatisticsQuery
  private readonly most: number

  constructor(query: StatisticsQuery, most = mostValues) {
    this.query = query
    this.most = most
    this.find = slotFinder(query.slots)
    if (query.groupBy === null) this.sumsOf('')
  }

  adder(name: string): Add {
    const { finished: asked } = this.query.filter
    const isAll = asked === null
    let sums: Float64Array | null = null
    return (slot, plays, finished, watchedMs, finishedMs) => {
      const counted = isAll ? plays : asked ? finished : plays - finished
      if (slot === -1 || counted === 0) return
      const at = slot * 3
      sums ??= this.sumsOf(name)
      sums[at]! += counted
      sums[at + 1]! += asked === false ? 0 : finished
      sums[at + 2]! += isAll ? watchedMs : asked ? finishedMs : watchedMs - finishedMs
    }
  }

  /** Takes counts of slots that follow one another from one on: plays, finished ones and the milliseconds of both. */
  addSums(name: string, first: number, given: Float64Array): void {
    const add = this.adder(name)
    for (let at = 0; at < given.length; at += 4) {
      if (given[at] === 0) continue
      add(first + at / 4, given[at]!, given[at + 1]!, given[at + 2]!, given[at + 3]!)
    }
  }

  addPlay(play: CountedPlay, name: string): void {
    const slot = this.find(play.started_at)
    if (slot === -1) return
    const sums = this.sumsOf(name)
    sums[slot * 3]! += 1
    sums[slot * 3 + 1]! += play.finished ? 1 : 0
    sums[slot * 3 + 2]! += play.watched_ms
  }

  /** Counts of one name as those of another, which may have some already. */
  rename(names: ReadonlyMap<string, string>): void {
    for (const [name, other] of names) {
      const sums = this.groups.get(name)
      if (sums === undefined || name === other) continue
      const known = this.groups.get(other)
      if (known === undefined) this.groups.set(other, sums)
      else for (const [index, value] of sums.entries()) known[index]! += value
      this.groups.delete(name)
    }
  }

  names(): readonly string[] {
    return [...this.groups.keys()]
  }

  /** Of groups that have any play, each slot; without groups always. */
  all(): readonly PlayCount[] {
    const { slots, groupBy } = this.query
    const count = slotCount(slots)
    return [...this.groups].flatMap(([name, sums]) => {
      if (groupBy !== null && !sums.some((value, index) => index % 3 === 0 && value > 0)) return []
      return Array.from({ length: count }, (_, slot) => ({
        slot,
        group: name === '' ? null : name,
        plays: sums[slot * 3]!,
        finished: sums[slot * 3 + 1]!,
        watchedMs: sums[slot * 3 + 2]!,
      }))
    })
  }

  private sumsOf(name: string): Float64Array {
    const known = this.groups.get(name)
    if (known) return known
    const count = slotCount(this.query.slots)
    if ((this.groups.size + 1) * count > this.most) throw tooManyValues(this.most)
    const made = new Float64Array(count * 3)
    this.groups.set(name, made)
    return made
  }
}

function tooManyValues(most: number): AppError {
  return new AppError(
    'BAD_REQUEST',
    `There are more than ${most.toLocaleString('en')} values; ask for larger buckets, or for fewer groups.`,
  )
}
