import type { Knex } from 'knex'
import { readKeyText } from './columns.ts'
import type { Migration } from './migration.ts'

type Entry = {
  number: number
  configuration: number
  title_key: string
  kind: string
  item: string
}

/** Rows of the history that are read at once. */
const atOnce = 1_000
const maxName = 300

/**
 * What watched titles are called, films and series apart: some databases number both alike. The previous release goes on
 * with `title_names`.
 */
export const watchedTitles: Migration = {
  name: '0029-watched-titles',

  async up(db) {
    if (!(await db.schema.hasTable('watched_titles'))) {
      const keyText = await readKeyText(db)
      await db.schema.createTable('watched_titles', (table) => {
        table.integer('configuration').notNullable()
        table.specificType('title_key', keyText('varchar(300)')).notNullable()
        // 0: films and videos, 1: series.
        table.specificType('space', 'smallint').notNullable()
        table.specificType('name', keyText('varchar(300)')).notNullable()
        // Lower case, without accents.
        table.specificType('folded', keyText('varchar(300)')).notNullable()
        // When sources were asked for what is not known of it; null: not yet.
        table.bigInteger('asked_at')
        table.primary(['configuration', 'title_key', 'space'])
      })
    }
    await nameListedTitles(db)
    await nameOtherTitles(db)
  },

  async down(db) {
    await db.schema.dropTableIfExists('watched_titles')
  },
}

async function nameListedTitles(db: Knex): Promise<void> {
  let last = 0
  for (;;) {
    const entries = await db<Entry>('history')
      .join('viewers', 'viewers.number', 'history.viewer')
      .where('history.number', '>', last)
      .where('sort_at', '>', 0)
      .orderBy('history.number')
      .limit(atOnce)
      .select<Entry[]>('history.number', 'configuration', 'title_key', 'kind', 'item')
    if (entries.length === 0) return
    last = entries.at(-1)!.number
    const rows = new Map(entries.flatMap(namedRow))
    if (rows.size === 0) continue
    await db('watched_titles')
      .insert([...rows.values()])
      .onConflict(['configuration', 'title_key', 'space'])
      .ignore()
  }
}

/** What was unmarked, or is no longer in the history, still has plays; their names are in `title_names` alone. */
async function nameOtherTitles(db: Knex): Promise<void> {
  const isMysql = (db.client as Knex.Client).config.client === 'mysql2'
  const into = 'into watched_titles (configuration, title_key, space, name, folded)'
  const space = "case when plays.kind in ('movie', 'video') then 0 else 1 end"
  await db.raw(
    `insert ${isMysql ? 'ignore' : 'or ignore'} ${into}
     select distinct former.configuration, former.title_key, ${space}, former.name, former.folded
     from title_names former
     join viewers on viewers.configuration = former.configuration
     join plays on plays.history_id = viewers.number and plays.title_key = former.title_key`,
  )
  const merge = isMysql
    ? 'on duplicate key update name = values(name), folded = values(folded)'
    : 'on conflict (configuration, title_key, space) do update set name = excluded.name, folded = excluded.folded'
  // The newest name, unless it may be that of the other title with this number.
  await db.raw(
    `insert ${into}
     select former.configuration, former.title_key, titles.space, former.name, former.folded
     from title_names former
     join (
       select configuration, title_key, min(space) as space from watched_titles
       group by configuration, title_key having count(*) = 1
     ) titles on titles.configuration = former.configuration and titles.title_key = former.title_key
     where true ${merge}`,
  )
}

function namedRow({ configuration, title_key, kind, item }: Entry) {
  const { name, seriesName } = JSON.parse(item) as { name?: string; seriesName?: string | null }
  const shown = (seriesName ?? name ?? '').slice(0, maxName)
  if (shown === '') return []
  const space = kind === 'movie' || kind === 'video' ? 0 : 1
  const key = { configuration, title_key, space }
  const row = { ...key, name: shown, folded: folded(shown).slice(0, maxName) }
  return [[`${configuration} ${space} ${title_key}`, row] as const]
}

// A copy of what the service does: a migration stays as it was written.
function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .trim()
}
