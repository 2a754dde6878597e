import { AppError } from '../../../core/errors.ts'
import type { PlayCount, StatisticsQuery } from '../../../model/play-statistics.ts'
import { slotCount, slotFinder } from '../../../model/time-slots.ts'
import type { CountedPlay } from './scan.ts'

/** Of one answer: slots, over all groups. */
const mostValues = 50_000
/** Groups times users, of which each takes four bytes. */
const mostOfUsers = 16_000_000

type Bounds = {
  readonly most?: number
  /** Whether `usersOf` will be asked. */
  readonly withUsers?: boolean
  readonly mostOfUsers?: number
}

/** What is added may be negative. `user`: from `userOf`. */
export type Add = (
  slot: number,
  plays: number,
  finished: number,
  watchedMs: number,
  finishedMs: number,
  user: number,
) => void

export class Counts {
  private readonly places = new Map<string, number>()
  /** Of each group: plays, finished ones and milliseconds of each slot. */
  private sums = new Float64Array()
  /** Empty where one user alone is counted, or it is not asked for. */
  private playsOfUsers = new Int32Array()
  private readonly find: (at: number) => number
  private readonly users: ReadonlyMap<string, number>
  private readonly width: number
  private readonly userWidth: number
  private readonly query: StatisticsQuery
  private readonly bounds: Required<Bounds>

  constructor(query: StatisticsQuery, bounds: Bounds = {}) {
    this.query = query
    this.bounds = { most: mostValues, withUsers: false, mostOfUsers, ...bounds }
    this.find = slotFinder(query.slots)
    this.width = slotCount(query.slots) * 3
    const users = query.filter.readers.flatMap(({ profileIds }) => profileIds)
    this.users = new Map(users.map((id, index) => [id, index]))
    this.userWidth = this.bounds.withUsers && this.users.size > 1 ? this.users.size : 0
    if (query.groupBy === null) this.placeOf('')
  }

  userOf(profileId: string): number {
    return this.users.get(profileId)!
  }

  adder(name: string): Add {
    let place: number | null = null
    return (slot, plays, finished, watchedMs, finishedMs, user) => {
      const counted = countedOf(this.query.filter, plays, finished)
      if (slot === -1 || counted === 0) return
      place ??= this.placeOf(name)
      const ms = countedOf(this.query.filter, watchedMs, finishedMs)
      this.addAt(place, slot, counted, finished, ms, user)
    }
  }

  /** Takes counts of slots that follow one another from one on: plays, finished ones and the milliseconds of both. */
  addSums(name: string, first: number, given: Float64Array, user: number): void {
    let place = -1
    for (let at = 0; at < given.length; at += 4) {
      const finished = given[at + 1]!
      const counted = countedOf(this.query.filter, given[at]!, finished)
      if (counted === 0) continue
      if (place === -1) place = this.placeOf(name)
      const ms = countedOf(this.query.filter, given[at + 2]!, given[at + 3]!)
      this.addAt(place, first + at / 4, counted, finished, ms, user)
    }
  }

  private addAt(
    place: number,
    slot: number,
    counted: number,
    finished: number,
    ms: number,
    user: number,
  ): void {
    const at = place * this.width + slot * 3
    this.sums[at]! += counted
    this.sums[at + 1]! += this.query.filter.finished === false ? 0 : finished
    this.sums[at + 2]! += ms
    if (this.userWidth > 0) this.playsOfUsers[place * this.userWidth + user]! += counted
  }

  addPlay(play: CountedPlay, name: string): void {
    const slot = this.find(play.started_at)
    if (slot === -1) return
    const place = this.placeOf(name)
    const at = place * this.width + slot * 3
    this.sums[at]! += 1
    this.sums[at + 1]! += play.finished ? 1 : 0
    this.sums[at + 2]! += play.watched_ms
    if (this.userWidth === 0) return
    this.playsOfUsers[place * this.userWidth + this.userOf(play.profile_id)]! += 1
  }

  /** Counts of one name as those of another, which may have some already. */
  rename(names: ReadonlyMap<string, string>): void {
    for (const [name, other] of names) {
      const place = this.places.get(name)
      if (place === undefined || name === other) continue
      const known = this.places.get(other)
      if (known === undefined) this.places.set(other, place)
      else {
        addRow(this.sums, place, known, this.width)
        addRow(this.playsOfUsers, place, known, this.userWidth)
      }
      this.places.delete(name)
    }
  }

  names(): readonly string[] {
    return [...this.places.keys()]
  }

  /** Of groups that have any play, each slot; without groups always. */
  all(): readonly PlayCount[] {
    const found: PlayCount[] = []
    for (const [name, place] of this.places) {
      if (this.query.groupBy !== null && !this.hasPlays(place)) continue
      const start = place * this.width
      for (let at = start; at < start + this.width; at += 3) {
        found.push({
          slot: (at - start) / 3,
          group: name === '' ? null : name,
          plays: this.sums[at]!,
          finished: this.sums[at + 1]!,
          watchedMs: this.sums[at + 2]!,
        })
      }
    }
    return found
  }

  /** How many different users have plays; for counts that were made `withUsers`. */
  usersOf(name: string): number {
    const place = this.places.get(name)!
    if (this.userWidth === 0) return this.hasPlays(place) ? 1 : 0
    const start = place * this.userWidth
    let count = 0
    for (let at = start; at < start + this.userWidth; at++) {
      if (this.playsOfUsers[at]! > 0) count += 1
    }
    return count
  }

  private hasPlays(place: number): boolean {
    const end = (place + 1) * this.width
    for (let at = place * this.width; at < end; at += 3) if (this.sums[at]! > 0) return true
    return false
  }

  private placeOf(name: string): number {
    const known = this.places.get(name)
    if (known !== undefined) return known
    const place = this.places.size
    const { most, mostOfUsers: mostCells } = this.bounds
    if (((place + 1) * this.width) / 3 > most) throw tooManyValues(most)
    if ((place + 1) * this.userWidth > mostCells) throw tooManyOfUsers(mostCells)
    this.places.set(name, place)
    this.sums = withRoom(this.sums, (place + 1) * this.width, most * 3)
    this.playsOfUsers = withRoom(this.playsOfUsers, (place + 1) * this.userWidth, mostCells)
    return place
  }
}

function countedOf(
  { finished: asked }: StatisticsQuery['filter'],
  all: number,
  finished: number,
): number {
  if (asked === null) return all
  return asked ? finished : all - finished
}

type Numbers = Float64Array | Int32Array

function addRow(rows: Numbers, from: number, to: number, width: number): void {
  for (let index = 0; index < width; index++) {
    rows[to * width + index]! += rows[from * width + index]!
  }
}

function withRoom<Row extends Numbers>(rows: Row, length: number, most: number): Row {
  if (length <= rows.length) return rows
  const grown = new (rows.constructor as new (length: number) => Row)(
    Math.max(length, Math.min(most, rows.length * 2)),
  )
  grown.set(rows)
  return grown
}

function tooManyValues(most: number): AppError {
  return new AppError(
    'BAD_REQUEST',
    `There are more than ${most.toLocaleString('en')} values; ask for larger buckets, or for fewer groups.`,
  )
}

function tooManyOfUsers(most: number): AppError {
  return new AppError(
    'BAD_REQUEST',
    `There are more than ${most.toLocaleString('en')} counts of groups by user; ask for fewer users, or for a shorter time.`,
  )
}
