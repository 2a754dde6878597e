import type { Knex } from 'knex'
import { describe, expect, it } from 'vitest'
import { transact } from '../../src/storage/guard.ts'
import { rowsOf } from '../../src/storage/statement.ts'
import { dialects } from '../support/dialects.ts'

const places = [
  { place: 'first', earlier: 0 },
  { place: 'third', earlier: 2 },
]

const cases = dialects.flatMap((dialect) => places.map((place) => ({ ...dialect, ...place })))

describe.each(cases)('the $place transaction of a connection to $name', (given) => {
  const { skip, open, earlier } = given

  async function openWithTable(): Promise<Knex> {
    const db = await open()
    await db.schema.createTable('t', (table) => {
      table.integer('x').primary()
      table.integer('y').notNullable().defaultTo(0)
    })
    for (let count = 0; count < earlier; count++) {
      await transact(db, async (trx) => trx('t').insert({ x: -1 - count }))
    }
    await db('t').delete()
    return db
  }

  it.skipIf(skip)('speaks in all ways of knex', async () => {
    const db = await openWithTable()
    const found = await transact(db, async (trx) => {
      await trx('t').insert([{ x: 1 }, { x: 2 }])
      await trx('t')
        .where({ x: 1 })
        .update({ y: trx.raw('y + ?', [5]) })
      await trx.raw('update t set y = y + 1 where x = 2')
      const streamed: unknown[] = []
      for await (const row of trx('t').orderBy('x').stream()) streamed.push(row)
      const byHand = await rowsOf(trx, 'select y from t where x = ?', [1])
      const selected = await trx.select('y').from('t').where('x', 2).first<{ y: number }>()
      return { isTransaction: trx.isTransaction, streamed, byHand, selected }
    })
    expect(found).toEqual({
      isTransaction: true,
      streamed: [
        { x: 1, y: 5 },
        { x: 2, y: 1 },
      ],
      byHand: [{ y: 5 }],
      selected: { y: 1 },
    })
    expect(await db('t').pluck('x')).toEqual([1, 2])
  })

  it.skipIf(skip)('undoes what the work did, and a part of it alone', async () => {
    const db = await openWithTable()
    const failing = transact(db, async (trx) => {
      await trx('t').insert({ x: 1 })
      throw new Error('undo it')
    })
    await expect(failing).rejects.toThrow('undo it')
    await transact(db, async (outer) => {
      await outer('t').insert({ x: 2 })
      const part = (x: number, error: string | null) =>
        transact(outer, async (inner) => {
          await inner('t').insert({ x })
          if (error) throw new Error(error)
        })
      await expect(part(3, 'undo this part')).rejects.toThrow('undo this part')
      await part(4, null)
    })
    expect(await db('t').pluck('x')).toEqual([2, 4])
  })

  it.skipIf(skip)('shows each statement to those who watch the database', async () => {
    const db = await openWithTable()
    const seen: string[] = []
    db.on('query', ({ sql }: { sql: string }) => seen.push(sql.replaceAll('`', '')))
    await transact(db, async (trx) => trx('t').insert({ x: 1, y: 2 }))
    expect(seen).toEqual(['BEGIN;', 'insert into t (x, y) values (?, ?)', 'COMMIT;'])
  })

  it.skipIf(skip)('refuses what comes after its end, also within the next one', async () => {
    const db = await openWithTable()
    let ended: Knex | null = null
    await transact(db, async (trx) => {
      ended = trx
      await trx('t').insert({ x: 1 })
    })
    const late = (trx: Knex) => [
      trx('t').insert({ x: 2 }),
      trx.raw('delete from t'),
      rowsOf(trx, 'select x from t', []),
      trx('t').stream().toArray(),
    ]
    const over = 'The transaction is over'
    for (const one of late(ended!)) await expect(one).rejects.toThrow(over)
    await transact(db, async (trx) => {
      await trx('t').insert({ x: 3 })
      for (const one of late(ended!)) await expect(one).rejects.toThrow(over)
    })
    expect(await db('t').pluck('x')).toEqual([1, 3])
  })

  it.skipIf(skip)('takes its parts along when it ends before they do', async () => {
    const db = await openWithTable()
    const isInside = Promise.withResolvers<void>()
    const isOver = Promise.withResolvers<void>()
    let part: Promise<unknown> = Promise.resolve()
    const failing = transact(db, async (outer) => {
      part = transact(outer, async (inner) => {
        await inner('t').insert({ x: 1 })
        isInside.resolve()
        await isOver.promise
        await inner('t').insert({ x: 2 })
      })
      part.catch(() => {})
      await isInside.promise
      throw new Error('undo all')
    })
    await expect(failing).rejects.toThrow('undo all')
    const later = transact(db, async (outer) => {
      await transact(outer, async (inner) => inner('t').insert({ x: 3 }))
      isOver.resolve()
      await expect(part).rejects.toThrow('already complete')
    })
    await later
    expect(await db('t').pluck('x')).toEqual([3])
  })

  it.skipIf(skip)('may be ended by hand, to the cost of nobody else', async () => {
    const db = await openWithTable()
    const outcome = transact(db, async (trx) => {
      await trx('t').insert({ x: 1 })
      await (trx as Knex.Transaction).rollback()
    })
    await expect(outcome).rejects.toThrow('already complete')
    await transact(db, async (trx) => trx('t').insert({ x: 2 }))
    expect(await db('t').pluck('x')).toEqual([2])
  })

  it.skipIf(skip)('leaves nothing open when its beginning or its end fails', async () => {
    const db = await openWithTable()
    for (const failing of ['BEGIN;', 'COMMIT;']) {
      const fail = ({ sql }: { sql: string }) => {
        if (sql === failing) throw new Error(`no ${failing}`)
      }
      db.on('query', fail)
      const outcome = transact(db, async (trx) => trx('t').insert({ x: 1 }))
      await expect(outcome).rejects.toThrow(`no ${failing}`)
      db.removeListener('query', fail)
    }
    await transact(db, async (trx) => trx('t').insert({ x: 2 }))
    expect(await db('t').pluck('x')).toEqual([2])
  })
})

describe('transactions of one connection', () => {
  it('share what knex makes for the first one', async () => {
    const db = await dialects.find(({ name }) => name === 'SQLite')!.open()
    const handleOf = () => transact(db, async (trx) => trx)
    const [first, later] = [await handleOf(), await handleOf()]
    expect(first).not.toBe(later)
    expect(Object.getPrototypeOf(first)).toBe(Object.getPrototypeOf(later))
  })
})
