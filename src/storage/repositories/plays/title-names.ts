import type { Knex } from 'knex'
import { folded } from '../../../core/folded-text.ts'
import { storedKey, titleSpaceOf } from '../../../model/history-key.ts'
import type { HistoryKey } from '../../../model/history-store.ts'
import type { PlayedTitle } from '../../../model/play-filter.ts'
import type { NamedTitles } from '../../../model/play-store.ts'
import { dialectOf } from '../../dialect.ts'
import type { ItemKind } from '../../../model/item-ref.ts'
import { read, write } from '../../guard.ts'
import { changedBy, rowsOf } from '../../statement.ts'
import { playRows, playTable } from './rows.ts'

export const titleTable = 'watched_titles'
/** The previous release writes it. */
const formerTable = 'title_names'
const maxName = 300
export const spaces = ['movie', 'series'] as const
/** Names of one statement. */
const atOnce = 100
const keysAtOnce = 400

type Named = { readonly key: string; readonly space: number; readonly name: string }

type Row = { readonly title_key: string; readonly space: 0 | 1 }

/** Notes what titles are called that are being written, in the transaction that writes them. */
export async function learnNames(
  trx: Knex,
  historyId: number,
  keys: readonly Pick<HistoryKey, 'titleKey' | 'kind' | 'item'>[],
): Promise<void> {
  const titles = new Map<string, Named>()
  for (const { titleKey, kind, item } of keys) {
    const name = (item.seriesName ?? item.name).slice(0, maxName)
    const title = { key: storedKey(titleKey), space: spaces.indexOf(titleSpaceOf(kind)) }
    if (name !== '') titles.set(`${title.key} ${title.space}`, { ...title, name })
  }
  const sorted = [...titles].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, title]) => title)
  for (let start = 0; start < sorted.length; start += atOnce) {
    await insertNames(trx, historyId, sorted.slice(start, start + atOnce))
  }
}

function foldedName(name: string): string {
  return folded(name).slice(0, maxName)
}

/** One statement, which also finds the configuration of the history. */
async function insertNames(trx: Knex, historyId: number, titles: readonly Named[]): Promise<void> {
  const row = 'select ? as title_key, ? as space, ? as name, ? as folded'
  const rows = titles.map(() => row).join(' union all ')
  const values = titles.flatMap(({ key, space, name }) => [key, space, name, foldedName(name)])
  const merge =
    dialectOf(trx) === 'mysql'
      ? 'on duplicate key update name = values(name), folded = values(folded)'
      : 'on conflict (configuration, title_key, space) do update set name = excluded.name, folded = excluded.folded where name <> excluded.name or folded <> excluded.folded'
  await changedBy(
    trx,
    `insert into ${titleTable} (configuration, title_key, space, name, folded)
     select viewers.configuration, given.title_key, given.space, given.name, given.folded
     from viewers join (${rows}) given on true where viewers.number = ? ${merge}`,
    [...values, historyId],
  )
}

type FormerRow = {
  readonly configuration: number
  readonly title_key: string
  readonly name: string
}

/** Takes over what titles are called that only the previous release has written. */
export async function takeFormerNames(db: Knex): Promise<void> {
  const rows: FormerRow[] = await read(db, () =>
    db(`${formerTable} as former`)
      .leftJoin(`${titleTable} as known`, (both) => {
        void both
          .on('known.configuration', 'former.configuration')
          .on('known.title_key', 'former.title_key')
      })
      .whereNull('known.title_key')
      .whereExists(
        playRows(db)
          .join('viewers', 'viewers.number', `${playTable}.history_id`)
          .where('viewers.configuration', db.ref('former.configuration'))
          .where(`${playTable}.title_key`, db.ref('former.title_key'))
          .select(db.raw('1')),
      )
      .select('former.configuration', 'former.title_key', 'former.name'),
  )
  for (const [configuration, own] of Map.groupBy(rows, (row) => row.configuration)) {
    for (let start = 0; start < own.length; start += keysAtOnce) {
      await takeSome(db, configuration, own.slice(start, start + keysAtOnce))
    }
  }
}

/** As films, series or both: as what they were played. */
async function takeSome(
  db: Knex,
  configuration: number,
  rows: readonly FormerRow[],
): Promise<void> {
  const keys = rows.map((row) => row.title_key)
  const played: { title_key: string; kind: ItemKind }[] = await read(db, () =>
    playRows(db)
      .join('viewers', 'viewers.number', `${playTable}.history_id`)
      .where('viewers.configuration', configuration)
      .whereIn('title_key', keys)
      .distinct('title_key', 'kind'),
  )
  const isPlayed = new Set(played.map((play) => `${titleSpaceOf(play.kind)} ${play.title_key}`))
  const named = [0, 1].flatMap((space) =>
    rows
      .filter((row) => isPlayed.has(`${spaces[space]} ${row.title_key}`))
      .map((row) => ({ ...row, folded: foldedName(row.name), space })),
  )
  for (let start = 0; start < named.length; start += atOnce) {
    const some = named.slice(start, start + atOnce)
    await write(db, () =>
      db(titleTable).insert(some).onConflict(['configuration', 'title_key', 'space']).ignore(),
    )
  }
}

/** Watched titles of a household whose names contain every one of these folded words. */
export async function findTitles(
  db: Knex,
  configuration: number,
  words: readonly string[],
): Promise<NamedTitles> {
  const isNamed = words.map(() => 'instr(folded, ?) > 0').join(' and ') || 'true'
  // One of a film and a series with the same key may have another name: 1 is the film, 2 the series, 3 both.
  const rows = await read(db, () =>
    rowsOf<{ title_key: string; named: number | string; known: number | string }>(
      db,
      `select title_key, sum((${isNamed}) * (space + 1)) as named, sum(space + 1) as known
       from ${titleTable} where configuration = ? group by title_key having named > 0`,
      [...words, configuration],
    ),
  )
  const except = rows.flatMap(({ title_key, named, known }) => {
    const other = spaces[Number(known) - Number(named) - 1]
    return other === undefined ? [] : [{ space: other, titleKey: title_key }]
  })
  return { keys: rows.map(({ title_key }) => title_key), except }
}

/** What watched titles of a household are called, in their order; null if unknown. */
export async function namesOf(
  db: Knex,
  configuration: number,
  titles: readonly PlayedTitle[],
): Promise<readonly (string | null)[]> {
  const keys = [...new Set(titles.map(({ titleKey }) => titleKey))]
  const found = new Map<string, string>()
  for (let start = 0; start < keys.length; start += keysAtOnce) {
    const some = keys.slice(start, start + keysAtOnce)
    const rows: (Row & { name: string })[] = await read(db, () =>
      db(titleTable)
        .where({ configuration })
        .whereIn('title_key', some)
        .select('title_key', 'space', 'name'),
    )
    for (const { title_key, space, name } of rows) found.set(`${spaces[space]} ${title_key}`, name)
  }
  return titles.map(({ space, titleKey }) => found.get(`${space} ${titleKey}`) ?? null)
}

export function watchedKeys(
  db: Knex,
  configuration: number,
  space: 0 | 1,
  keys: readonly string[],
): Promise<readonly string[]> {
  return read(db, () =>
    db(titleTable).where({ configuration, space }).whereIn('title_key', keys).pluck('title_key'),
  )
}

/** What a removed configuration leaves behind. */
export async function forgetNames(on: Knex, configuration: number): Promise<void> {
  for (const name of [titleTable, formerTable]) await on(name).where({ configuration }).delete()
}
