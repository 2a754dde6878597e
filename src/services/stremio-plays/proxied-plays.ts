import { LRUCache } from 'lru-cache'
import { atMost } from '../../core/entries.ts'
import { beganOf, nothingRead, onRead, positionOf } from '../../history/read-position.ts'
import type { Reading } from '../../history/read-position.ts'
import type { Part } from '../streaming/part.ts'
import { keyOf } from './recorder.ts'
import type { PlayRecorder, Viewed } from './recorder.ts'

export type ProxiedPlayOptions = {
  readonly recorder: Pick<PlayRecorder, 'report'>
  readonly onFailure: (error: unknown) => void
  readonly now?: () => number
}

export type ProxiedPlays = ReturnType<typeof createProxiedPlays>

type Viewing = {
  readonly viewed: Viewed
  readonly total: number
  readonly durationMs: number | null
  reading: Reading
  /** Connections that read it now. */
  open: number
  reportedAt: number
  reportedMs: number | null
  ending: NodeJS.Timeout | undefined
}

const maxViewings = 5_000
const keptMs = 6 * 3_600_000
const reportEveryMs = 30_000
/** A player that has come this far does not come back for more. */
const watchedShare = 0.9
const endsAfterMs = 60_000
const restsAfterMs = 300_000

/** Positions of what this process carries, from the bytes that players take. */
export function createProxiedPlays({ recorder, onFailure, now = Date.now }: ProxiedPlayOptions) {
  const viewings = new LRUCache<string, Viewing>({
    ...atMost(maxViewings),
    ttl: keptMs,
    dispose: ({ ending }) => clearTimeout(ending),
  })

  let isStopped = false

  function viewingOf(viewed: Viewed, total: number, durationMs: number | null): Viewing {
    const key = keyOf(viewed)
    const known = viewings.get(key)
    if (known?.total === total) return known
    const made: Viewing = {
      viewed,
      total,
      durationMs,
      reading: nothingRead,
      open: 0,
      reportedAt: now(),
      reportedMs: null,
      ending: undefined,
    }
    viewings.set(key, made)
    return made
  }

  function report(viewing: Viewing, event: 'position' | 'rest' | 'end'): void {
    if (isStopped) return
    const { viewed, reading, total, durationMs } = viewing
    const positionMs = positionOf(reading, total, durationMs)
    if (event === 'position' && (positionMs === null || positionMs === viewing.reportedMs)) return
    viewing.reportedAt = now()
    viewing.reportedMs = positionMs
    const began = beganOf(reading, total, durationMs)
    recorder.report(viewed, { event, positionMs, began }).catch(onFailure)
  }

  function endLater(viewing: Viewing): void {
    const watched = isWatched(viewing)
    const end = (): void => {
      report(viewing, watched ? 'end' : 'rest')
      const key = keyOf(viewing.viewed)
      // Another version of the title may have begun since.
      if (watched && viewings.peek(key) === viewing) viewings.delete(key)
    }
    viewing.ending = setTimeout(end, watched ? endsAfterMs : restsAfterMs).unref()
  }

  return {
    /** A request that reads from `part.from` on. `sample` says how many bytes of it were taken, `close` that it is over. */
    begin(
      viewed: Viewed,
      { from: begin, total }: Pick<Part, 'from' | 'total'>,
      durationMs: number | null,
    ) {
      const viewing = viewingOf(viewed, total, durationMs)
      clearTimeout(viewing.ending)
      viewing.open += 1
      let from = begin

      function sample(taken: number): void {
        const to = Math.min(total, begin + taken)
        viewing.reading = onRead(viewing.reading, { begin, from, to, at: now() }, total)
        from = to
        if (now() - viewing.reportedAt >= reportEveryMs) report(viewing, 'position')
      }

      return {
        sample,
        close(taken: number): void {
          sample(taken)
          viewing.open -= 1
          if (viewing.open > 0) return
          report(viewing, 'position')
          endLater(viewing)
        },
      }
    },

    stop(): void {
      for (const viewing of viewings.values()) {
        report(viewing, 'position')
        if (isWatched(viewing)) report(viewing, 'end')
      }
      isStopped = true
      viewings.clear()
    },
  }
}

function isWatched({ durationMs, reportedMs }: Viewing): boolean {
  return durationMs !== null && (reportedMs ?? 0) >= durationMs * watchedShare
}
