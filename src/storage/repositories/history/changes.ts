import type { Knex } from 'knex'
import { storedItemKey } from '../../../model/history-key.ts'
import type { HistoryKey, HistoryPart, Outbox } from '../../../model/history-store.ts'
import { enqueueEvents } from '../trackers/outbox.ts'
import { chunkSize, emptied, historyRows, liveRows, upsert } from './rows.ts'
import type { Row } from './rows.ts'
import { tallied } from './tally.ts'
import { learnNames } from '../plays/title-names.ts'
import { learnTitles } from './titles.ts'

/** Plays made here are no longer an import. */
export const local = { origin: 'local', tracker: null, link: null } as const

export type Put = {
  readonly keys: readonly HistoryKey[]
  readonly made: readonly Partial<Row>[]
  readonly merge: Partial<Record<keyof Row, unknown>>
}

/** Also updates everything derived from the rows. Call it within a transaction. */
export async function putRows(
  trx: Knex,
  historyId: number,
  { keys, made, merge }: Put,
  also: () => Promise<unknown> = async () => undefined,
): Promise<void> {
  const itemKeys = made.map(({ item_key }) => item_key!)
  await tallied(trx, historyId, itemKeys, async () => {
    for (let start = 0; start < made.length; start += chunkSize) {
      await upsert(trx, made.slice(start, start + chunkSize), merge)
    }
    await learnTitles(trx, historyId, keys)
    await learnNames(trx, historyId, keys)
    await also()
  })
}

export async function dropEmpty(
  trx: Knex,
  historyId: number,
  itemKeys: readonly string[],
): Promise<void> {
  await liveRows(trx, historyId)
    .whereIn('item_key', [...itemKeys])
    .where({ played: false, play_count: 0, position_ms: 0, favorite: false })
    .whereNull('likes')
    .whereNull('last_played_at')
    .update(emptied(Date.now()))
}

export async function pickUp(
  trx: Knex,
  historyId: number,
  { titleKey }: Pick<HistoryPart, 'titleKey'>,
): Promise<boolean> {
  const itemKey = storedItemKey({ kind: 'series', itemKey: titleKey })
  const changed = await historyRows(trx)
    .where({ viewer: historyId, item_key: itemKey, likes: false })
    .update({ likes: null, changed_at: Date.now() })
  if (changed > 0) await dropEmpty(trx, historyId, [itemKey])
  return changed > 0
}

export async function sendEvents(
  trx: Knex,
  { links, events, ifPickedUp }: Outbox,
  isPickedUp: boolean,
): Promise<void> {
  await enqueueEvents(trx, links, isPickedUp ? [...ifPickedUp, ...events] : events)
}
