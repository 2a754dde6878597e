import { describe, expect, it } from 'vitest'
import { createUploadSlots } from '../../../src/services/history-files/upload-slots.ts'

const refusal = { code: 'RATE_LIMIT_EXCEEDED', headers: { 'retry-after': '30' } }

describe('Slots for uploads', () => {
  const at = (address: string, configuration: number) => ({ configuration, client: { address } })

  it('of one configuration are two, until one is given back', () => {
    const take = createUploadSlots()
    const release = take(at('192.0.2.1', 1))
    take(at('192.0.2.2', 1))
    expect(() => take(at('192.0.2.3', 1))).toThrow(expect.objectContaining(refusal))
    release()
    take(at('192.0.2.3', 1))
  })

  it.each([
    { kind: 'an address', own: () => '192.0.2.1', other: '192.0.2.2' },
    {
      kind: 'a network of IPv6',
      own: (index: number) => `2001:db8::${index}`,
      other: '2001:db8:0:1::1',
    },
  ])('are not all for $kind with many configurations', ({ own, other }) => {
    const take = createUploadSlots()
    const releases = Array.from({ length: 4 }, (_, index) => take(at(own(index), index)))
    expect(() => take(at(own(4), 4))).toThrow(expect.objectContaining(refusal))
    take(at(other, 9))
    releases[0]!()
    take(at(own(4), 4))
  })

  it('are sixteen together', () => {
    const take = createUploadSlots()
    for (let index = 0; index < 16; index++) take(at(`192.0.2.${index}`, index))
    expect(() => take(at('192.0.2.99', 99))).toThrow(expect.objectContaining(refusal))
  })
})
