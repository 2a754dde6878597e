import { describe, expect, it } from 'vitest'
import { createItemNames } from '../../src/storage/repositories/item-names.ts'
import { dialects } from '../support/dialects.ts'

describe.each(dialects)('The names of items on $name', ({ skip, openMigrated }) => {
  describe.skipIf(skip)('have numbers', () => {
    it('that stay, for every node, and lead back to the text', async () => {
      const db = await openMigrated()
      const texts = ['genre:Drama', 'library:a/movie/films', 'title:video yt:äöü 日本 🎬']
      const given = await createItemNames(db).numbersOf(texts, 1)
      expect(new Set(given.values()).size).toBe(texts.length)
      const other = createItemNames(db)
      for (const [text, number] of given) expect(await other.textOf(number)).toBe(text)
      expect(await other.numbersOf(texts.toReversed(), 1)).toEqual(given)
    })

    it('of their own where texts differ in nothing but case, accents or a space', async () => {
      const names = createItemNames(await openMigrated())
      const texts = ['genre:Resume', 'genre:resume', 'genre:résumé', 'genre:resume ', 'genre:']
      const given = await names.numbersOf(texts, 1)
      expect([...given.keys()]).toEqual(texts)
      expect(new Set(given.values()).size).toBe(texts.length)
    })

    it('that are the same when nodes learn the same texts at once', async () => {
      const db = await openMigrated()
      const texts = Array.from({ length: 450 }, (_, index) => `person:Actor ${index}`)
      const nodes = [texts, texts.toReversed(), texts.slice(100), texts]
      const answers = await Promise.all(
        nodes.map((wanted) => createItemNames(db).numbersOf(wanted, 1)),
      )
      const [first] = answers
      expect(first!.size).toBe(texts.length)
      expect(new Set(first!.values()).size).toBe(texts.length)
      for (const answer of answers)
        for (const [text, number] of answer) expect(number).toBe(first!.get(text))
    })

    it('unless they are too long; a number that was never given leads nowhere', async () => {
      const names = createItemNames(await openMigrated())
      const fits = 'x'.repeat(600)
      const given = await names.numbersOf([fits, `${fits}x`], 1)
      expect([...given.keys()]).toEqual([fits])
      expect(await names.textOf(4_000_000)).toBeNull()
    })
  })

  describe.skipIf(skip)('Numbers of names', () => {
    it('are the same on every node that asks at the same time, and for good', async () => {
      const db = await openMigrated()
      const texts = Array.from({ length: 300 }, (_, index) => `genre:Тест ${index}`)
      const found = await Promise.all(
        Array.from({ length: 3 }, (_, node) =>
          createItemNames(db).numbersOf(node === 1 ? texts.toReversed() : texts, 1),
        ),
      )
      for (const numbers of found) expect(numbers.get(texts[7]!)).toBe(found[0]!.get(texts[7]!))
      expect(new Set(found[0]!.values()).size).toBe(300)
      const later = createItemNames(db)
      expect(await later.textOf(found[0]!.get(texts[9]!)!)).toBe(texts[9])
      expect(await later.textOf(4_000_000)).toBeNull()
      expect((await later.numbersOf(['x'.repeat(601)], 1)).size).toBe(0)
    })
  })
})
