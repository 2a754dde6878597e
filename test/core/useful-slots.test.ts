import { describe, expect, it } from 'vitest'
import { createUsefulSlots } from '../../src/core/useful-slots.ts'

type Works = readonly (readonly [count: number, tookMs: number])[]

/** How many are let in after so many pieces of work that took so long each. */
function slotsAfter(...works: Works): number {
  return after(works).count()
}

function after(works: Works) {
  let worked = 5_000
  const slots = createUsefulSlots({ workedMs: () => worked, patienceMs: 10, backlogMs: 640 })
  for (const [count, tookMs] of works) {
    for (let done = 0; done < count; done += 1) {
      worked += tookMs
      slots.ended()
    }
  }
  return slots
}

it('The work that may wait to be done is that of few large searches, or of many small ones', () => {
  expect(after([]).backlog()).toBe(32)
  expect(after([[100, 25]]).backlog()).toBe(32)
  expect(after([[100, 4]]).backlog()).toBe(160)
  expect(after([[100, 1]]).backlog()).toBeGreaterThanOrEqual(600)
})

describe('how many searches are let in at once', () => {
  it('are two while nothing is known', () => {
    expect(slotsAfter()).toBe(2)
  })

  it.each([
    [25, 1],
    [11, 1],
    [8, 2],
    [3, 4],
    [1.9, 6],
    [0.2, 8],
    [0, 8],
  ])('keep the processor busy where each takes %d ms of it: %i', (tookMs, expected) => {
    expect(slotsAfter([100, tookMs])).toBe(expected)
  })

  it('never hold back what the processor could do, however long each waits', () => {
    for (const tookMs of [1.5, 2, 3, 5, 8, 13, 20]) {
      const aSecond = (1_000 / 10) * slotsAfter([100, tookMs])
      expect(aSecond).toBeGreaterThanOrEqual(1_000 / tookMs - 1)
    }
  })

  it('change with what is asked for, within some searches', () => {
    expect(slotsAfter([100, 0.5], [16, 25])).toBe(1)
    expect(slotsAfter([100, 25], [30, 1])).toBeGreaterThanOrEqual(6)
  })

  it('are hardly fewer after other work between two searches', () => {
    expect(slotsAfter([100, 1], [1, 60_000])).toBeGreaterThanOrEqual(3)
    expect(slotsAfter([100, 1], [1, 60_000], [30, 1])).toBe(8)
  })
})
