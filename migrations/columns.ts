import type { Knex } from 'knex'
import { dialectOf } from '../src/storage/dialect.ts'

/** Type of ASCII text that is compared byte by byte, such as `char(36)` or `varchar(64)`. */
export function exactText(db: Knex, type: string): string {
  return dialectOf(db) === 'mysql' ? `${type} character set ascii collate ascii_bin` : type
}

/** Bytes of any length; MySQL's plain `blob` ends at 64 KiB. */
export const bytes = 'longblob'
