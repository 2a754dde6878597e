import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSealer } from '../../src/security/seal.ts'

const secretKey = randomBytes(32)
const sealer = createSealer(secretKey, 'test')
const plain = Buffer.from('the quick brown fox')

describe('a sealed value', () => {
  it('opens to what was sealed, at any size', () => {
    const sizes = fc.integer({ min: 0, max: 5_000 })
    fc.assert(
      fc.property(sizes, fc.boolean(), fc.string(), (size, noise, context) => {
        const value = noise ? randomBytes(size) : Buffer.alloc(size, 'text ')
        const opened = sealer.open(sealer.seal(value, context), context)
        expect(opened && Buffer.compare(opened, value)).toBe(0)
      }),
    )
  })

  it('opens with another sealer of the same key and purpose', () => {
    const again = createSealer(secretKey, 'test')
    expect(again.open(sealer.seal(plain, 'a'), 'a')).toEqual(plain)
  })

  it('differs each time and does not show its text', () => {
    const first = Buffer.from(sealer.seal(plain, ''))
    expect(first.equals(sealer.seal(plain, ''))).toBe(false)
    expect(first.includes('quick')).toBe(false)
  })

  it('is smaller than a large text', () => {
    const text = Buffer.from(JSON.stringify(Array.from({ length: 2_000 }, () => 'keyword')))
    expect(sealer.seal(text, '').length).toBeLessThan(text.length / 10)
  })

  it('keeps its size where it is packed already', () => {
    const text = Buffer.alloc(10_000, 'text ')
    const unpacked = createSealer(secretKey, 'test', { packs: false }).seal(text, '')
    expect(unpacked.length).toBeGreaterThan(text.length)
    expect(sealer.open(unpacked, '')).toEqual(text)
  })

  it('does not open to more than its reader takes', () => {
    for (const text of [Buffer.alloc(2_001, 'a'), randomBytes(1_001)]) {
      const sealed = sealer.seal(text, '')
      expect(sealer.open(sealed, '', text.length - 1)).toBeNull()
      expect(sealer.open(sealed, '', text.length)).toEqual(text)
    }
  })

  it.each([
    ['another key', () => createSealer(randomBytes(32), 'test'), 'a'],
    ['another purpose', () => createSealer(secretKey, 'other'), 'a'],
    ['another context', () => sealer, 'b'],
  ])('does not open with %s', (_, other, context) => {
    expect(other().open(sealer.seal(plain, 'a'), context)).toBeNull()
  })

  it('does not open when any byte was changed', () => {
    const sealed = sealer.seal(plain, 'a')
    for (const index of sealed.keys()) {
      const changed = Uint8Array.from(sealed)
      changed[index]! ^= 1
      expect(sealer.open(changed, 'a'), `byte ${index}`).toBeNull()
    }
  })

  it('does not open when it was cut, or something was added', () => {
    const sealed = Buffer.from(sealer.seal(plain, 'a'))
    for (let length = 0; length < sealed.length; length++)
      expect(sealer.open(sealed.subarray(0, length), 'a'), `${length} bytes`).toBeNull()
    expect(sealer.open(Buffer.concat([sealed, Buffer.from([0])]), 'a')).toBeNull()
  })
})

it('a key of the wrong length is refused', () => {
  expect(() => createSealer(randomBytes(16), 'test')).toThrow(/32 bytes/)
})
