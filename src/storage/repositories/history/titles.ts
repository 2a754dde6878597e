import type { Knex } from 'knex'
import { shownItemKey, storedItemKey, storedKey, titleSpaceOf } from '../../../model/history-key.ts'
import { isWatchedKind } from '../../../model/item-ref.ts'
import type { HistoryPart, HistoryStore } from '../../../model/history-store.ts'
import { dialectOf } from '../../dialect.ts'
import { read } from '../../guard.ts'
import { changedBy, places, rowsOf } from '../../statement.ts'
import { chunkSize, historyRows, historyTable, inChunks } from './rows.ts'
import type { Row } from './rows.ts'

type TitleRow = { viewer: number; id: string; title_key: string }

const titleTable = 'title_ids'

export function createTitles(db: Knex): Pick<HistoryStore, 'locate' | 'aliases'> {
  /** Title keys in the history, by the ids of the parts. */
  async function storedTitles(
    historyId: number,
    parts: readonly HistoryPart[],
  ): Promise<ReadonlyMap<string, string>> {
    const rows = await inChunks(parts.flatMap(idsOf).map(storedKey), (ids) =>
      read(db, () =>
        rowsOf<Pick<TitleRow, 'id' | 'title_key'>>(
          db,
          `select id, title_key from ${titleTable}
           where viewer = ? and id in (${places(ids.length)})`,
          [historyId, ...ids],
        ),
      ),
    )
    return new Map(rows.map(({ id, title_key }) => [id, title_key]))
  }

  async function titlesOfItems(
    historyId: number,
    itemKeys: readonly string[],
  ): Promise<ReadonlyMap<string, string>> {
    const rows = await inChunks(itemKeys, (keys) =>
      read(db, () =>
        rowsOf<Pick<Row, 'item_key' | 'title_key'>>(
          db,
          `select item_key, title_key from ${historyTable}
           where viewer = ? and item_key in (${places(keys.length)})`,
          [historyId, ...keys],
        ),
      ),
    )
    return new Map(rows.map(({ item_key, title_key }) => [item_key, title_key]))
  }

  async function numberedKeys(
    historyId: number,
    titleKeys: readonly string[],
    seasons: readonly number[],
  ): Promise<ReadonlyMap<string, string>> {
    const rows = await inChunks(titleKeys.map(storedKey), (part) =>
      read(db, () =>
        historyRows(db)
          .where({ viewer: historyId })
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
    async locate(historyId, parts) {
      const exact = await titlesOfItems(historyId, parts.map(storedItemKey))
      const missing = parts.filter((part) => !exact.has(storedItemKey(part)))
      const titles = await storedTitles(historyId, missing.filter(isOfTitle))
      const titleOf = (part: HistoryPart): string | undefined =>
        idsOf(part).flatMap((id) => titles.get(storedKey(id)) ?? [])[0]
      const numbered = missing.flatMap((part) => {
        const titleKey = part.season === null ? undefined : titleOf(part)
        return titleKey === undefined ? [] : [{ titleKey, season: part.season! }]
      })
      const keys =
        numbered.length === 0
          ? new Map<string, string>()
          : await numberedKeys(
              historyId,
              numbered.map(({ titleKey }) => titleKey),
              [...new Set(numbered.map(({ season }) => season))],
            )
      return parts.map((part) => {
        const known = exact.get(storedItemKey(part))
        if (known !== undefined) {
          const isSame = known === storedKey(part.titleKey)
          return { ...part, titleKey: isSame ? part.titleKey : known, isKnown: true }
        }
        const titleKey = titleOf(part)
        if (titleKey === undefined) return { ...part, isKnown: false }
        if (part.season === null) {
          const itemKey = part.itemKey === part.titleKey ? titleKey : part.itemKey
          return { titleKey, itemKey, isKnown: false }
        }
        const numberedKey = keys.get(placeOf(titleKey, part.season, part.episode))
        const itemKey = numberedKey ? shownItemKey(part.kind, numberedKey) : part.itemKey
        return { titleKey, itemKey, isKnown: numberedKey !== undefined }
      })
    },

    async aliases(historyId, titles) {
      const rows = await inChunks(
        titles.map(({ titleKey }) => storedKey(titleKey)),
        (part) =>
          read(db, () =>
            titleRows(db)
              .where({ viewer: historyId })
              .whereIn('title_key', part)
              .select('id', 'title_key'),
          ),
      )
      const grouped = Map.groupBy(rows, ({ title_key }) => title_key)
      return titles.map(({ titleKey, kind }) => {
        const space = `${titleSpaceOf(kind)} `
        return (grouped.get(storedKey(titleKey)) ?? []).flatMap(({ id }) => {
          const own = id.slice(space.length)
          return id.startsWith(space) && own !== titleKey ? [own] : []
        })
      })
    },
  }
}

/** Call it in the transaction that writes the titles. */
export async function learnTitles(
  trx: Knex,
  historyId: number,
  parts: readonly HistoryPart[],
): Promise<void> {
  const rows = new Map<string, TitleRow>()
  for (const part of parts) {
    const title_key = storedKey(part.titleKey)
    for (const id of idsOf(part).map(storedKey)) {
      if (!rows.has(id)) rows.set(id, { viewer: historyId, id, title_key })
    }
  }
  const made = [...rows.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1))
  // The first title that an id stood for keeps it.
  const merge =
    dialectOf(trx) === 'mysql'
      ? 'on duplicate key update viewer = values(viewer)'
      : 'on conflict (viewer, id) do update set viewer = excluded.viewer'
  for (let start = 0; start < made.length; start += chunkSize) {
    const some = made.slice(start, start + chunkSize)
    await changedBy(
      trx,
      `insert into ${titleTable} (viewer, id, title_key)
       values ${some.map(() => '(?, ?, ?)').join(', ')} ${merge}`,
      some.flatMap(({ viewer, id, title_key }) => [viewer, id, title_key]),
    )
  }
}

function titleRows(on: Knex) {
  return on<TitleRow>(titleTable)
}

/** Libraries, people and the like have one key each. */
function isOfTitle({ kind, aliases }: HistoryPart): boolean {
  return aliases.length > 0 || isWatchedKind(kind)
}

/** In some databases one number means a film and another series. */
function idsOf({ kind, titleKey, aliases }: HistoryPart): readonly string[] {
  return [titleKey, ...aliases].map((id) => `${titleSpaceOf(kind)} ${id}`)
}

function placeOf(titleKey: string, season: number | null, episode: number | null): string {
  return `${titleKey} ${season} ${episode}`
}
