import { expect, it } from 'vitest'
import { catalogResource } from '../../src/sources/stremio/resources.ts'
import { heapBytes } from '../support/heap-bytes.ts'
import { finished } from '../support/work.ts'

/** As objects its videos take 40 MB; the text takes 1.8. */
const body = Buffer.from(
  `{"metas":[{"id":"tt1","name":"A"},{"id":"tt2","name":"B","videos":[${'{},'.repeat(600_000)}{}]}]}`,
)

it('Titles of a catalog that are not read yet are kept as the bytes that came, and read from them', () => {
  const { reader } = catalogResource('movie', false, 1)
  const before = heapBytes()
  const { titles, unread } = finished(reader(body, 'films.example')).value
  expect(heapBytes() - before).toBeLessThan(2_000_000)
  expect(titles.map(({ name }) => name)).toEqual(['A'])
  expect(unread && finished(unread.read()).map(({ name }) => name)).toEqual(['B'])
})

it('They keep nothing of a larger buffer in which they came', async () => {
  const { reader } = catalogResource('movie', false, 1)
  const text = '{"metas":[{"id":"tt1","name":"A"},{"id":"tt2","name":"B"}]}'
  const read = () => {
    const large = Buffer.alloc(1_000_000, text)
    const { unread } = finished(reader(large.subarray(0, text.length), 'films.example')).value
    return { unread, buffer: new WeakRef(large.buffer) }
  }
  const { unread, buffer } = read()
  const isGone = () => {
    heapBytes()
    return buffer.deref() === undefined
  }
  await expect.poll(isGone).toBe(true)
  expect(unread && finished(unread.read()).map(({ name }) => name)).toEqual(['B'])
})
