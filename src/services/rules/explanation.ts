import type { Explanation, ExplainedDrop, Lead } from '../../model/search-plan.ts'
import type { Stream } from '../../model/search-result.ts'

/** What became of the streams of a search, and how to try other rules on them. */
export type SearchExplanation = Explanation & {
  /** Names the held streams to `previewRules`; null where they are not held. */
  readonly held: string | null
  /** Fills in what players show of kept streams that have not been given it yet. */
  readonly format?: (streams: readonly Stream[]) => Promise<readonly Stream[]>
}

export type ExplainedStream = {
  readonly stream: Stream
  /** From 1; null if it was dropped. */
  readonly place: number | null
  readonly lead: Lead | null
  readonly drop: StreamDrop | null
}

export type StreamDrop = Omit<ExplainedDrop, 'stream' | 'winner'> & {
  /** Name of the equal stream that is preferred. */
  readonly winner: string | null
}

export type StreamSelection = {
  readonly outcome?: 'kept' | 'dropped' | null | undefined
  readonly named?: string | null | undefined
  readonly first: number
}

const longestName = 200

/** Kept ones first. `named`: words that the names hold, in any order and case. */
export async function selectStreams(
  explanation: SearchExplanation,
  selection: StreamSelection,
): Promise<readonly ExplainedStream[]> {
  const found = findStreams(explanation, selection)
  if (!explanation.format) return found
  const kept = found.filter(({ place }) => place !== null).map(({ stream }) => stream)
  const formatted = await explanation.format(kept)
  return found.map((one, index) => ({ ...one, stream: formatted[index] ?? one.stream }))
}

function findStreams(
  { kept, dropped }: Explanation,
  { outcome, named, first }: StreamSelection,
): ExplainedStream[] {
  const words = (named ?? '')
    .slice(0, longestName)
    .toLowerCase()
    .split(/[\s._-]+/)
    .filter(Boolean)
  const found: ExplainedStream[] = []
  if (outcome !== 'dropped') {
    for (const [index, { stream, lead }] of kept.entries()) {
      if (found.length >= first) return found
      if (isNamed(stream, words)) found.push({ stream, place: index + 1, lead, drop: null })
    }
  }
  if (outcome === 'kept') return found
  for (const { stream, winner, ...drop } of dropped) {
    if (found.length >= first) return found
    if (!isNamed(stream, words)) continue
    const name = winner ? nameOf(winner) : null
    found.push({ stream, place: null, lead: null, drop: { ...drop, winner: name } })
  }
  return found
}

function nameOf({ filename, folderName, originalName, addon }: Stream): string {
  return filename ?? folderName ?? (originalName || addon)
}

function isNamed(stream: Stream, words: readonly string[]): boolean {
  if (words.length === 0) return true
  const text = `${stream.filename ?? ''} ${stream.folderName ?? ''} ${stream.originalName}`
  const lower = text.toLowerCase()
  return words.every((word) => lower.includes(word))
}
