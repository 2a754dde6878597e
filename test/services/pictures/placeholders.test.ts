import { expect, it } from 'vitest'
import { createPlaceholders } from '../../../src/services/pictures/placeholders.ts'
import { asked } from '../../support/picture-host.ts'

it('A placeholder that could not be drawn once is drawn for the next one who asks', async () => {
  let drawings = 0
  const placeholders = createPlaceholders(async () => ({
    convert: () => Promise.reject(new Error('unused')),
    sizeOf: () => Promise.reject(new Error('unused')),
    blurHash: () => Promise.reject(new Error('unused')),
    async placeholder() {
      drawings += 1
      if (drawings === 1) throw new Error('no memory')
      return Buffer.from('drawn')
    },
  }))
  await expect(placeholders.of(asked)).rejects.toThrow('no memory')
  expect((await placeholders.of(asked))!.bytes.toString()).toBe('drawn')
  await placeholders.of(asked)
  expect(drawings).toBe(2)
})
