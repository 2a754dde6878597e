import type { Knex } from 'knex'
import { describe, expect, it } from 'vitest'
import { plainLetters } from '../../migrations/0034-plain-letters.ts'
import { folded } from '../../src/core/folded-text.ts'
import { searchedWords } from '../../src/library/names.ts'
import { createHistoryStore } from '../../src/storage/repositories/history/store.ts'
import { createPlayStore } from '../../src/storage/repositories/plays/store.ts'
import { dialects } from '../support/dialects.ts'
import { importedPart } from '../support/imported-part.ts'
import { libraryItem } from '../support/library-item.ts'
import { olga } from '../support/plays.ts'

const titleKey = 'tmdb:603'

/** A household that has watched a film and a series of the same key. */
async function watchBoth(db: Knex, configuration: number, film: string, series: string) {
  const history = createHistoryStore(db)
  const historyId = await history.historyIdOf(configuration, olga)
  const part = importedPart(libraryItem({ key: titleKey }), 1_000)
  const episode = { kind: 'episode', itemKey: `${titleKey}:1:1`, season: 1, episode: 1 } as const
  const parts = [
    { ...part, item: { ...part.item, name: film } },
    { ...part, ...episode, item: { ...part.item, name: 'Pilot', seriesName: series } },
  ]
  await history.import(historyId, parts, { restore: false, dryRun: false })
}

describe.each(dialects)('A film and a series of one key on $name', ({ skip, openMigrated }) => {
  it.skipIf(skip)('are found each by its own name, in its own household', async () => {
    const db = await openMigrated()
    await watchBoth(db, 7, 'The Matrix Files', 'The Matrix Stories')
    await watchBoth(db, 8, 'Stories of Zion', 'Files of Zion')
    const store = createPlayStore(db)
    const both = { keys: [titleKey], except: [] }
    const film = { keys: [titleKey], except: [{ space: 'series', titleKey }] }
    const series = { keys: [titleKey], except: [{ space: 'movie', titleKey }] }
    const neither = { keys: [], except: [] }
    const expected = [
      [7, ['matrix'], both],
      [7, ['files'], film],
      [7, ['matrix', 'stories'], series],
      [7, ['files', 'stories'], neither],
      [7, ['zion'], neither],
      [7, ['pilot'], neither],
      [8, ['zion'], both],
      [8, ['files'], series],
      [8, ['stories', 'of'], film],
      [8, ['matrix'], neither],
      [9, ['files'], neither],
    ] as const
    for (const [configuration, words, titles] of expected) {
      const found = await store.titlesNamed(configuration, words)
      expect({ configuration, words, ...found }).toEqual({ configuration, words, ...titles })
    }
  })

  it.skipIf(skip)('are found by signs, none of which stands for others', async () => {
    const db = await openMigrated()
    await watchBoth(db, 7, '🎬 Émile', '100% \\ A_B')
    const found = async (sign: string) => {
      const { keys, except } = await createPlayStore(db).titlesNamed(7, searchedWords(sign))
      return [keys.length, except.map(({ space }) => space)]
    }
    expect(await found('🎬')).toEqual([1, ['series']])
    for (const sign of ['%', '_', '\\', '% \\']) expect(await found(sign)).toEqual([1, ['movie']])
    for (const sign of ['🎥', '%%', '*', "'", '\u0000']) expect(await found(sign)).toEqual([0, []])
  })

  it.skipIf(skip)('are found by how others type their letters, also after an upgrade', async () => {
    const db = await openMigrated()
    await watchBoth(db, 7, 'Straße nach Łódź', 'Smørrebrød')
    const found = async (text: string) => {
      const { keys, except } = await createPlayStore(db).titlesNamed(7, searchedWords(folded(text)))
      return [keys.length, except.map(({ space }) => space)]
    }
    const isFound = async () => {
      for (const text of ['strasse', 'STRAẞE', 'lodz', 'łódź', 'nach']) {
        expect({ text, found: await found(text) }).toEqual({ text, found: [1, ['series']] })
      }
      expect(await found('smorrebrod')).toEqual([1, ['movie']])
    }
    await isFound()
    await plainLetters.down(db)
    expect(await found('strasse')).toEqual([0, []])
    for (let time = 0; time < 2; time++) {
      await plainLetters.up(db)
      await isFound()
    }
  })

  it.skipIf(skip)(
    'are found by plain letters after an upgrade, however many they are',
    async () => {
      const db = await openMigrated()
      const rows = Array.from({ length: 1_300 }, (_, at) => ({
        configuration: 1 + (at % 3),
        title_key: `tt${Math.floor(at / 6)}`,
        space: Math.floor(at / 3) % 2,
        name: at % 2 === 0 ? 'Łódź' : 'Zürich',
        folded: at % 2 === 0 ? 'łodz' : 'zurich',
      }))
      for (let start = 0; start < rows.length; start += 100) {
        await db('watched_titles').insert(rows.slice(start, start + 100))
      }
      await plainLetters.up(db)
      const [{ plain } = { plain: 0 }] = await db('watched_titles')
        .where({ folded: 'lodz' })
        .count({ plain: '*' })
      expect(Number(plain)).toBe(650)
    },
  )
})
