import type { PlayFilter } from './play-filter.ts'
import type { TimeSlots } from './time-slots.ts'

export const playGroups = [
  'user',
  'kind',
  'title',
  'genre',
  'client',
  'device',
  'resolution',
  'source',
  'service',
  'delivery',
] as const

export type PlayGroup = (typeof playGroups)[number]

export type StatisticsQuery = {
  /** `from` and `to` are set. */
  readonly filter: PlayFilter & { readonly from: number; readonly to: number }
  readonly groupBy: PlayGroup | null
  readonly slots: TimeSlots
}

/** Slot i is from `starts[i]` to before `starts[i + 1]`. */
export type StreamsQuery = Pick<StatisticsQuery, 'filter'> & { readonly starts: readonly number[] }

/** Counts of one slot and group. Null: plays of which the group is unknown; also where nothing is grouped. */
export type PlayCount = {
  readonly slot: number
  readonly group: string | null
  readonly plays: number
  readonly finished: number
  readonly watchedMs: number
}

export type TopQuery = {
  /** `from` and `to` are set. */
  readonly filter: StatisticsQuery['filter']
  readonly of: 'title' | 'genre' | 'person' | 'client'
  readonly by: 'plays' | 'time' | 'users'
  readonly first: number
}

export type TopCount = Omit<PlayCount, 'slot' | 'group'> & {
  readonly group: string
  /** How many different users have a play that counts. */
  readonly users: number
}
