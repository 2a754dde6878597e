import type { Knex } from 'knex'
import { dialectOf } from './dialect.ts'
import { read } from './guard.ts'

/** Throws an Error that says which version is needed. */
export async function requireServerVersion(db: Knex): Promise<void> {
  if (dialectOf(db) === 'sqlite') return
  const query = () => db.raw<[{ version: string }[]]>('select version() as version')
  const [[row] = []] = await read(db, query)
  const version = row?.version ?? ''
  if (isNewEnough(version)) return
  throw new Error(
    `The server of DATABASE_URL has version ${version}; the service needs MySQL 8.0, MariaDB 10.11 or newer`,
  )
}

function isNewEnough(version: string): boolean {
  const [, major, minor] = /(\d+)\.(\d+)/.exec(version) ?? []
  const least = /mariadb/i.test(version) ? [10, 11] : [8, 0]
  return Number(major) * 1_000 + Number(minor) >= least[0]! * 1_000 + least[1]!
}
