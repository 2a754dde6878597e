import { expect, it } from 'vitest'
import type { Cache } from '../../../src/cache/cache.ts'
import { createMemoryCache } from '../../../src/cache/memory.ts'
import { createKeptLists } from '../../../src/services/versions/kept-lists.ts'
import { stream } from '../../support/streams.ts'

const hour = 3_600_000

function open(memoryShare: number) {
  const cache: Cache = createMemoryCache({ maxBytes: 2 ** 26 })
  const lists = createKeptLists(cache, hour, memoryShare)
  const add = (key: string, description: string) => {
    const version = { mark: 1, link: '', name: key, description, result: stream({}) }
    return lists.add(1, key, { lookedUpAt: Date.now(), cacheKey: '', versions: [version] })
  }
  const decoded = async (key: string) => (await lists.get(1, key))[0]?.versions
  return { add, decoded }
}

it('lists of versions stay decoded as far as their bytes allow, however many they are', async () => {
  const { add, decoded } = open(1)
  for (let item = 0; item < 500; item++) await add(`small ${item}`, 'a film')
  const first = await decoded('small 0')
  expect(first).toMatchObject([{ name: 'small 0' }])
  expect(await decoded('small 0')).toBe(first)
  const last = await decoded('small 499')
  for (let item = 0; item < 500; item++) await decoded(`small ${item}`)
  expect(await decoded('small 0')).toBe(first)
  expect(await decoded('small 499')).toBe(last)
})

it('small lists of versions are bounded, too', async () => {
  const { add, decoded } = open(1 / 1_600)
  for (let item = 0; item < 8; item++) await add(`small ${item}`, 'a film')
  const first = await decoded('small 0')
  for (let item = 1; item < 8; item++) await decoded(`small ${item}`)
  expect(await decoded('small 0')).not.toBe(first)
})

it('large lists of versions make room for each other, and are decoded again', async () => {
  const { add, decoded } = open(1 / 16)
  for (let item = 0; item < 8; item++) await add(`large ${item}`, 'x'.repeat(300_000))
  await add('larger than all', 'x'.repeat(2_000_000))
  const [first, last] = [await decoded('large 0'), await decoded('large 7')]
  expect(await decoded('large 7')).toBe(last)
  for (let item = 1; item < 8; item++) await decoded(`large ${item}`)
  const again = await decoded('large 0')
  expect(again).not.toBe(first)
  expect(again).toEqual(first)
  const whole = await decoded('larger than all')
  expect(whole).toHaveLength(1)
  expect(await decoded('larger than all')).not.toBe(whole)
})
