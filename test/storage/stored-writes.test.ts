import { expect, it } from 'vitest'
import { createStoredWrites } from '../../src/storage/repositories/stored-writes.ts'
import type { StoredChange } from '../../src/storage/repositories/stored-writes.ts'

const rowOf = (key: string, site = '') => ({
  key,
  body: Buffer.from(key),
  expires_at: Date.now() + 60_000,
  size: 1,
  site,
})

/** Writes that end one by one, when they are told to. */
function open() {
  const begun: { readonly keys: readonly string[]; readonly end: () => void }[] = []
  const writes = createStoredWrites((batch: readonly StoredChange[]) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    begun.push({ keys: batch.map(([key]) => key), end: resolve })
    return promise
  })
  const put = (key: string, site?: string) => writes.put(key, rowOf(key, site), { soon: true })
  const begins = async (count: number) => {
    await expect.poll(() => begun.length).toBe(count)
  }
  return { writes, begun, put, begins }
}

it('What is stored waits for its own write, and not for those that came during it', async () => {
  const { begun, put, begins } = open()
  const [first, second] = [put('first'), put('second')]
  await begins(1)
  let isLater = false
  const third = put('third').then(() => (isLater = true))
  begun[0]!.end()
  await Promise.all([first, second])
  expect(isLater).toBe(false)
  await begins(2)
  begun[1]!.end()
  await third
  expect(begun.map(({ keys }) => keys)).toEqual([['first', 'second'], ['third']])
})

it('What is forgotten is not on its way any more', async () => {
  const { writes, begun, put, begins } = open()
  const early = put('early', 'gone')
  await begins(1)
  const late = put('late', 'gone')
  let isForgotten = false
  const forgotten = writes.dropSite('gone').then(() => (isForgotten = true))
  await new Promise((resolve) => setImmediate(resolve))
  expect([isForgotten, writes.find('late')]).toEqual([false, null])
  begun[0]!.end()
  await Promise.all([early, forgotten])
  await begins(2)
  begun[1]!.end()
  await late
  expect(begun[1]!.keys).toEqual(['late'])
})
