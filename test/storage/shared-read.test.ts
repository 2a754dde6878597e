import { describe, expect, it } from 'vitest'
import { transact } from '../../src/storage/guard.ts'
import { sharedRead } from '../../src/storage/shared-read.ts'
import { dialects } from '../support/dialects.ts'

describe.each(dialects)('Reading once for several on $name', ({ skip, open }) => {
  async function openWithTable() {
    const db = await open()
    await db.schema.createTable('t', (table) => {
      table.integer('x').primary()
    })
    const sent: string[] = []
    const readAll = (on = db, name = 'all') =>
      sharedRead(on, name, () => {
        sent.push(name)
        return on('t').orderBy('x').pluck('x')
      })
    return { db, sent, readAll }
  }

  it.skipIf(skip)('asks once for all who wait for the same, and again for others', async () => {
    const { db, sent, readAll } = await openWithTable()
    await db('t').insert({ x: 1 })
    const answers = await Promise.all([readAll(), readAll(), readAll(db, 'other'), readAll()])
    expect(answers).toEqual([[1], [1], [1], [1]])
    expect(sent.toSorted()).toEqual(['all', 'other'])
  })

  it.skipIf(skip)('sees what was written before it was asked for', async () => {
    const { db, sent, readAll } = await openWithTable()
    for (const x of [1, 2, 3]) {
      const before = readAll()
      // Until it has begun, later ones may rightly share it.
      await expect.poll(() => sent).toHaveLength(2 * x - 1)
      await db('t').insert({ x })
      const [first, second] = await Promise.all([before, readAll()])
      expect(second).toContain(x)
      expect(first.length).toBeGreaterThanOrEqual(x - 1)
    }
    expect(sent).toHaveLength(6)
  })

  it.skipIf(skip)('is not shared out of a transaction', async () => {
    const { db, readAll } = await openWithTable()
    const found = await transact(db, async (trx) => {
      await trx('t').insert({ x: 1 })
      return Promise.all([readAll(trx), readAll(trx)])
    })
    expect(found).toEqual([[1], [1]])
  })

  it.skipIf(skip)('fails for all who wait, and for nobody after them', async () => {
    const { db, readAll } = await openWithTable()
    const fail = () => sharedRead(db, 'all', () => db('missing'))
    const outcomes = await Promise.allSettled([fail(), fail()])
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await readAll()).toEqual([])
  })
})
