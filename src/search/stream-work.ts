import { workInChunks, type Work } from '../core/scheduler.ts'
import type { Drop, Step, StepResult } from '../model/search-plan.ts'
import type { MediaQuery, Stream } from '../model/search-result.ts'

/** The streams themselves where nothing is changed. */
export function* mapped(
  streams: readonly Stream[],
  map: (chunk: readonly Stream[]) => readonly Stream[],
): Work<readonly Stream[]> {
  let changed = false
  const results: Stream[] = []
  yield* workInChunks(streams, (chunk) => {
    const mappedChunk = map(chunk)
    changed ||= mappedChunk !== chunk
    for (const stream of mappedChunk) results.push(stream)
  })
  return changed ? results : streams
}

export function* sliced(
  step: Step,
  streams: readonly Stream[],
  query: MediaQuery,
): Work<StepResult> {
  const kept: Stream[] = []
  const dropped: Drop[] = []
  yield* workInChunks(streams, (chunk) => {
    const result = step(chunk, query)
    for (const stream of result.kept) kept.push(stream)
    for (const drop of result.dropped) dropped.push(drop)
  })
  return { kept, dropped }
}

export function* atOnce(
  step: Step,
  streams: readonly Stream[],
  query: MediaQuery,
): Work<StepResult> {
  yield
  return step(streams, query)
}

export function* timed<T>(work: Work<T>): Work<{ value: T; tookMs: number }> {
  let tookMs = 0
  for (;;) {
    const started = performance.now()
    const step = work.next()
    tookMs += performance.now() - started
    if (step.done) return { value: step.value, tookMs }
    yield
  }
}
