import type { Knex } from 'knex'
import { folded } from '../../../core/folded-text.ts'
import { storedKey } from '../../../model/history-key.ts'
import type { HistoryKey } from '../../../model/history-store.ts'
import { dialectOf } from '../../dialect.ts'
import { read } from '../../guard.ts'
import { changedBy } from '../../statement.ts'

const table = 'title_names'
const maxName = 300
/** Names of one statement. */
const atOnce = 100
const keysAtOnce = 400

/** Notes what titles are called that are being written, in the transaction that writes them. */
export async function learnNames(
  trx: Knex,
  historyId: number,
  keys: readonly Pick<HistoryKey, 'titleKey' | 'item'>[],
): Promise<void> {
  const names = new Map<string, string>()
  for (const { titleKey, item } of keys) {
    const name = item.seriesName ?? item.name
    if (name !== '') names.set(storedKey(titleKey), name.slice(0, maxName))
  }
  const sorted = [...names].toSorted(([a], [b]) => (a < b ? -1 : 1))
  for (let start = 0; start < sorted.length; start += atOnce) {
    await insertNames(trx, historyId, sorted.slice(start, start + atOnce))
  }
}

/** One statement, which also finds the configuration of the history. */
async function insertNames(
  trx: Knex,
  historyId: number,
  names: readonly (readonly [string, string])[],
): Promise<void> {
  const rows = names.map(() => 'select ? as title_key, ? as name, ? as folded').join(' union all ')
  const values = names.flatMap(([key, name]) => [key, name, folded(name).slice(0, maxName)])
  const merge =
    dialectOf(trx) === 'mysql'
      ? 'on duplicate key update name = values(name), folded = values(folded)'
      : 'on conflict (configuration, title_key) do update set name = excluded.name, folded = excluded.folded where name <> excluded.name'
  await changedBy(
    trx,
    `insert into ${table} (configuration, title_key, name, folded)
     select viewers.configuration, given.title_key, given.name, given.folded
     from viewers join (${rows}) given on true where viewers.number = ? ${merge}`,
    [...values, historyId],
  )
}

/** Keys of the watched titles of a household whose names contain every one of these folded words. */
export function findTitles(
  db: Knex,
  configuration: number,
  words: readonly string[],
): Promise<readonly string[]> {
  return read(db, () => {
    const query = db(table).where({ configuration })
    for (const word of words) void query.whereRaw('instr(folded, ?) > 0', [word])
    return query.pluck<string[]>('title_key')
  })
}

/** What watched titles of a household are called. */
export async function namesOf(
  db: Knex,
  configuration: number,
  titleKeys: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  for (let start = 0; start < titleKeys.length; start += keysAtOnce) {
    const some = titleKeys.slice(start, start + keysAtOnce)
    const rows: { title_key: string; name: string }[] = await read(db, () =>
      db(table).where({ configuration }).whereIn('title_key', some).select('title_key', 'name'),
    )
    for (const { title_key, name } of rows) found.set(title_key, name)
  }
  return found
}

/** What a removed configuration leaves behind. */
export function forgetNames(on: Knex, configuration: number): PromiseLike<unknown> {
  return on(table).where({ configuration }).delete()
}
