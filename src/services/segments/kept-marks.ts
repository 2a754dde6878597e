import { LRUCache } from 'lru-cache'
import type { Cache } from '../../cache/cache.ts'
import { fromJsonBytes, jsonBytes } from '../../core/json.ts'
import { atMost } from '../../core/entries.ts'
import type { SegmentMark, SegmentQuestion, SegmentSource } from '../../model/segment.ts'
import { createSingleFlight } from '../../core/single-flight.ts'

export type KeptMarksOptions = {
  readonly sources: readonly SegmentSource[]
  /** Survives restarts, and bounds itself. */
  readonly stored: Cache
  /** How long an answer may be waited for; it goes on for the next caller. */
  readonly waitMs?: number
}

const usualWaitMs = 1_500
const keptMs = 7 * 86_400_000
/** People still add marks for new episodes. */
const nothingKeptMs = 86_400_000
/** A service that failed is not asked the same again for this long. */
const failedMs = 300_000

/** Answers of the services, kept whether they know something or not. Never fails. */
export function createKeptMarks({ sources, stored, waitMs = usualWaitMs }: KeptMarksOptions) {
  const singleFlight = createSingleFlight()
  const recent = new LRUCache<string, readonly SegmentMark[]>({ ...atMost(5_000), ttl: keptMs })
  const failed = new LRUCache<string, true>({ ...atMost(5_000), ttl: failedMs })

  function remember(key: string, marks: readonly SegmentMark[]): void {
    recent.set(key, marks, { ttl: marks.length > 0 ? keptMs : nothingKeptMs })
  }

  async function read(
    source: SegmentSource,
    key: string,
    question: SegmentQuestion,
    signal: AbortSignal,
  ): Promise<readonly SegmentMark[]> {
    try {
      const kept = await stored.get(key)
      if (kept) {
        const marks = fromJsonBytes(kept) as readonly SegmentMark[]
        remember(key, marks)
        return marks
      }
      const marks = await source.ask(question, signal)
      const ttlMs = marks.length > 0 ? keptMs : nothingKeptMs
      stored.set(key, jsonBytes(marks), ttlMs).catch(() => {})
      remember(key, marks)
      return marks
    } catch {
      failed.set(key, true)
      return []
    }
  }

  async function marksOf(
    source: SegmentSource,
    question: SegmentQuestion,
  ): Promise<readonly SegmentMark[]> {
    const place = source.keyOf(question)
    const key = `segments:${source.name}:${place}`
    if (place === null || failed.has(key)) return []
    return (
      recent.get(key) ?? singleFlight.join(key, (signal) => read(source, key, question, signal))
    )
  }

  return async function marks(question: SegmentQuestion): Promise<readonly SegmentMark[]> {
    const late = Promise.withResolvers<readonly SegmentMark[]>()
    const timer = setTimeout(() => late.resolve([]), waitMs)
    try {
      const found = await Promise.all(
        sources.map((source) => Promise.race([marksOf(source, question), late.promise])),
      )
      return found.flat()
    } finally {
      clearTimeout(timer)
    }
  }
}
