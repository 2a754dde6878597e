import { describe, expect, it } from 'vitest'
import { AppError } from '../../src/core/errors.ts'
import { read, transact, write } from '../../src/storage/guard.ts'
import { changedBy, places, rowsOf } from '../../src/storage/statement.ts'
import { dialects } from '../support/dialects.ts'

describe.each(dialects)('SQL that is written once, for $name', ({ skip, open }) => {
  async function openWithTable() {
    const db = await open()
    await db.schema.createTable('t', (table) => {
      table.integer('x').primary()
      table.string('name')
      table.boolean('seen')
    })
    await changedBy(db, 'insert into t (x, name) values (?, ?), (?, ?)', [1, 'one', 2, null])
    return db
  }

  it.skipIf(skip)('answers rows', async () => {
    const db = await openWithTable()
    const rows = await read(db, () =>
      rowsOf(db, `select x, name from t where x in (${places(3)}) order by x`, [1, 2, 3]),
    )
    expect(rows.map((row) => ({ ...(row as object) }))).toEqual([
      { x: 1, name: 'one' },
      { x: 2, name: null },
    ])
  })

  it.skipIf(skip)('counts the rows that were found, even if they stay as they are', async () => {
    const db = await openWithTable()
    const change = (x: number) =>
      write(db, () => changedBy(db, 'update t set name = ? where x >= ?', ['one', x]))
    expect(await change(1)).toBe(2)
    expect(await change(1)).toBe(2)
    expect(await change(3)).toBe(0)
  })

  it.skipIf(skip)('is part of its transaction', async () => {
    const db = await openWithTable()
    const outcome = transact(db, async (trx) => {
      await changedBy(trx, 'delete from t where x = ?', [1])
      expect(await rowsOf(trx, 'select x from t', [])).toHaveLength(1)
      throw new AppError('NOT_FOUND', 'there is none')
    })
    await expect(outcome).rejects.toThrow('there is none')
    expect(await rowsOf(db, 'select x from t', [])).toHaveLength(2)
  })

  it.skipIf(skip)('gives its connection back when it fails', async () => {
    const db = await openWithTable()
    for (let attempt = 0; attempt < 20; attempt += 1) {
      await expect(write(db, () => changedBy(db, 'delete from none', []))).rejects.toThrow('none')
    }
    expect(await changedBy(db, 'update t set name = ?', ['two'])).toBe(2)
  })
})
