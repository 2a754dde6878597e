import type { Knex } from 'knex'
import { read } from '../guard.ts'
import { configurationTable } from './configurations.ts'

/** Tables whose rows name their configuration; everything else belongs to a row of these, which is removed after it. */
const owned = [
  'viewers',
  'devices',
  'sign_in_locks',
  'preferences',
  'tracker_links',
  'playlists',
] as const

/** Numbers of removed configurations of which something is left. */
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
