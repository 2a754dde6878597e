import { describe, expect, it } from 'vitest'
import { createItemNames } from '../../src/storage/repositories/item-names.ts'
import { dialects, sqlite } from '../support/dialects.ts'

const day = 86_400_000
const start = Date.UTC(2025, 0, 1)
const textsOf = (name: string, count: number) =>
  Array.from({ length: count }, (_, index) => `person:${name} ${index}`)

describe.each(dialects)('On $name, new names', ({ skip, openMigrated }) => {
  async function openAt(mostNewADay = 250) {
    const db = await openMigrated()
    let at = start
    const warnings: string[] = []
    const warn = (message: string): void => void warnings.push(message)
    return {
      db,
      warnings,
      names: createItemNames(db, { mostNewADay, now: () => at, warn }),
      passes: (ms: number) => void (at += ms),
    }
  }

  it.skipIf(skip)('have numbers for each of several requests that learn them at once', async () => {
    const { names } = await openAt(10_000)
    const [one, two] = [textsOf('A', 450), textsOf('B', 450)]
    const wanted = [[...one, ...two], [...two, ...one].toReversed(), two, one]
    const answers = await Promise.all(wanted.map((texts) => names.numbersOf(texts, 1)))
    for (const [index, answer] of answers.entries())
      expect([...answer.keys()]).toEqual(wanted[index])
    expect(new Set(answers.flatMap((answer) => [...answer.values()])).size).toBe(900)
  })

  it.skipIf(skip)(
    'are as many as a configuration may add on a day; those of others, and the next day, come',
    async () => {
      const { names, passes, warnings } = await openAt()
      const many = textsOf('A', 600)
      expect((await names.numbersOf(many, 1)).size).toBe(250)
      passes(day - 1)
      expect((await names.numbersOf(many, 1)).size).toBe(250)
      expect((await names.numbersOf(['genre:Drama'], 1)).size).toBe(0)
      expect((await names.numbersOf(['genre:Drama', ...many.slice(0, 3)], 2)).size).toBe(4)
      expect((await names.numbersOf(['genre:Drama'], 1)).size).toBe(1)
      expect(warnings).toEqual([expect.stringMatching(/^Configuration 1 has added 250 names/)])
      passes(1)
      expect((await names.numbersOf(many, 1)).size).toBe(500)
      expect(warnings).toHaveLength(2)
    },
  )

  it.skipIf(skip)('count once, however many requests learn them at the same moment', async () => {
    const { names } = await openAt()
    const same = textsOf('A', 200)
    const answers = await Promise.all([1, 2, 3].map(() => names.numbersOf(same, 1)))
    expect(answers.map(({ size }) => size)).toEqual([200, 200, 200])
    expect((await names.numbersOf(textsOf('B', 60), 1)).size).toBe(50)
  })
})

describe('While the database takes no changes', () => {
  async function openRefusing() {
    const db = await sqlite.openMigrated()
    let at = start
    const warnings: string[] = []
    const warn = (message: string): void => void warnings.push(message)
    const names = createItemNames(db, { mostNewADay: 3, now: () => at, warn })
    const failed = { count: 0 }
    db.on('query-error', () => (failed.count += 1))
    const takesChanges = async (takes: boolean): Promise<void> => {
      await db.raw(`pragma query_only = ${takes ? 'off' : 'on'}`)
    }
    const usedAt = (): Promise<number> =>
      db('item_names')
        .where({ text: 'genre:Drama' })
        .first('used_at')
        .then((row) => row.used_at)
    return {
      names,
      warnings,
      takesChanges,
      failed,
      usedAt,
      passes: (ms: number) => void (at += ms),
    }
  }

  it('known names have their numbers; that they were used is noted later', async () => {
    const { names, warnings, takesChanges, failed, usedAt, passes } = await openRefusing()
    const given = await names.numbersOf(['genre:Drama'], 1)
    const [number] = given.values()
    passes(8 * day)
    await takesChanges(false)
    expect(await names.numbersOf(['genre:Drama'], 1)).toEqual(given)
    expect(await names.textOf(number!)).toBe('genre:Drama')
    await expect.poll(() => warnings).toHaveLength(1)
    passes(60_000)
    const before = failed.count
    expect(await names.numbersOf(['genre:Drama'], 1)).toEqual(given)
    await expect.poll(() => failed.count).toBeGreaterThan(before)
    await takesChanges(true)
    expect(await usedAt()).toBe(start)
    passes(60_000)
    expect(await names.textOf(number!)).toBe('genre:Drama')
    await expect.poll(usedAt).toBe(start + 8 * day + 120_000)
    expect(warnings).toEqual([expect.stringMatching(/use of names cannot be noted/)])
  })

  it('names that could not be added do not count', async () => {
    const { names, takesChanges } = await openRefusing()
    await takesChanges(false)
    for (let attempt = 0; attempt < 3; attempt++)
      await expect(names.numbersOf(textsOf('A', 3), 1)).rejects.toMatchObject({ status: 503 })
    await takesChanges(true)
    expect((await names.numbersOf(textsOf('A', 3), 1)).size).toBe(3)
  })
})
