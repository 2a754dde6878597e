import { describe, expect, it } from 'vitest'
import { isSame } from '../../src/web/data/differences.ts'
import { fromParent, merged, withOwnValue } from '../../src/web/pages/rules/inherited.ts'
import { rulesOf, valueAt, withRules, withValue } from '../../src/web/pages/rules/rules.ts'
import type { Path, Rules } from '../../src/web/pages/rules/rules.ts'
import { nextDraft } from '../../src/web/pages/rules/next-draft.ts'

type State = Parameters<typeof nextDraft>[0]

const begin = (now: Rules): State => ({ past: [], now, future: [], last: null })
const empty = begin({})
const set = (state: State, path: Path, value: unknown) =>
  nextDraft(state, { kind: 'set', rules: withValue(state.now, path, value) })
const undone = (state: State) => nextDraft(state, { kind: 'undo' })

/** The rules with another text at the end of a path. */
function replaced(rules: object, path: Path, text: string): Rules {
  const copy = structuredClone(rules) as Rules
  const holder = valueAt(copy, path.slice(0, -1)) as Record<string, unknown>
  holder[String(path.at(-1))] = text
  return copy
}

describe('a draft of rules', () => {
  it('goes back and forth', () => {
    const one = set(empty, ['limits', 'total'], 5)
    const two = set(one, ['limits', 'total'], 9)
    const back = undone(two)
    expect(back.now).toEqual({ limits: { total: 5 } })
    expect(nextDraft(back, { kind: 'redo' }).now).toEqual(two.now)
    expect(undone(undone(back)).now).toEqual({})
  })

  it('forgets what was undone once something else is changed', () => {
    const back = undone(set(empty, ['limits', 'total'], 5))
    expect(set(back, ['limits', 'source'], 1).future).toEqual([])
  })

  it.each([
    ['a template', { formatter: { name: '', description: 'b' } }, ['formatter', 'name']],
    [
      'a line of points',
      { filters: { expressions: { score: [{ expression: '', score: 5 }] } } },
      ['filters', 'expressions', 'score', 0, 'expression'],
    ],
  ])('takes typing in %s as one step', (_what, rules, path) => {
    const typed = ['a', 'ab', 'abc'].reduce(
      (state, text) => nextDraft(state, { kind: 'set', rules: replaced(rules, path, text) }),
      begin(rules),
    )
    expect(typed.past).toEqual([rules])
    expect(undone(typed).now).toEqual(rules)
  })

  it('leaves no empty parts behind', () => {
    const rules = withValue({}, ['filters', 'quality', 'exclude'], ['CAM'])
    expect(withValue(rules, ['filters', 'quality', 'exclude'], [])).toEqual({})
  })

  it('leaves the rest of the configuration as it is', () => {
    const configuration = { name: 'Home', limits: { total: 5 }, catalogs: { x: 1 } }
    expect(rulesOf(configuration)).toEqual({ limits: { total: 5 } })
    expect(withRules(configuration, { sort: { global: [] } })).toEqual({
      name: 'Home',
      catalogs: { x: 1 },
      sort: { global: [] },
    })
  })

  it('is the same whatever the order of its keys', () => {
    expect(isSame({ a: 1, b: [2] }, { b: [2], a: 1 })).toBe(true)
    expect(isSame({ b: [1, 2] }, { b: [2, 1] })).toBe(false)
  })
})

describe('rules below a parent configuration', () => {
  const parent = {
    filters: { quality: { exclude: ['CAM', 'TS'] }, size: { max: 9 } },
    sort: { global: [{ by: 'size' }] },
    formatter: { id: 'plain' },
  }
  const own = { filters: { size: { max: 4 } }, limits: { total: 3 } }

  it("are the own ones on top of the parent's, list by list", () => {
    expect(merged(parent, own)).toEqual({
      filters: { quality: { exclude: ['CAM', 'TS'] }, size: { max: 4 } },
      sort: { global: [{ by: 'size' }] },
      formatter: { id: 'plain' },
      limits: { total: 3 },
    })
    expect(merged(parent, { formatter: { name: 'x' } }).formatter).toEqual({ name: 'x' })
  })

  it('are told apart by what the configuration says itself', () => {
    const { filters, ...others } = parent
    expect(fromParent(merged(parent, own), own)).toEqual({
      filters: { quality: filters.quality },
      ...others,
    })
  })

  it("keep a list that was emptied, since the parent's would come back", () => {
    const path = ['filters', 'quality', 'exclude']
    const emptied = withOwnValue({}, path, [], parent)
    expect(valueAt(merged(parent, emptied), path)).toEqual([])
    expect(withOwnValue({}, path, [], {})).toEqual({})
  })
})
