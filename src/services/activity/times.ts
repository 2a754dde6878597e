import type { PlayFilter } from '../../model/play-filter.ts'
import type { PlayStore } from '../../model/play-store.ts'

export type Time = { readonly from: number; readonly to: number }

/** The time that a filter asks for, and the part of it in which there can be plays; null: none. */
export type AskedTime = { readonly time: Time; readonly counted: Time | null }

/** Without an end until now; without a beginning since the first play, and where there is none, now alone. */
export async function askedTime(
  plays: Pick<PlayStore, 'earliest'>,
  filter: PlayFilter,
): Promise<AskedTime> {
  const first = await plays.earliest(filter.readers)
  const end = Date.now() + 1
  const to = filter.to ?? Math.max(end, (filter.from ?? 0) + 1)
  const from = filter.from ?? Math.min(first ?? to - 1, to - 1)
  const counted = { from: Math.max(from, first ?? to), to: Math.min(to, end) }
  return { time: { from, to }, counted: counted.from < counted.to ? counted : null }
}
