import { createHook } from 'node:async_hooks'
import { setImmediate as arrival } from 'node:timers/promises'
import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { AppError } from '../../src/core/errors.ts'
import { read, transact, write } from '../../src/storage/guard.ts'
import { dialects } from '../support/dialects.ts'

describe.each(dialects)('guarded access to $name', ({ skip, open }) => {
  async function openWithTable() {
    const db = await open()
    await db.schema.createTable('t', (table) => {
      table.integer('x').primary()
      table.integer('y').notNullable().defaultTo(0)
    })
    return db
  }

  it.skipIf(skip)('commits what a transaction did, and answers its value', async () => {
    const db = await openWithTable()
    const value = await transact(db, async (trx) => {
      await trx('t').insert({ x: 1 })
      await trx('t').insert({ x: 2 })
      return 'done'
    })
    expect(value).toBe('done')
    expect(await read(db, () => db('t').pluck('x'))).toEqual([1, 2])
  })

  it.skipIf(skip)(
    'undoes a transaction whose work fails, and throws on what the work threw',
    async () => {
      const db = await openWithTable()
      const failure = new AppError('NOT_FOUND', 'there is none')
      const outcome = transact(db, async (trx) => {
        await trx('t').insert({ x: 1 })
        throw failure
      })
      await expect(outcome).rejects.toBe(failure)
      expect(await db('t').select()).toEqual([])
    },
  )

  it.skipIf(skip)('makes a transaction within another part of that one', async () => {
    const db = await openWithTable()
    const outcome = transact(db, async (outer) => {
      await transact(outer, async (inner) => inner('t').insert({ x: 1 }))
      await write(outer, () => outer('t').insert({ x: 2 }))
      throw new Error('undo both')
    })
    await expect(outcome).rejects.toThrow('undo both')
    expect(await db('t').select()).toEqual([])
  })

  it.skipIf(skip)(
    'undoes a transaction within another alone, if the outer one goes on',
    async () => {
      const db = await openWithTable()
      await transact(db, async (outer) => {
        await outer('t').insert({ x: 1 })
        const inner = transact(outer, async (trx) => {
          await trx('t').insert({ x: 2 })
          throw new Error('undo this')
        })
        await expect(inner).rejects.toThrow('undo this')
        await outer('t').insert({ x: 3 })
      })
      expect(await db('t').orderBy('x').pluck('x')).toEqual([1, 3])
    },
  )

  it.skipIf(skip)('names a broken rule, without the values that broke it', async () => {
    const db = await openWithTable()
    const insert = () => write(db, () => db('t').insert({ x: 1, y: 424_242 }))
    await insert()
    const error = await insert().catch((error: unknown) => error)
    expect(error).toBeInstanceOf(Error)
    expect(error).not.toBeInstanceOf(AppError)
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain('424242')
  })

  it.skipIf(skip)('lets the event loop go on, however many ask at once', async () => {
    const db = await open()
    const askedInTurn: number[] = [0]
    let isAsking = true
    const nextTurn = () => {
      askedInTurn.push(0)
      if (isAsking) setImmediate(nextTurn)
    }
    const ask = () =>
      read(db, async () => {
        const until = performance.now() + 5
        while (performance.now() < until);
        askedInTurn.push(askedInTurn.pop()! + 1)
      })
    setImmediate(nextTurn)
    const arrivals = Array.from({ length: 30 }, async () => {
      await arrival()
      await ask()
    })
    await Promise.all(arrivals)
    isAsking = false
    expect(Math.max(...askedInTurn)).toBeLessThanOrEqual(2)
  })

  it.skipIf(skip)('wakes of a thousand that wait those that may run, in order', async () => {
    const db = await open()
    let wakeUps = 0
    const hook = createHook({
      init(_id, type) {
        if (type === 'Immediate') wakeUps += 1
      },
    })
    const ran: number[] = []
    const ask = (place: number) =>
      read(db, async () => {
        ran.push(place)
        const until = performance.now() + 0.4
        while (performance.now() < until);
      })
    const places = Array.from({ length: 1_000 }, (_, place) => place)
    await read(db, async () => {
      const until = performance.now() + 10
      while (performance.now() < until);
    })
    hook.enable()
    await Promise.all(places.map(ask))
    hook.disable()
    expect(ran).toEqual(places)
    expect(wakeUps).toBeLessThan(1_000)
  })

  it.skipIf(skip)('counts every rise when many transactions raise the same row', async () => {
    const db = await openWithTable()
    await db('t').insert({ x: 1, y: 0 })
    const raise = () =>
      transact(db, async (trx) => {
        const row = await trx('t').where({ x: 1 }).forUpdate().first()
        await trx('t')
          .where({ x: 1 })
          .update({ y: row.y + 1 })
      })
    await Promise.all(Array.from({ length: 30 }, raise))
    expect(await db('t').first()).toEqual({ x: 1, y: 30 })
  })
})
