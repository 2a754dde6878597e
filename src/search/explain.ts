import { workInChunks, type Work } from '../core/scheduler.ts'
import type { Drop, ExplainedDrop, Explanation, SearchStep } from '../model/search-plan.ts'
import type { MediaQuery, Stream } from '../model/search-result.ts'
import type { SearchPlan } from './plan.ts'

export type StepDrops = { readonly step: SearchStep; readonly dropped: readonly Drop[] }

export function* explainAll(
  streams: readonly Stream[],
  drops: readonly StepDrops[],
  plan: SearchPlan,
  query: MediaQuery,
): Work<Explanation> {
  const kept: Explanation['kept'][number][] = []
  yield* workInChunks(streams, (chunk) => {
    for (const stream of chunk) {
      const next = streams[kept.length + 1]
      kept.push({ stream, lead: next ? plan.leadOf(stream, next, query) : null })
    }
  })
  return { kept, dropped: yield* explainDrops(drops) }
}

function* explainDrops(drops: readonly StepDrops[]): Work<ExplainedDrop[]> {
  const later = new Map<string, ExplainedDrop['winnerDrop']>()
  for (const { step, dropped } of drops) {
    if (step === 'filter' || step === 'dedupe') continue
    yield* workInChunks(dropped, (chunk) => {
      for (const { stream, reason, path } of chunk)
        later.set(origin(stream), { step, reason, path })
    })
  }
  const explained: ExplainedDrop[] = []
  for (const { step, dropped } of drops) {
    yield* workInChunks(dropped, (chunk) => {
      for (const drop of chunk) {
        const winnerDrop = drop.winner ? (later.get(origin(drop.winner)) ?? null) : null
        explained.push({ ...drop, step, winnerDrop })
      }
    })
  }
  return explained
}

/** Names a stream although the steps copy it. */
function origin({ sourceIndex, position }: Stream): string {
  return `${sourceIndex}:${position}`
}
