import type { Knex } from 'knex'

// A copy of what storage does: a migration stays as it was written, whatever storage becomes.
function isMysql(db: Knex): boolean {
  return (db.client as Knex.Client).config.client === 'mysql2'
}

/** Type of ASCII text that is compared byte by byte, such as `char(36)` or `varchar(64)`. */
export function exactText(db: Knex, type: string): string {
  return isMysql(db) ? `${type} character set ascii collate ascii_bin` : type
}

/** Bytes of any length; MySQL's plain `blob` ends at 64 KiB. */
export const bytes = 'longblob'

/**
 * Type of text in any alphabet that is compared character by character, spaces at its end included, such as an
 * upstream id. The collations that do so have other names on MariaDB and on MySQL.
 */
export async function readKeyText(db: Knex): Promise<(type: string) => string> {
  if (!isMysql(db)) return (type) => type
  const found: unknown = await db.raw(
    "select collation_name as name from information_schema.collations where collation_name in ('utf8mb4_nopad_bin', 'utf8mb4_0900_bin')",
  )
  const [[row]] = found as [{ name: string }[]]
  if (!row) throw new Error('the database has neither utf8mb4_nopad_bin nor utf8mb4_0900_bin')
  return (type) => `${type} character set utf8mb4 collate ${row.name}`
}
