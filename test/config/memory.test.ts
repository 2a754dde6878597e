import { describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config/config.ts'
import {
  heapFlags,
  heapRoom,
  leastMemory,
  memoryCeiling,
  memoryShare,
  readMaxMemory,
} from '../../src/config/memory.js'

const mb = 2 ** 20
const gb = 1_024 * mb
const unbounded = 0
/** What version 1 of control groups says where it bounds nothing. */
const unboundedInVersion1 = 9_223_372_036_854_771_712

describe('the memory that one process may take', () => {
  it.each([
    ['a large machine', { total: 64 * gb, container: unbounded }, 640],
    ['a small machine, on which others live', { total: 2 * gb, container: unbounded }, 512],
    ['the smallest machine', { total: 512 * mb, container: unbounded }, 192],
    ['a container on a large machine', { total: 64 * gb, container: 512 * mb }, 410],
    ['a small container', { total: 64 * gb, container: 256 * mb }, 205],
    ['a large container', { total: 64 * gb, container: 8 * gb }, 640],
    ['a control group without a bound', { total: 2 * gb, container: unboundedInVersion1 }, 512],
    ['a control group bounded above the machine', { total: 2 * gb, container: 4 * gb }, 512],
  ])('on %s', (_where, machine, expected) => {
    expect(Math.round(memoryCeiling(machine, 1) / mb)).toBe(expected)
  })

  it('is shared by the processes of WORKERS, each with enough to work', () => {
    const machine = { total: 64 * gb, container: 2 * gb }
    expect(memoryCeiling(machine, 4)).toBeLessThan(memoryCeiling(machine, 2))
    expect(memoryCeiling(machine, 64)).toBe(leastMemory)
  })

  it('is what MAX_MEMORY says, more than usual or less', () => {
    expect(readConfig({ MAX_MEMORY: '2gb' }).memoryCeiling).toBe(2 * gb)
    expect(readConfig({ MAX_MEMORY: '256mb' }).memoryCeiling).toBe(256 * mb)
  })

  it('has a least size', () => {
    expect(readMaxMemory('192mb')).toBe(192 * mb)
    expect(readMaxMemory('191mb')).toBeNull()
  })
})

describe('what is made of it', () => {
  const megabytesOf = (flag: string, ceiling: number) =>
    Number(new RegExp(`--${flag}=(\\d+)`).exec(heapFlags(ceiling).join(' '))?.[1])

  it.each([192, 256, 320, 512, 640, 2_048])('leaves room for all else, at %i MB', (ceiling) => {
    const old = megabytesOf('max-old-space-size', ceiling * mb)
    const young = 3 * megabytesOf('max-semi-space-size', ceiling * mb)
    expect(old).toBeGreaterThanOrEqual(64)
    expect(old + young).toBeLessThan(ceiling - 50)
    expect(old).toBe(heapRoom(ceiling * mb) / mb)
  })

  it.each([
    [192, undefined],
    [410, undefined],
    [512, '50'],
    [640, '50'],
  ])('saves collections where there is room, at %i MB', (ceiling, percent) => {
    const flags = heapFlags(ceiling * mb).join(' ')
    expect(/--heap-growing-percent=(\d+)/.exec(flags)?.[1]).toBe(percent)
  })

  it('lets caches grow and shrink with it, within bounds', () => {
    expect(memoryShare(640 * mb)).toBe(1)
    expect(memoryShare(256 * mb)).toBeCloseTo(0.25)
    expect(memoryShare(192 * mb)).toBeLessThan(0.15)
    expect(memoryShare(64 * gb)).toBe(4)
  })
})
