import type { HistoryKey, HistoryStore, PlayChange } from '../../src/model/history-store.ts'
import { noEvents } from '../../src/services/history/outbox.ts'

/** Writes what a report means for an entry, wherever it stands. */
export async function writePlay(
  store: Pick<HistoryStore, 'report'>,
  historyId: number,
  key: HistoryKey,
  change: PlayChange,
): Promise<void> {
  await store.report({
    histories: [{ historyId, profileId: 'a'.repeat(32), key, isKnown: false, outbox: noEvents }],
    change,
    isMoment: true,
    play: null,
    playBefore: null,
    endedPlay: null,
    isFailed: false,
    watched: null,
    origin: 'local',
    device: null,
    session: null,
  })
}
