import knex from 'knex'
import { describe, expect, it } from 'vitest'
import { closeDatabase, openDatabase } from '../../src/storage/database.ts'
import { migrateToLatest } from '../../src/storage/migrate.ts'
import { readPlayPage } from '../../src/storage/repositories/plays/pages.ts'
import { mysql } from '../support/dialects.ts'
import { everyPlay, insertPlays, olga, somePlays } from '../support/plays.ts'

const from = Date.UTC(2025, 0, 1)
const to = Date.UTC(2025, 1, 1)
const minuteMs = 60_000
const [some] = somePlays(1, from, to)
const keys = Array.from({ length: 120 }, (_, index) => `映画🎬:${'é'.repeat(200)}:${index}`)

describe('Plays in a MySQL database of another character set', () => {
  it.skipIf(mysql.skip)('are found by few titles and by many, in any alphabet', async () => {
    const { settings, dispose } = await mysql.createDatabase()
    if (settings.dialect !== 'mysql') throw new Error('MySQL was asked for')
    const admin = knex({ client: 'mysql2', connection: settings.url })
    const db = openDatabase(settings)
    try {
      await admin.raw('alter database character set latin1')
      await migrateToLatest(db)
      const watched = keys.filter((_, index) => index % 6 === 0)
      const plays = watched.map((key, index) => ({
        ...some!,
        history_id: 1,
        profile_id: olga,
        title_key: key,
        item_key: key,
        started_at: from + index * minuteMs,
        ended_at: from + (index + 1) * minuteMs,
      }))
      await insertPlays(db, plays)
      for (const count of [50, keys.length]) {
        const titles = new Map([[1, keys.slice(0, count)]])
        const readers = [{ historyId: 1, profileIds: [olga] }]
        const page = await readPlayPage(db, {
          filter: { ...everyPlay, readers, titles, from, to },
          descending: true,
          after: null,
          before: null,
          fromEnd: false,
          limit: 50,
        })
        expect(page.plays).toHaveLength(Math.ceil(count / 6))
      }
    } finally {
      await closeDatabase(db)
      await admin.destroy()
      await dispose()
    }
  })
})
