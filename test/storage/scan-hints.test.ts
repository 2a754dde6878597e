import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openDatabase } from '../../src/storage/database.ts'
import { minuteOf, recently } from '../../src/storage/scan-hints.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const open = () => openDatabase({ dialect: 'sqlite', file: ':memory:' })

/** Answers how often it was asked. */
function counting() {
  let count = 0
  return async () => ++count
}

it('The same is found out once within a minute, and then anew', async () => {
  const [db, find] = [open(), counting()]
  expect(await recently(db, ['plays', [1, 2]], find)).toBe(1)
  vi.advanceTimersByTime(59_000)
  expect(await recently(db, ['plays', [1, 2]], find)).toBe(1)
  vi.advanceTimersByTime(2_000)
  expect(await recently(db, ['plays', [1, 2]], find)).toBe(2)
})

it('Something else, and another database, are found out by themselves', async () => {
  const [db, find] = [open(), counting()]
  expect(await recently(db, ['plays', [1, 2]], find)).toBe(1)
  expect(await recently(db, ['plays', [1], 2], find)).toBe(2)
  expect(await recently(open(), ['plays', [1, 2]], find)).toBe(3)
})

it.each([
  [false, 1],
  [0, 1],
  [null, 2],
])('Where it finds %s, it is asked %i times for two', async (found, times) => {
  const [db, find] = [open(), vi.fn<() => Promise<typeof found>>(async () => found)]
  expect(await recently(db, [], find)).toBe(found)
  expect(await recently(db, [], find)).toBe(found)
  expect(find).toHaveBeenCalledTimes(times)
})

it('What cannot be found out is tried again', async () => {
  const db = open()
  await expect(recently(db, [], () => Promise.reject(new Error('lost')))).rejects.toThrow('lost')
  expect(await recently(db, [], counting())).toBe(1)
})

it('Times of the same minute are the same', () => {
  expect(minuteOf(119_999)).toBe(minuteOf(60_000))
  expect(minuteOf(120_000)).not.toBe(minuteOf(119_999))
  expect(minuteOf(null)).toBeNull()
})
