import type { Knex } from 'knex'
import { storedKey } from '../../../model/history-key.ts'
import type { HistoryPart, HistoryStore } from '../../../model/history-store.ts'
import { read } from '../../guard.ts'
import { chunkSize, historyRows, inChunks } from './rows.ts'

type TitleRow = { viewer: number; id: string; title_key: string }
type Kept = Pick<HistoryPart, 'itemKey' | 'titleKey'>

const titleTable = 'title_ids'

/** Finds titles again that are known under other ids than when they were watched. */
export function createTitles(db: Knex): Pick<HistoryStore, 'locate' | 'aliases'> {
  /** Title keys that are in the history, by the ids of the parts. */
  async function storedTitles(
    viewer: number,
    parts: readonly HistoryPart[],
  ): Promise<ReadonlyMap<string, string>> {
    const rows = await inChunks(parts.flatMap(idsOf), (ids) =>
      read(db, () => titleRows(db).where({ viewer }).whereIn('id', ids).select('id', 'title_key')),
    )
    return new Map(rows.map(({ id, title_key }) => [id, title_key]))
  }

  /** Item keys of seasons and episodes by title, season and episode. */
  async function numberedKeys(
    viewer: number,
    titleKeys: readonly string[],
    seasons: readonly number[],
  ): Promise<ReadonlyMap<string, string>> {
    const rows = await inChunks(titleKeys, (part) =>
      read(db, () =>
        historyRows(db)
          .where({ viewer })
          .whereIn('title_key', part)
          .whereIn('season', [...seasons])
          .select('item_key', 'title_key', 'season', 'episode'),
      ),
    )
    return new Map(
      rows.map((row) => [placeOf(row.title_key, row.season, row.episode), row.item_key]),
    )
  }

  return {
    async locate(viewer, parts) {
      const located = new Map<string, Kept>()
      const exact = new Set(
        await inChunks(
          parts.map(({ itemKey }) => itemKey),
          (keys) =>
            read(db, () =>
              historyRows(db).where({ viewer }).whereIn('item_key', keys).pluck('item_key'),
            ),
        ),
      )
      const missing = parts.filter(({ itemKey }) => !exact.has(storedKey(itemKey)))
      if (missing.length === 0) return located
      const titles = await storedTitles(viewer, missing)
      const known = missing.flatMap((part) => {
        const titleKey = idsOf(part).flatMap((id) => titles.get(storedKey(id)) ?? [])[0]
        return titleKey === undefined ? [] : [{ part, titleKey }]
      })
      const numbered = known.filter(({ part }) => part.season !== null)
      const keys =
        numbered.length === 0
          ? new Map<string, string>()
          : await numberedKeys(
              viewer,
              numbered.map(({ titleKey }) => titleKey),
              [...new Set(numbered.map(({ part }) => part.season!))],
            )
      for (const { part, titleKey } of known) {
        const itemKey =
          part.season === null
            ? part.itemKey === part.titleKey
              ? titleKey
              : part.itemKey
            : (keys.get(placeOf(titleKey, part.season, part.episode)) ?? part.itemKey)
        if (itemKey !== part.itemKey || titleKey !== storedKey(part.titleKey)) {
          located.set(part.itemKey, { itemKey, titleKey })
        }
      }
      return located
    },

    async aliases(viewer, titleKeys) {
      const rows = await inChunks(titleKeys, (part) =>
        read(db, () =>
          titleRows(db).where({ viewer }).whereIn('title_key', part).select('id', 'title_key'),
        ),
      )
      const grouped = Map.groupBy(rows, ({ title_key }) => title_key)
      return new Map(
        [...grouped].map(([titleKey, found]) => [
          titleKey,
          found.map(({ id }) => id.slice(id.indexOf(' ') + 1)).filter((id) => id !== titleKey),
        ]),
      )
    },
  }
}

/** Notes the ids of titles that are being written, in the transaction that writes them. */
export async function learnTitles(
  trx: Knex,
  viewer: number,
  parts: readonly HistoryPart[],
): Promise<void> {
  const rows = new Map<string, TitleRow>()
  for (const part of parts) {
    const title_key = storedKey(part.titleKey)
    for (const id of idsOf(part).map(storedKey)) {
      if (!rows.has(id)) rows.set(id, { viewer, id, title_key })
    }
  }
  const made = [...rows.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1))
  for (let start = 0; start < made.length; start += chunkSize) {
    await titleRows(trx)
      .insert(made.slice(start, start + chunkSize))
      .onConflict(['viewer', 'id'])
      // The first title that an id stood for keeps it.
      .merge(['viewer'])
  }
}

function titleRows(on: Knex) {
  return on<TitleRow>(titleTable)
}

/** The same number stands for one film and for another series in some databases. */
function idsOf({ kind, titleKey, aliases }: HistoryPart): readonly string[] {
  const space = kind === 'movie' || kind === 'video' ? 'movie' : 'series'
  return [titleKey, ...aliases].map((id) => `${space} ${id}`)
}

function placeOf(titleKey: string, season: number | null, episode: number | null): string {
  return `${titleKey} ${season} ${episode}`
}
