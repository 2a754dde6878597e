import type { Knex } from 'knex'
import { describe, expect, it } from 'vitest'
import { watchedTitles } from '../../migrations/0029-watched-titles.ts'
import { createHistoryStore } from '../../src/storage/repositories/history/store.ts'
import { createPlayStore } from '../../src/storage/repositories/plays/store.ts'
import { dialects } from '../support/dialects.ts'
import { importedPart } from '../support/imported-part.ts'
import { libraryItem } from '../support/library-item.ts'
import { insertPlays, olga, somePlays } from '../support/plays.ts'

const [some] = somePlays(1, 0, 1_000)

/** A household whose titles the previous release has named, as when they were watched last. */
async function open(db: Knex) {
  const history = createHistoryStore(db)
  const store = createPlayStore(db)
  const historyId = await history.historyIdOf(7, olga)
  const movie = (titleKey: string) => ({ space: 'movie', titleKey }) as const
  const series = (titleKey: string) => ({ space: 'series', titleKey }) as const
  return {
    store,
    list: async (...keys: string[]) => {
      const parts = keys.map((key) => importedPart(libraryItem({ key }), 1_000))
      await history.import(historyId, parts, { restore: false, dryRun: false })
    },
    name: (...titles: (readonly [key: string, name: string])[]) =>
      db('title_names').insert(
        titles.map(([title_key, name]) => {
          const folded = name.toLowerCase()
          return { configuration: 7, title_key, name, folded }
        }),
      ),
    play: (kind: 'movie' | 'episode', ...keys: string[]) =>
      insertPlays(
        db,
        keys.map((key) => ({
          ...some!,
          history_id: historyId,
          profile_id: olga,
          kind,
          item_key: kind === 'movie' ? key : `${key}:1:1`,
          title_key: key,
        })),
      ),
    names: async (...keys: string[]) => store.namesOf(7, [...keys.map(movie), ...keys.map(series)]),
  }
}

describe.each(dialects)('Names of the previous release on $name', ({ skip, openMigrated }) => {
  it.skipIf(skip)('are those of what has plays alone after an upgrade', async () => {
    const db = await openMigrated()
    const { store, list, name, play, names } = await open(db)
    await list('tt1', 'tt2', 'tmdb:603')
    await name(['tt1', 'Newest'], ['tt3', 'Unmarked'], ['tt4', 'Unseen'], ['tmdb:603', 'Series'])
    await play('movie', 'tt1', 'tt3', 'tmdb:603')
    await play('episode', 'tt5', 'tmdb:603')
    await watchedTitles.down(db)
    for (const time of ['once', 'again']) {
      await watchedTitles.up(db)
      const keys = ['tt1', 'tt2', 'tt3', 'tt4', 'tmdb:603'] as const
      expect({ time, names: await names(...keys) }).toEqual({
        time,
        names: ['Newest', 'tt2', 'Unmarked', null, 'tmdb:603', null, null, null, null, 'Series'],
      })
    }
    expect(await store.titlesNamed(7, ['unmarked'])).toEqual({ keys: ['tt3'], except: [] })
  })

  it.skipIf(skip)('are taken over while it still runs, but for what is known', async () => {
    const db = await openMigrated()
    const { store, list, name, play, names } = await open(db)
    await list('tt1')
    await name(['tt1', 'Former'], ['tt2', 'Straße'], ['tmdb:603', 'Both'], ['tt4', 'Unseen'])
    await play('movie', 'tt1', 'tt2', 'tmdb:603')
    await play('episode', 'tmdb:603')
    for (const time of ['once', 'again']) {
      await store.takeFormerNames()
      expect({ time, names: await names('tt1', 'tt2', 'tmdb:603', 'tt4') }).toEqual({
        time,
        names: ['tt1', 'Straße', 'Both', null, null, null, 'Both', null],
      })
    }
    expect(await store.titlesNamed(7, ['strasse'])).toEqual({ keys: ['tt2'], except: [] })
  })
})
