import { describe, expect, it } from 'vitest'
import { isOpen, mayWatch, strictest, titleRuleOf } from '../../src/library/limits.ts'
import type { Limits } from '../../src/model/limits.ts'

const nothing: Limits = { maxAge: null, blockUnrated: false, blockedGenres: [] }
const rule = (limits: Partial<Limits>) => titleRuleOf({ ...nothing, ...limits })!
const rated = (age: number | null, ...foldedGenres: string[]) => ({ age, foldedGenres })

describe('A user may watch', () => {
  it.each([
    [{ maxAge: 13 }, rated(13), true],
    [{ maxAge: 13 }, rated(14), false],
    [{ maxAge: 0 }, rated(0), true],
    [{ maxAge: 13 }, rated(null), true],
    [{ maxAge: 13, blockUnrated: true }, rated(null), false],
    [{ blockUnrated: true }, rated(18), true],
    [{ blockedGenres: ['Horreur', 'Épouvante'] }, rated(0, 'drama', 'epouvante'), false],
    [{ blockedGenres: ['Horror'] }, rated(18, 'drama'), true],
  ] as const)('by %j what is %j: %s', (limits, title, may) => {
    expect(mayWatch(rule(limits), title)).toBe(may)
  })

  it('everything without limits', () => {
    expect([titleRuleOf(null), titleRuleOf(nothing)]).toEqual([null, null])
  })
})

describe('Of what several sources say of a title', () => {
  it('the strictest counts', () => {
    expect(strictest([rated(null, 'drama'), rated(7), rated(16, 'drama', 'horror')])).toEqual(
      rated(16, 'drama', 'horror'),
    )
    expect(strictest([])).toEqual(rated(null))
  })

  it.each([
    [{ maxAge: 13 }, rated(null, 'drama'), true],
    [{ maxAge: 13 }, rated(0), false],
    [{ blockedGenres: ['Horror'] }, rated(0), true],
    [{ blockedGenres: ['Horror'] }, rated(null, 'drama'), false],
  ] as const)('%j needs to know more than %j: %s', (limits, title, open) => {
    expect(isOpen(rule(limits), title)).toBe(open)
  })
})
