import { describe, expect, it, onTestFinished } from 'vitest'
import { bare, refOf } from '../../../src/library/items/bare-item.ts'
import type { LibraryItem } from '../../../src/model/library-item.ts'
import type { Household } from '../../../src/model/household.ts'
import { statesOf } from '../../../src/services/history/states.ts'
import { createHistoryStore } from '../../../src/storage/repositories/history/store.ts'
import { noEvents } from '../../../src/services/history/outbox.ts'
import { keyOf } from '../../../src/history/keys.ts'
import { dialects } from '../../support/dialects.ts'

const household = { configuration: 1 } as Household
const user = { configuration: 1, profile: { historyOwner: 'a'.repeat(32) } } as Parameters<
  typeof statesOf
>[1]

const film = (number: number, ids: LibraryItem['ids'] = {}): LibraryItem => ({
  ...bare(refOf(household, 'movie', 'imdb', number), 'movie', `Film ${number}`),
  key: `tt${number}`,
  ids,
})

describe.each(dialects)('The watch states of a page on $name', ({ skip, openMigrated }) => {
  async function open() {
    const db = await openMigrated()
    onTestFinished(() => db.destroy())
    const store = createHistoryStore(db)
    const historyId = await store.historyIdOf(1, 'a'.repeat(32))
    const asked: string[] = []
    db.on('query', ({ sql }: { sql: string }) => asked.push(sql))
    return {
      asked,
      like: (item: LibraryItem) => store.setFavorite(historyId, keyOf(item), true, noEvents),
      states: (items: readonly LibraryItem[]) => statesOf(store, user, items),
    }
  }

  it.skipIf(skip)('read no entries where there are none', async () => {
    const { asked, states } = await open()
    const found = await states([film(1), film(2)])
    expect(found.map(({ favorite }) => favorite)).toEqual([false, false])
    expect(asked.filter((sql) => /\* from .history/.test(sql))).toEqual([])
  })

  it.skipIf(skip)(
    'find an entry under its own key, and under that of another catalog',
    async () => {
      const { like, states } = await open()
      await like(film(1))
      await like({ ...film(2), key: 'tmdb:22', ids: { imdb: 'tt2' } })
      const found = await states([film(1), film(2), film(3)])
      expect(found.map(({ favorite }) => favorite)).toEqual([true, true, false])
    },
  )
})
