import { idle, onReport } from '../../src/history/playing.ts'
import type { ReportEffects } from '../../src/history/playing.ts'
import type { SessionState } from '../../src/model/session-store.ts'
import type { PlayReport } from '../../src/model/watch.ts'
import { libraryItem } from './library-item.ts'
import { playReport } from './play-report.ts'

export const begun = 1_000_000
export const minute = 60_000
/** Two films of ninety minutes. */
export const films = {
  a: { item: libraryItem(), itemId: 'a' },
  b: { item: libraryItem({ key: 'tt2' }), itemId: 'b' },
}

export type Step = readonly [
  atMinute: number,
  film: keyof typeof films,
  event: PlayReport['event'],
  positionMinute: number | null,
  more?: Partial<PlayReport>,
]

export type Outcome = {
  /** Of each report that changed anything: what trackers are told, the overdue stop first. */
  readonly told: readonly string[]
  readonly counted: number
  readonly state: SessionState
  readonly last: ReportEffects | null
  /** Plays as their rows would stand in the end: film, watched minutes, whether finished. */
  readonly plays: readonly (readonly [string, number, boolean])[]
}

/** Runs the reports of one device, and keeps the rows of its plays as storage does. */
export function run(steps: readonly Step[]): Outcome {
  let state = idle
  let last: ReportEffects | null = null
  let counted = 0
  const told: string[] = []
  const rows: (readonly [string, number, boolean])[] = []
  for (const [at, film, event, position, more] of steps) {
    const positionMs = position === null ? null : position * minute
    const report = playReport({ event, positionMs, ...more })
    last = onReport(state, { ...films[film], report, version: null }, begun + at * minute)
    if (last === null) continue
    if (last.overdueStop) told.push(`overdue ${last.overdueStop.videoId}`)
    told.push(...last.events.map((one) => `${one.event}${one.played ? ' played' : ''}`))
    counted += last.change?.plays ?? 0
    state = last.state
    const { play, isFailed } = last
    if (play === null) continue
    const row = play.rows['me'] ?? rows.length
    if (isFailed) rows.splice(row, 1)
    else {
      rows[row] = [film, play.watchedMs / minute, play.finished]
      if (state.play === play) state = { ...state, play: { ...play, rows: { me: row } } }
    }
  }
  return { told, counted, state, last, plays: rows }
}
