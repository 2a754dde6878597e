import type { Knex } from 'knex'
import type { PageWindow } from '../../../core/page-window.ts'
import type { HistoryPage, HistoryPlace, HistoryStore } from '../../../model/history-store.ts'
import { read } from '../../guard.ts'
import { filteredEntries } from './filtered.ts'
import { historyRows, historyTable, toHistoryEntry, ownerTable } from './rows.ts'
import type { Row } from './rows.ts'
import type { Tally } from './tally.ts'

type Edge = { number: number; sort_at: number }
type Window = PageWindow<HistoryPlace>

const origins = ['local', 'import'] as const
const maxParts = 400
/** Of cleared entries it is 0. */
const firstShown = 1

/** Each part of a statement is one range of the index (viewer, origin, sort_at, number): equally fast at any place and size. */
export function createPages(db: Knex): Pick<HistoryStore, 'page' | 'counts' | 'batch'> {
  /** Those of the beginning of a window, newest first, or of its end. Two ranges, because neither database reads both as one. */
  function edges(historyId: number, origin: string, { after, before, fromEnd, limit }: Window) {
    const [begin, end] = fromEnd ? [before, after] : [after, before]
    const [direction, ahead, behind] = fromEnd
      ? (['asc', '>', '<'] as const)
      : (['desc', '<', '>'] as const)
    // SQLite reads from one bound of each side, whichever comes first: the nearest is the only one.
    const some = (least: number | null) => {
      const query = db<Row>(historyTable).where({ viewer: historyId, origin })
      if (least !== null) void query.where('sort_at', '>=', least)
      if (end !== null) {
        if (fromEnd) void query.where('sort_at', '<=', end.sortAt)
        void query.whereRaw(`(sort_at ${behind} ? or number ${behind} ?)`, [end.sortAt, end.rowId])
      }
      const ordered = query.orderBy('sort_at', direction).orderBy('number', direction)
      return ordered.limit(limit + 1).select('number', 'sort_at')
    }
    const least = Math.max(firstShown, fromEnd ? 0 : (end?.sortAt ?? 0))
    if (begin === null) return [some(least)]
    const same =
      begin.sortAt < least
        ? []
        : [some(null).where({ sort_at: begin.sortAt }).where('number', ahead, begin.rowId)]
    const others = fromEnd
      ? some(Math.max(least, begin.sortAt + 1))
      : some(least).where('sort_at', '<', begin.sortAt)
    return [...same, others]
  }

  async function readEdges(
    historyIds: readonly number[],
    shown: readonly string[],
    window: Window,
  ): Promise<Edge[]> {
    const parts = historyIds.flatMap((historyId) =>
      shown.flatMap((origin) => edges(historyId, origin, window)),
    )
    const found: Edge[] = []
    for (let start = 0; start < parts.length; start += maxParts) {
      const some = parts.slice(start, start + maxParts)
      found.push(...(await read(db, () => together(db, some))))
    }
    const sign = window.fromEnd ? 1 : -1
    return found.sort((a, b) => sign * (a.sort_at - b.sort_at || a.number - b.number))
  }

  /** Of the edges in the order of reading. A row may have been cleared since its number was read. */
  async function pageOf(
    found: readonly Edge[],
    { limit, fromEnd }: Pick<Window, 'limit' | 'fromEnd'>,
  ): Promise<HistoryPage> {
    const shown = found.slice(0, limit)
    const last = shown.at(-1)
    if (!last) return { entries: [], next: null }
    const numbers = shown.map(({ number }) => number)
    if (fromEnd) numbers.reverse()
    const rows = await read(db, () => historyRows(db).whereIn('number', numbers))
    const byNumber = new Map(rows.map((row) => [row.number, row]))
    const kept = numbers.flatMap((number) => byNumber.get(number) ?? [])
    return {
      entries: kept.filter(({ sort_at }) => sort_at > 0).map(toHistoryEntry),
      next: found.length > limit ? { sortAt: last.sort_at, rowId: last.number } : null,
    }
  }

  return {
    async page(query) {
      const { historyIds, imports, filter, limit } = query
      const found =
        filter === null
          ? await readEdges(historyIds, imports ? origins : ['local'], query)
          : await filteredEntries(db, { ...query, filter, limit: limit + 1 })
      return pageOf(found, query)
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

    async batch(historyId, place, limit) {
      const window = { after: null, before: place, fromEnd: true, limit }
      return pageOf(await readEdges([historyId], origins, window), { limit, fromEnd: false })
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
