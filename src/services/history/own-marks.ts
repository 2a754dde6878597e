import { relocated, storedItemKey } from '../../model/history-key.ts'
import type { HistoryPart, HistoryStore, ImportedPlay } from '../../model/history-store.ts'

type Play = Omit<ImportedPlay, 'profileId'>

/** A tracker may date a mark to the minute, and a play by when it heard of it. */
const earlierMs = 60_000
const heardLaterMs = 600_000

/** Without plays that a tracker keeps for marks from here, on the title itself, its season or its series. */
export async function withoutOwnMarks(
  history: Pick<HistoryStore, 'locate' | 'markableTimes'>,
  historyId: number,
  plays: readonly Play[],
): Promise<readonly Play[]> {
  const located = await history.locate(historyId, plays)
  const keys = plays.map((play, index) => markable(relocated(play, located[index]!)))
  const times = await history.markableTimes(historyId, keys.flat())
  return plays.filter(({ startedAt }, index) =>
    keys[index]!.flatMap((key) => times.get(storedItemKey(key)) ?? []).every(
      (at) => startedAt < at - earlierMs || startedAt > at + heardLaterMs,
    ),
  )
}

function markable(part: HistoryPart): readonly Pick<HistoryPart, 'itemKey' | 'kind'>[] {
  const { kind, titleKey, season } = part
  if (kind !== 'episode') return [part]
  return [
    part,
    { kind: 'season', itemKey: `${titleKey}:${season}` },
    { kind: 'series', itemKey: titleKey },
  ]
}
