import { describe, expect, it } from 'vitest'
import { createPressure } from '../../src/core/memory-pressure.ts'

const mb = 2 ** 20
const limits = { heapLimit: 140 * mb }
const calm = { ...limits, heapUsed: 60 * mb, buffers: 10 * mb }
const full = { ...limits, heapUsed: 130 * mb, buffers: 10 * mb }

const times = (count: number, figures: typeof calm) => Array.from({ length: count }, () => figures)

function after(looks: readonly (typeof calm)[]): boolean {
  const pressure = createPressure(256 * mb)
  for (const figures of looks) pressure.look(figures)
  return pressure.isTight()
}

describe('memory is short', () => {
  it('when the heap stays near its limit', () => {
    expect(after(times(5, full))).toBe(true)
  })

  it('when buffers beside the heap fill what is left', () => {
    expect(after(times(5, { ...calm, buffers: 170 * mb }))).toBe(true)
  })

  it('not while collections still find garbage', () => {
    expect(after([full, full, full, full, calm, full, full])).toBe(false)
  })

  it('no longer once there is room', () => {
    expect(after([...times(20, full), calm])).toBe(false)
  })

  it('not for objects alone in a process that may have more of them', () => {
    const large = { heapLimit: 4_096 * mb, heapUsed: 900 * mb, buffers: 20 * mb }
    expect(after(times(5, large))).toBe(false)
  })
})
