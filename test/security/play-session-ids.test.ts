import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createItemIds, createPlaySessionIds } from '../../src/security/item-ids.ts'
import { itemRef } from '../support/library-item.ts'

const key = Buffer.alloc(32, 1)
const ids = createPlaySessionIds(key)

describe('The id of a play', () => {
  it('tells the version that was offered, on every node, in any spelling', () => {
    const other = createPlaySessionIds(key)
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 32 - 1 }), (version) => {
        const id = ids.encode(version)
        expect(id).toMatch(/^[\da-f]{32}$/)
        const dashed = id.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-').toUpperCase()
        expect([other.decode(id), other.decode(dashed)]).toEqual([version, version])
      }),
    )
  })

  it('is another one each time', () => {
    expect(new Set(Array.from({ length: 1_000 }, () => ids.encode(7))).size).toBe(1_000)
  })

  it('tells nothing where this service did not make it', () => {
    const foreign = createPlaySessionIds(Buffer.alloc(32, 2)).encode(7)
    const item = createItemIds(key).encode(itemRef())
    for (const text of ['', 'x', foreign, item, `${ids.encode(7)}0`, '0'.repeat(32)]) {
      expect(ids.decode(text)).toBeNull()
    }
  })
})
