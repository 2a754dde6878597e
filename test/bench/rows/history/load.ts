import { join } from 'node:path'
import type { Knex } from 'knex'
import { closeDatabase, openDatabase } from '../../../../src/storage/database.ts'
import { createHistoryStore } from '../../../../src/storage/repositories/history/store.ts'

/** A statement with more rows runs into the time limit on a slow server. */
export const atOnce = 20_000

export type Place = {
  /** Epoch milliseconds of the first user's newest entry. */
  readonly newest: number
  /** What lies between two entries of one user, milliseconds. */
  readonly step: number
}

/** Where the service keeps its data: a folder, or the address of a database. */
export async function withDatabase<T>(
  { dataDir, url }: { dataDir: string; url: string | null },
  work: (db: Knex) => Promise<T>,
): Promise<T> {
  const db = openDatabase(
    url === null
      ? { dialect: 'sqlite', file: join(dataDir, 'service.db') }
      : { dialect: 'mysql', url },
  )
  try {
    return await work(db)
  } finally {
    await closeDatabase(db)
  }
}

/** Fills the history of these profiles of the only configuration, equally; half of it was imported, a tenth are films. */
export async function loadHistory(
  db: Knex,
  profileIds: readonly string[],
  rows: number,
  step = 1_000,
): Promise<Place> {
  const store = createHistoryStore(db)
  const configuration = await db('configurations').first<{ number: number }>('number')
  const historyIds: number[] = []
  for (const id of profileIds) historyIds.push(await store.historyIdOf(configuration.number, id))
  const first = historyIds[0]!
  const newest = Date.now() - 86_400_000
  const isMysql = (db.client as Knex.Client).config.client === 'mysql2'
  const item = JSON.stringify({
    name: 'Episode of some length',
    mediaType: 'series',
    year: 2015,
    seriesName: 'Some Show',
    runtimeMs: 2_700_000,
    primary: 'https://pictures.example/one.jpg',
    backdrop: null,
    seriesPrimary: 'https://pictures.example/two.jpg',
  })
  for (let from = 0; from < rows; from += atOnce) {
    const count = Math.min(atOnce, rows - from)
    const numbers = isMysql
      ? `(select seq - 1 + ${from} as i from seq_1_to_${count}) n`
      : `(with recursive n(i) as (select ${from} union all select i + 1 from n where i < ${from + count - 1}) select i from n) n`
    const [title, whole] = isMysql
      ? ["concat('tt', 1000000 + floor(i / 200))", 'floor(i / ?)']
      : ["'tt' || (1000000 + i / 200)", '(i / ?)']
    const episode = isMysql ? `concat(${title}, ':1:', i % 200)` : `${title} || ':1:' || (i % 200)`
    const isFilm = `i % 200 < ${historyIds.length}`
    const ofKind = (film: string, other: string) =>
      `case when ${isFilm} then ${film} else ${other} end`
    await db.raw(
      `insert into history (viewer, item_key, title_key, kind, season, episode, played, play_count, position_ms, duration_ms, resumable, favorite, likes, last_played_at, sort_at, origin, tracker, item, changed_at)
       select ${first} + i % ${historyIds.length}, ${ofKind(title, episode)}, ${title}, ${ofKind("'movie'", "'episode'")}, ${ofKind('null', '1')}, ${ofKind('null', 'i % 200')}, case when i % 50 = 0 then 0 else 1 end, 1, 0, 2700000, case when i % 50 = 0 then 1 else 0 end, 0, null,
         ? - ${whole} * ${step}, ? - ${whole} * ${step}, case when ${isMysql ? 'floor(i / ?) % 2' : '(i / ?) % 2'} = 0 then 'local' else 'import' end, null, ?, 1
       from ${numbers}`,
      [newest, historyIds.length, newest, historyIds.length, historyIds.length, item],
    )
  }
  await nameEpisodes(db, configuration.number)
  await db.raw(isMysql ? 'analyze table history' : 'analyze')
  await store.recount()
  return { newest, step }
}

/** As a source that says how many episodes each series has: more than anybody has watched. */
async function nameEpisodes(db: Knex, configuration: number): Promise<void> {
  await db('title_facts').where({ configuration }).delete()
  await db.raw(
    `insert into title_facts (configuration, space, title_key, genres, people, episodes)
     select distinct ?, 1, title_key, '[]', '[]', 1000 from history where kind = 'episode'`,
    [configuration],
  )
}
