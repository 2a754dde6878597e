import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createTitleSights } from '../../src/storage/repositories/title-sights.ts'
import { dialects } from '../support/dialects.ts'

const day = 86_400_000
const texts = ['tt1', 'movie tmdb:550', 'series tmdb:550', 'video yt:äöü 日本 🎬']

function stopClock() {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
}

describe.each(dialects)('When titles were first seen, in $name,', ({ skip, openMigrated }) => {
  describe.skipIf(skip)('is kept', () => {
    it('for all nodes and after a restart, the first of a list as the newest', async () => {
      stopClock()
      const db = await openMigrated()
      const now = Date.now()
      const given = await createTitleSights(db).of(texts)
      expect([...given]).toEqual(texts.map((text, place) => [text, now - place]))
      vi.advanceTimersByTime(3 * day)
      const other = createTitleSights(db)
      expect(other.peek('tt1')).toBeNull()
      expect(await other.of(texts.toReversed())).toEqual(given)
      expect(other.peek('tt1')).toBe(now)
      const later = await other.of(['new', ...texts])
      expect(later.get('new')).toBe(now + 3 * day)
      expect(later.get('tt1')).toBe(now)
    })

    it('the same where nodes see the same titles at once', async () => {
      const db = await openMigrated()
      const many = Array.from({ length: 450 }, (_, index) => `tt${index}`)
      const nodes = [many, many.toReversed(), many.slice(100), many]
      const answers = await Promise.all(nodes.map((seen) => createTitleSights(db).of(seen)))
      expect(answers[0]!.size).toBe(many.length)
      for (const answer of answers)
        for (const [text, at] of answer) expect(at).toBe(answers[0]!.get(text))
    })

    it('without a statement for titles that were seen lately, and noted again once a week', async () => {
      stopClock()
      const db = await openMigrated()
      const sights = createTitleSights(db)
      const given = await sights.of(texts)
      const statements: string[] = []
      db.on('query', ({ sql }: { sql: string }) => statements.push(sql.slice(0, 6)))
      vi.advanceTimersByTime(6 * day)
      expect(await sights.of(texts)).toEqual(given)
      expect(statements).toEqual([])
      vi.advanceTimersByTime(2 * day)
      expect(await sights.of(texts)).toEqual(given)
      expect(statements).toEqual(['select', 'update'])
    })

    it('until nobody has listed a title for half a year, and beyond a bound not as long', async () => {
      stopClock()
      const db = await openMigrated()
      const [begin, end] = [Date.now(), Date.now() + 181 * day]
      await createTitleSights(db).of(['left', 'kept'])
      vi.setSystemTime(begin + 100 * day)
      await createTitleSights(db).of(['kept', 'other'])
      await createTitleSights(db).prune(end)
      vi.setSystemTime(end)
      const after = await createTitleSights(db).of(['left', 'kept', 'other'])
      expect(after.get('kept')).toBe(begin - 1)
      expect(after.get('left')).toBe(end)
      await createTitleSights(db, { maxRows: 1 }).prune(end)
      expect(await db('title_sights').pluck('id')).toHaveLength(0)
    })
  })
})
