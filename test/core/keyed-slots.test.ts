import { expect, it } from 'vitest'
import { createKeyedSlots } from '../../src/core/keyed-slots.ts'

it('Slots of a key are free again when they are released, each once, and those of other keys stay', () => {
  const take = createKeyedSlots<string>(2, { message: 'full', retryAfter: 10 })
  const release = take('a')
  take('a')
  take('b')
  expect(() => take('a')).toThrow(
    expect.objectContaining({
      code: 'RATE_LIMIT_EXCEEDED',
      message: 'full',
      headers: { 'retry-after': '10' },
    }),
  )
  release()
  release()
  take('a')
  expect(() => take('a')).toThrow('full')
})
