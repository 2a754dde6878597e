import type { Knex } from 'knex'
import type {
  HistoryStore,
  ImportCounts,
  ImportedPart,
  ImportOptions,
} from '../../../model/history-store.ts'
import { relocated, storedItemKey } from '../../../model/history-key.ts'
import { mergedPart, mergeImported, pastTime } from '../../../model/import-rule.ts'
import { transact } from '../../guard.ts'
import { dialectOf } from '../../dialect.ts'
import { chunkSize, historyRows, newRow, placeAt } from './rows.ts'
import type { Row } from './rows.ts'
import { tallied } from './tally.ts'
import { learnNames } from '../plays/title-names.ts'
import { learnTitles } from './titles.ts'

const nothing: ImportCounts = { added: 0, updated: 0, unchanged: 0, cleared: 0 }

export function createImporting(
  db: Knex,
  titles: Pick<HistoryStore, 'locate'>,
): Pick<HistoryStore, 'import'> {
  const isMysql = dialectOf(db) === 'mysql'

  /** Under the keys that the history already uses, each once. */
  async function settled(
    historyId: number,
    parts: readonly ImportedPart[],
  ): Promise<readonly ImportedPart[]> {
    const located = await titles.locate(historyId, parts)
    const byKey = new Map<string, ImportedPart>()
    const now = Date.now()
    for (const [index, part] of parts.entries()) {
      const own = { ...relocated(part, located[index]!), at: pastTime(part.at, now) }
      const key = storedItemKey(own)
      const before = byKey.get(key)
      byKey.set(key, before ? mergedPart(before, own) : own)
    }
    return [...byKey.values()]
  }

  async function importSome(
    trx: Knex,
    historyId: number,
    parts: readonly ImportedPart[],
    { restore, dryRun }: ImportOptions,
  ): Promise<ImportCounts> {
    const keys = parts.map(storedItemKey)
    const chosen = historyRows(trx).where({ viewer: historyId }).whereIn('item_key', keys)
    // Places are written without the history's lock: these rows must not change until they are merged.
    const rows = await (isMysql ? chosen.forUpdate() : chosen)
    const known = new Map(rows.map((row) => [row.item_key, row]))
    const counts = { ...nothing }
    const added: Partial<Row>[] = []
    const now = Date.now()
    for (const [index, part] of parts.entries()) {
      const row = known.get(keys[index]!)
      const { outcome, change } = mergeImported(row ? beforeOf(row) : null, part, { restore, now })
      counts[outcome] += 1
      if (change === null || dryRun) continue
      const columns = columnsOf(change)
      if (!row) added.push({ ...newRow(historyId, part, change.sortAt ?? now), ...columns })
      else {
        const item = row.sort_at > 0 ? {} : { item: JSON.stringify(part.item) }
        await historyRows(trx)
          .where({ number: row.number })
          .update({ ...columns, ...item, changed_at: now })
      }
    }
    if (added.length > 0) await historyRows(trx).insert(added)
    return counts
  }

  return {
    async import(historyId, parts, options) {
      const total = { ...nothing }
      const all = await settled(historyId, parts)
      for (let start = 0; start < all.length; start += chunkSize) {
        const some = all.slice(start, start + chunkSize)
        const keys = some.map(storedItemKey)
        const counts = await transact(db, (trx) =>
          tallied(trx, historyId, keys, async () => {
            const done = await importSome(trx, historyId, some, options)
            if (options.dryRun) return done
            await learnTitles(trx, historyId, some)
            await learnNames(trx, historyId, some)
            return done
          }),
        )
        for (const name of Object.keys(total) as (keyof ImportCounts)[]) {
          total[name] += counts[name]
        }
      }
      return total
    },
  }
}

function beforeOf(row: Row) {
  return {
    played: Boolean(row.played),
    playCount: row.play_count,
    favorite: Boolean(row.favorite),
    likes: row.likes === null ? null : Boolean(row.likes),
    positionMs: row.position_ms,
    lastPlayedAt: row.last_played_at,
    origin: row.origin as 'local' | 'import',
    isListed: row.sort_at > 0,
    clearedAt: row.cleared_at,
  }
}

function columnsOf(change: NonNullable<ReturnType<typeof mergeImported>['change']>) {
  return {
    ...(change.played !== undefined && { played: change.played }),
    ...(change.playCount !== undefined && { play_count: change.playCount }),
    ...(change.positionMs !== undefined && {
      position_ms: change.positionMs,
      resumable: change.positionMs > 0,
    }),
    ...(change.durationMs != null && { duration_ms: change.durationMs }),
    ...(change.favorite !== undefined && { favorite: change.favorite }),
    ...(change.likes !== undefined && { likes: change.likes }),
    ...(change.lastPlayedAt !== undefined && { last_played_at: change.lastPlayedAt }),
    ...(change.sortAt !== undefined && { sort_at: placeAt(change.sortAt) }),
    ...(change.origin !== undefined && {
      origin: change.origin,
      tracker: change.tracker ?? null,
    }),
    ...(change.link !== undefined && { link: change.link }),
  }
}
