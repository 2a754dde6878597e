import type { Knex } from 'knex'
import { dialectOf } from '../src/storage/dialect.ts'

/** Type of ASCII text that is compared byte by byte, such as `char(36)` or `varchar(64)`. */
export function exactText(db: Knex, type: string): string {
  return dialectOf(db) === 'mysql' ? `${type} character set ascii collate ascii_bin` : type
}

/** Bytes of any length; MySQL's plain `blob` ends at 64 KiB. */
export const bytes = 'longblob'

/** Type of text in any alphabet that is compared character by character, such as an upstream id. */
export function keyText(db: Knex, type: string): string {
  return dialectOf(db) === 'mysql' ? `${type} character set utf8mb4 collate utf8mb4_bin` : type
}
