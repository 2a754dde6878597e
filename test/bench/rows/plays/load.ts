import type { Knex } from 'knex'
import { dropSums, foldStale } from '../../../../src/storage/repositories/plays/fold.ts'
import { atOnce } from '../history/load.ts'

export type PlayOwner = { readonly historyId: number; readonly profileId: string }

/** What the loaded plays are spread over. */
export const years = 5
export const titles = 2_000
const dayMs = 86_400_000

/** The first of a round number of days before now. */
export function firstDay(now: number): number {
  return Math.floor(now / dayMs) * dayMs - years * 365 * dayMs
}

/** Fills the table with plays of these people, spread evenly over the years, and counts them as the service does. */
export async function loadPlays(
  db: Knex,
  owners: readonly PlayOwner[],
  count: number,
  now: number,
): Promise<void> {
  const begin = firstDay(now)
  const step = Math.floor((years * 365 * dayMs) / count)
  await db('plays').delete()
  const restore = await withoutIndexes(db)
  for (let from = 0; from < count; from += atOnce) {
    await insertSome(db, owners, { from, count: Math.min(atOnce, count - from), begin, step })
  }
  await restore()
  await nameTitles(db)
  await db.raw(isMysql(db) ? 'analyze table plays' : 'analyze')
  await dropSums(db)
  await foldStale(db)
}

type Some = {
  readonly from: number
  readonly count: number
  readonly begin: number
  readonly step: number
}

export async function insertSome(
  db: Knex,
  owners: readonly PlayOwner[],
  { from, count, begin, step }: Some,
): Promise<void> {
  const mysql = isMysql(db)
  const numbers = mysql
    ? `(select seq - 1 + ${from} as i, ((seq - 1 + ${from}) * 2654435761) % 4294967296 as h from seq_1_to_${count}) n`
    : `(with recursive n(i) as (select ${from} union all select i + 1 from n where i < ${from + count - 1}) select i, (i * 2654435761) % 4294967296 as h from n) n`
  const div = (a: string, b: number) => (mysql ? `(${a} div ${b})` : `(${a} / ${b})`)
  const text = (...parts: string[]) => (mysql ? `concat(${parts.join(', ')})` : parts.join(' || '))
  const owner = `(i % ${owners.length})`
  const title = text("'tt'", `(1000000 + ${div('h', 7)} % ${titles})`)
  const isFilm = `(${div('h', 7)} % 4 = 0)`
  const episode = `(1 + ${div('h', 13)} % 100)`
  const pick = (names: readonly string[], from: string) =>
    `case ${from} % ${names.length} ${names.map((name, index) => `when ${index} then '${name}'`).join(' ')} end`
  const profile = `case ${owner} ${owners.map(({ profileId }, index) => `when ${index} then '${profileId}'`).join(' ')} end`
  const history = `case ${owner} ${owners.map(({ historyId }, index) => `when ${index} then ${historyId}`).join(' ')} end`
  const watched = `(600000 + ${div('h', 3)} % 6000000)`
  await db.raw(
    `insert into plays (history_id, profile_id, item_key, title_key, kind, season, episode, started_at, ended_at, watched_ms, first_position_ms, last_position_ms, duration_ms, finished, device_id, device_name, client, resolution, source, service, delivery, origin)
     select ${history}, ${profile}, case when ${isFilm} then ${title} else ${text(title, "':1:'", episode)} end, ${title},
       case when ${isFilm} then 'movie' else 'episode' end, case when ${isFilm} then null else 1 end, case when ${isFilm} then null else ${episode} end,
       ${begin} + i * ${step}, ${begin} + i * ${step} + ${watched}, ${watched}, 0, ${watched}, 6600000,
       case when ${div('h', 5)} % 10 < 7 then 1 else 0 end, 'device', ${pick(['Television', 'Phone', 'Tablet', 'Browser'], div('h', 11))},
       ${pick(['One App', 'Other App', 'Third App', 'Web'], div('h', 17))}, ${pick(['2160p', '1080p', '720p'], div('h', 19))},
       ${pick(['Source A', 'Source B', 'Source C', 'Source D', 'Source E'], div('h', 23))}, ${pick(['One', 'Two', 'Three'], div('h', 29))},
       'redirect', 'local'
     from ${numbers}`,
  )
}

/** Indexes are made faster at the end than kept while rows come in. Answers what makes them. */
async function withoutIndexes(db: Knex): Promise<() => Promise<void>> {
  if (isMysql(db)) return async () => {}
  const indexes = await db('sqlite_master')
    .where({ type: 'index', tbl_name: 'plays' })
    .whereNotNull('sql')
    .select<{ name: string; sql: string }[]>('name', 'sql')
  for (const { name } of indexes) await db.raw('drop index ??', [name])
  return async () => {
    for (const { sql } of indexes) await db.raw(sql)
  }
}

async function nameTitles(db: Knex): Promise<void> {
  const { number } = await db('configurations').first<{ number: number }>('number')
  await db('watched_titles').delete()
  const rows = Array.from({ length: titles }, (_, index) => ({
    configuration: number,
    title_key: `tt${1_000_000 + index}`,
    space: index % 4 === 0 ? 0 : 1,
    name: `Show Number ${index}`,
    folded: `show number ${index}`,
  }))
  for (let start = 0; start < rows.length; start += 100) {
    await db('watched_titles').insert(rows.slice(start, start + 100))
  }
}

function isMysql(db: Knex): boolean {
  return (db.client as Knex.Client).config.client === 'mysql2'
}
