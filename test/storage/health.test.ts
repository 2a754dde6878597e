import { describe, expect, it } from 'vitest'
import { AppError } from '../../src/core/errors.ts'
import { databaseProblem } from '../../src/storage/health.ts'
import { createSettingsStore } from '../../src/storage/repositories/settings.ts'
import { dialects, sqlite } from '../support/dialects.ts'

const memory = { dialect: 'sqlite', file: ':memory:' } as const
const text = 'x'.repeat(60_000)

/** Changes until one is refused. */
async function untilRefused(change: (round: number) => Promise<unknown>): Promise<unknown> {
  for (let round = 0; round < 50; round++) {
    try {
      await change(round)
    } catch (error) {
      return error
    }
  }
  return null
}

describe.each(dialects)('a database on $name', ({ skip, open, openMigrated }) => {
  it.skipIf(skip)('has no problem as it is, and leaves no trace of having been asked', async () => {
    const db = await openMigrated()
    expect(await databaseProblem(db, memory)).toBeNull()
    expect(await db('settings')).toEqual([])
  })

  it.skipIf(skip)('that lacks migrations says so', async () => {
    expect(await databaseProblem(await open(), memory)).toMatch(/lacks migrations; restart/)
  })
})

describe('a database that takes no more', () => {
  it('because of a quota says so from the first refused change until there is room again', async () => {
    const db = await sqlite.openMigrated()
    const store = createSettingsStore(db)
    const [{ page_count: pages }] = await db.raw('pragma page_count')
    await db.raw(`pragma max_page_count = ${pages + 20}`)
    expect(await databaseProblem(db, memory)).toBeNull()
    const error = await untilRefused((round) => store.insertIfAbsent(`fact ${round}`, text))
    expect(error).toBeInstanceOf(AppError)
    expect(error).toMatchObject({
      status: 503,
      message: expect.stringMatching(/out of disk space/),
    })
    // Small changes may still find room in what is there.
    for (let again = 0; again < 2; again++) {
      expect(await databaseProblem(db, memory)).toMatch(/disk of the database is full/)
    }
    await db.raw(`pragma max_page_count = ${pages + 1_000}`)
    expect(await databaseProblem(db, memory)).toBeNull()
    expect(await db('settings').where({ name: 'write-probe' })).toEqual([])
  })

  it('because nobody may write says so', async () => {
    const db = await sqlite.openMigrated()
    await db.raw('pragma query_only = on')
    const store = createSettingsStore(db)
    expect(await untilRefused(() => store.insertIfAbsent('a', text))).toMatchObject({ status: 503 })
    expect(await databaseProblem(db, memory)).toBe('the database takes no changes')
    await db.raw('pragma query_only = off')
    expect(await databaseProblem(db, memory)).toBeNull()
  })
})
