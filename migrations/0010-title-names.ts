import type { Knex } from 'knex'
import { readKeyText } from './columns.ts'
import type { Migration } from './migration.ts'

type Entry = { number: number; configuration: number; title_key: string; item: string }

/** Rows of the history that are read at once. */
const atOnce = 1_000
const maxName = 300

/** What watched titles are called, once for everybody in a household, so that plays are found by name. */
export const titleNames: Migration = {
  name: '0010-title-names',

  async up(db) {
    const keyText = await readKeyText(db)
    if (!(await db.schema.hasTable('title_names'))) {
      await db.schema.createTable('title_names', (table) => {
        table.integer('configuration').notNullable()
        table.specificType('title_key', keyText('varchar(300)')).notNullable()
        table.specificType('name', keyText('varchar(300)')).notNullable()
        // Lower case, without accents.
        table.specificType('folded', keyText('varchar(300)')).notNullable()
        table.primary(['configuration', 'title_key'])
      })
    }
    await nameKnownTitles(db)
  },

  async down(db) {
    await db.schema.dropTableIfExists('title_names')
  },
}

async function nameKnownTitles(db: Knex): Promise<void> {
  let last = 0
  for (;;) {
    const entries = await db<Entry>('history')
      .join('viewers', 'viewers.number', 'history.viewer')
      .where('history.number', '>', last)
      .where('sort_at', '>', 0)
      .orderBy('history.number')
      .limit(atOnce)
      .select<Entry[]>('history.number', 'configuration', 'title_key', 'item')
    if (entries.length === 0) return
    last = entries.at(-1)!.number
    const rows = new Map(entries.flatMap(namedRow))
    if (rows.size === 0) continue
    await db('title_names')
      .insert([...rows.values()])
      .onConflict(['configuration', 'title_key'])
      .ignore()
  }
}

function namedRow({ configuration, title_key, item }: Entry) {
  const { name, seriesName } = JSON.parse(item) as { name?: string; seriesName?: string | null }
  const shown = (seriesName ?? name ?? '').slice(0, maxName)
  if (shown === '') return []
  const row = { configuration, title_key, name: shown, folded: folded(shown).slice(0, maxName) }
  return [[`${configuration} ${title_key}`, row] as const]
}

// A copy of what the service does: a migration stays as it was written.
function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .trim()
}
