import type { Knex } from 'knex'
import { read } from '../guard.ts'
import { configurationTable } from './configurations.ts'

/** Tables whose rows name their configuration; all others belong to rows of these and are deleted after them. */
const owned = [
  'viewers',
  'devices',
  'access_tokens',
  'sign_in_locks',
  'preferences',
  'tracker_links',
  'playlists',
  'source_health',
  'title_names',
  'watched_titles',
  'browser_sessions',
  'personal_addresses',
  'title_facts',
  'watched_quarters',
] as const

export async function findLeftovers(db: Knex): Promise<readonly number[]> {
  const found = new Set<number>()
  for (const table of owned) {
    const numbers = await read(db, () =>
      db(table)
        .leftJoin(configurationTable, `${table}.configuration`, `${configurationTable}.number`)
        .whereNull(`${configurationTable}.number`)
        .distinct<{ configuration: number }[]>(`${table}.configuration`),
    )
    for (const { configuration } of numbers) found.add(configuration)
  }
  return [...found]
}
