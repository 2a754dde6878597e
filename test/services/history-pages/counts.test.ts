import type { Knex } from 'knex'
import { describe, expect, it } from 'vitest'
import type { Profile, User } from '../../../src/model/household.ts'
import { readHistoryCounts } from '../../../src/services/history-pages/counts.ts'
import type { CountsDeps } from '../../../src/services/history-pages/counts.ts'
import { dialectOf } from '../../../src/storage/dialect.ts'
import { createHistoryStore } from '../../../src/storage/repositories/history/store.ts'
import { dialects } from '../../support/dialects.ts'

const profiles = ['a', 'b'].map((letter) => ({
  id: letter.repeat(32),
  historyOwner: letter.repeat(32),
  isOwner: letter === 'a',
})) as unknown as readonly Profile[]
const kim = { configuration: 7, profile: profiles[0], profiles } as unknown as User

/** As many entries of films, or of the episodes of series with fifty each. */
async function addEntries(db: Knex, historyId: number, count: number): Promise<void> {
  const isMysql = dialectOf(db) === 'mysql'
  const numbers = isMysql
    ? `(select seq as i from seq_0_to_${count - 1}) n`
    : `(with recursive n(i) as (select 0 union all select i + 1 from n where i < ${count - 1}) select i from n) n`
  const key = isMysql ? `concat('tt', i div 50)` : `'tt' || (i / 50)`
  const item = isMysql ? `concat('tt', i div 50, ':1:', i)` : `'tt' || (i / 50) || ':1:' || i`
  await db.raw(
    `insert into history (viewer, item_key, title_key, kind, season, episode, played, resumable, favorite, last_played_at, sort_at, item, changed_at)
     select ${historyId}, ${item}, ${key}, 'episode', 1, i, case when i % 4 = 3 then 0 else 1 end,
       case when i % 4 = 3 then 1 else 0 end, case when i % 10 = 0 then 1 else 0 end, 1000 + i, 1000 + i,
       '{"mediaType":"series"}', 1 from ${numbers}`,
  )
}

describe.each(dialects)('Counts of a user with limits on $name', ({ skip, openMigrated }) => {
  it.skipIf(skip)(
    'leave hidden titles out, however many entries there are',
    async () => {
      const db = await openMigrated()
      const store = createHistoryStore(db)
      const [own, other] = await Promise.all(profiles.map(({ id }) => store.historyIdOf(7, id)))
      await addEntries(db, own!, 52_000)
      await addEntries(db, other!, 200)
      const film = { viewer: other!, title_key: 'tt9', item_key: 'tt9', kind: 'movie' }
      const item = '{"mediaType":"movie"}'
      await db('history').insert({ ...film, played: true, sort_at: 1, item, changed_at: 1 })
      const seen: string[] = []
      const library: CountsDeps['library'] = {
        isLimited: () => true,
        async visibleEntries(_user, entries) {
          seen.push(...entries.map(({ titleKey }) => titleKey))
          return entries.filter(({ titleKey }) => titleKey !== 'tt1')
        },
      }
      const { users } = await readHistoryCounts({ store, library }, kim)
      expect(users.map(({ counts }) => counts)).toEqual([
        { movies: 0, episodes: 38_963, inProgress: 12_987, favorites: 5_195, lastAt: 52_999 },
        { movies: 1, episodes: 113, inProgress: 37, favorites: 15, lastAt: 1_199 },
      ])
      // Each title is asked for once in each history.
      expect(seen).toHaveLength(1_040 + 4 + 1)
    },
    60_000,
  )
})
