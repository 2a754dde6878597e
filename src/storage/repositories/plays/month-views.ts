import type { TimeSlots } from '../../../model/time-slots.ts'
import { visitCells } from './cells.ts'
import { quarterMap } from './month-runs.ts'
import type { MonthRuns } from './month-runs.ts'
import { monthStart, quartersOfDay, weekSlot } from './sums.ts'
import type { SumRow } from './sums.ts'
import { dayMs } from '../../../model/time-slots.ts'
import type { SlotMap } from './quarter-slots.ts'

export type Detail = 'days' | 'edges' | 'slots' | 'quarters'

/** Counts of a user, a kind and a value in a month: plays, finished ones and the milliseconds of both, slot by slot. */
export type ViewRow = Pick<SumRow, 'profile_id' | 'kind' | 'value'> & {
  readonly sums: Float64Array
}

/** Counts of a month by group, slot and user, encoded. `names`: of the groups, unless they are those of titles. */
export type DetailView = { readonly names: readonly string[]; readonly cells: Uint8Array }

/** Makes of a row of kept counts what a question adds up. */
export type MonthReader = {
  readonly details: readonly Detail[]
  read(row: SumRow): ViewRow
}

export function monthReader(
  { kind }: Pick<TimeSlots, 'kind'>,
  month: number,
  asked: MonthRuns,
): MonthReader {
  const map = quarterMap({ kind } as TimeSlots, month, asked)
  const isWhole = asked.runs.length === 1 && asked.runs[0]!.to - asked.runs[0]!.from === map.length
  const parts =
    kind === 'line'
      ? lineParts(month, map)
      : isWhole
        ? [{ detail: 'slots' as const, map: weekOf(month, map) }]
        : [{ detail: 'quarters' as const, map }]
  return {
    details: parts.map(({ detail }) => detail),
    read(row) {
      const sums = new Float64Array(asked.slots * 4)
      for (const part of parts) addCells(sums, row[part.detail], part.map)
      const { profile_id, kind: own, value } = row
      return { profile_id, kind: own, value, sums }
    },
  }
}

type Part = { readonly detail: Detail; readonly map: SlotMap }

/** Days that belong to one slot are taken whole, the others by their quarters of an hour. */
function lineParts(month: number, map: SlotMap): readonly Part[] {
  const days = new Int32Array((monthStart(month + 1) - monthStart(month)) / dayMs)
  const rest = map.slice()
  const split: number[] = []
  for (let day = 0; day < days.length; day++) {
    const start = day * quartersOfDay
    const own = rest.subarray(start, start + quartersOfDay)
    const isOne = own.every((slot) => slot === own[0])
    days[day] = isOne ? own[0]! : -1
    if (isOne) own.fill(-1)
    else split.push(day)
  }
  const whole = { detail: 'days', map: days } as const
  if (split.length === 0) return [whole]
  const areEdges = split.every((day) => day === 0 || day === days.length - 1)
  return [whole, { detail: areEdges ? 'edges' : 'quarters', map: rest }]
}

function weekOf(month: number, map: SlotMap): SlotMap {
  const week = new Int32Array(7 * quartersOfDay)
  for (let index = 0; index < week.length; index++) week[weekSlot(month, index)] = map[index]!
  return week
}

function addCells(sums: Float64Array, bytes: Uint8Array, map: SlotMap): void {
  visitCells(bytes, (index, plays, finished, watchedMs, finishedMs) => {
    const slot = map[index]!
    if (slot === -1) return
    const at = slot * 4
    sums[at]! += plays
    sums[at + 1]! += finished
    sums[at + 2]! += watchedMs
    sums[at + 3]! += finishedMs
  })
}
