import type { Knex } from 'knex'
import type { HistoryPage, HistoryPlace, HistoryStore } from '../../../model/history-store.ts'
import { read } from '../../guard.ts'
import { filteredEntries } from './filtered.ts'
import { historyRows, historyTable, toHistoryEntry, ownerTable } from './rows.ts'
import type { Row } from './rows.ts'
import type { Tally } from './tally.ts'

type Edge = { number: number; sort_at: number }

const origins = ['local', 'import'] as const
const maxParts = 400

/** Each part of a statement is one range of the index (viewer, origin, sort_at, number): equally fast at any place and size. */
export function createPages(db: Knex): Pick<HistoryStore, 'page' | 'counts' | 'batch'> {
  function edges(historyId: number, origin: string) {
    return db<Row>(historyTable)
      .where({ viewer: historyId, origin })
      .where('sort_at', '>', 0)
      .select('number', 'sort_at')
  }

  /** Ties are broken by number. Two ranges, because neither database reads both as one. */
  function newerFirst(
    historyId: number,
    origin: string,
    after: HistoryPlace | null,
    limit: number,
  ) {
    const newest = (query: ReturnType<typeof edges>) =>
      query.orderBy('sort_at', 'desc').orderBy('number', 'desc').limit(limit)
    if (after === null) return [newest(edges(historyId, origin))]
    return [
      newest(
        edges(historyId, origin).where({ sort_at: after.sortAt }).where('number', '<', after.rowId),
      ),
      newest(edges(historyId, origin).where('sort_at', '<', after.sortAt)),
    ]
  }

  /** A row may have been cleared since its number was read. */
  async function pageOf(found: readonly Edge[], limit: number): Promise<HistoryPage> {
    const shown = found.slice(0, limit)
    const last = shown.at(-1)
    if (!last) return { entries: [], next: null }
    const numbers = shown.map(({ number }) => number)
    const rows = await read(db, () => historyRows(db).whereIn('number', numbers))
    const byNumber = new Map(rows.map((row) => [row.number, row]))
    const kept = numbers.flatMap((number) => byNumber.get(number) ?? [])
    return {
      entries: kept.filter(({ sort_at }) => sort_at > 0).map(toHistoryEntry),
      next: found.length > limit ? { sortAt: last.sort_at, rowId: last.number } : null,
    }
  }

  return {
    async page({ historyIds, imports, filter, after, limit }) {
      if (filter !== null) {
        const query = { historyIds, imports, filter, after, limit: limit + 1 }
        return pageOf(await filteredEntries(db, query), limit)
      }
      const parts = historyIds.flatMap((historyId) =>
        (imports ? origins : (['local'] as const)).flatMap((origin) =>
          newerFirst(historyId, origin, after, limit + 1),
        ),
      )
      const found: Edge[] = []
      for (let start = 0; start < parts.length; start += maxParts) {
        const some = parts.slice(start, start + maxParts)
        found.push(...(await read(db, () => together(db, some))))
      }
      found.sort((a, b) => b.sort_at - a.sort_at || b.number - a.number)
      return pageOf(found, limit)
    },

    async counts(historyIds) {
      if (historyIds.length === 0) return []
      const kept = await read(db, () =>
        db<Tally & { number: number }>(ownerTable).whereIn('number', [...historyIds]),
      )
      const byNumber = new Map(kept.map((row) => [row.number, row]))
      const latest = new Map<number, number>()
      const parts = historyIds.flatMap((historyId) =>
        [false, true].map((resumable) =>
          historyRows(db)
            .where({ viewer: historyId, resumable })
            .whereNotNull('last_played_at')
            .orderBy('last_played_at', 'desc')
            .limit(1)
            .select('viewer as number', 'last_played_at as sort_at'),
        ),
      )
      for (let start = 0; start < parts.length; start += maxParts) {
        const some = parts.slice(start, start + maxParts)
        for (const { number, sort_at } of await read(db, () => together(db, some))) {
          latest.set(number, Math.max(latest.get(number) ?? 0, sort_at))
        }
      }
      return historyIds.map((historyId) => {
        const row = byNumber.get(historyId)
        return {
          historyId,
          movies: row?.movies ?? 0,
          episodes: row?.episodes ?? 0,
          inProgress: row?.in_progress ?? 0,
          favorites: row?.favorites ?? 0,
          lastAt: latest.get(historyId) ?? null,
        }
      })
    },

    async batch(historyId, after, limit) {
      const oldest = (origin: string) => [
        edges(historyId, origin)
          .where({ sort_at: after.sortAt })
          .where('number', '>', after.rowId)
          .orderBy('number')
          .limit(limit + 1),
        edges(historyId, origin)
          .where('sort_at', '>', after.sortAt)
          .orderBy('sort_at')
          .orderBy('number')
          .limit(limit + 1),
      ]
      const found = await read(db, () => together(db, origins.flatMap(oldest)))
      found.sort((a, b) => a.sort_at - b.sort_at || a.number - b.number)
      return pageOf(found, limit)
    },
  }
}

/** Several ranges in one statement, each with its own order and limit. */
async function together(db: Knex, parts: readonly Knex.QueryBuilder[]): Promise<Edge[]> {
  // SQLite allows an order inside a union only in a subquery.
  const wrapped = parts.map((part, index) => db.select('*').from(part.as(`part${index}`)))
  const [first, ...rest] = wrapped
  return rest.length === 0 ? first! : first!.unionAll(rest)
}
