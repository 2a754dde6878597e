import type { Knex } from 'knex'
import type { Migration } from './migration.ts'

type Name = { configuration: number; title_key: string; space: number; name: string }

const letters = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', þ: 'th', ł: 'l', ı: 'i' }
const maxName = 300
/** Names of one statement. */
const atOnce = 500

/** By which watched titles are found: without letters that the keyboards of others lack. */
export const plainLetters: Migration = {
  name: '0034-plain-letters',

  up: (db) => foldAnew(db, withPlainLetters),
  down: (db) => foldAnew(db, (text) => text),
}

async function foldAnew(db: Knex, plain: (text: string) => string): Promise<void> {
  const isMysql = (db.client as Knex.Client).config.client === 'mysql2'
  const key = ['configuration', 'title_key', 'space'] as const
  let last: Name | undefined
  for (;;) {
    const names: Name[] = await db<Name>('watched_titles')
      .where((rows) => afterKey(rows, last, isMysql))
      .orderBy([...key])
      .limit(atOnce)
      .select(...key, 'name')
    for (const { name, ...row } of names) {
      const lower = folded(name)
      if (lower === withPlainLetters(lower)) continue
      await db('watched_titles')
        .where(row)
        .update({ folded: plain(lower).slice(0, maxName) })
    }
    if (names.length < atOnce) return
    last = names.at(-1)
  }
}

/** Each database finds the place in its index in one of these forms alone. */
function afterKey(rows: Knex.QueryBuilder, last: Name | undefined, isMysql: boolean): void {
  if (last === undefined) return
  const { configuration, title_key, space } = last
  if (!isMysql) {
    const place = [configuration, title_key, space]
    void rows.whereRaw('(configuration, title_key, space) > (?, ?, ?)', place)
    return
  }
  void rows
    .where('configuration', '>', configuration)
    .orWhere((same) => void same.where({ configuration }).where('title_key', '>', title_key))
    .orWhere((same) => void same.where({ configuration, title_key }).where('space', '>', space))
}

// A copy of what the service does: a migration stays as it was written.
function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .trim()
}

function withPlainLetters(text: string): string {
  return text.replaceAll(/[ßæœøđðþłı]/g, (letter) => letters[letter as keyof typeof letters])
}
