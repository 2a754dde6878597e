import { describe, expect, it } from 'vitest'
import { attributeNames } from '../../src/search/filters/attributes.ts'
import { dedupe, limits } from '../../src/model/user-data/ordering.ts'
import { filters } from '../../src/model/user-data/filters.ts'
import { userDataSchema } from '../../src/model/user-data.ts'
import * as vocabulary from '../../src/model/vocabulary.ts'
import { compilePlan } from '../../src/search/plan.ts'
import { presets } from '../../src/web/pages/rules/presets.ts'
import * as page from '../../src/web/parts/vocabulary.ts'

describe('the words of the rules page', () => {
  it('are those of the service', () => {
    expect(vocabulary.languages).toEqual(expect.arrayContaining([...page.usualLanguages]))
    const markers = ['Multi', 'Dual Audio', 'Dubbed']
    expect([...page.languageCodes.keys(), ...markers].toSorted()).toEqual(
      vocabulary.languages.toSorted(),
    )
    expect(vocabulary.limitKeys).toEqual(Object.keys(limits.shape))
    const { mode } = dedupe.shape
    expect(page.dedupeKinds.toSorted()).toEqual(Object.keys(mode.unwrap().shape).toSorted())
  })

  it('leave no filter out', () => {
    const open = ['language', 'subtitle', 'service', 'indexer', 'releaseGroup', 'keyword', 'regex']
    const shown = [
      ...Object.keys(page.closedWords),
      ...open,
      ...page.rangeNames,
      ...page.matchNames,
      'expressions',
    ]
    expect(shown.toSorted()).toEqual(Object.keys(filters.shape).toSorted())
    expect(shown).toEqual(expect.arrayContaining([...attributeNames]))
  })

  it.each(Object.entries(presets))('begin with what can be saved: %s', (_, rules) => {
    expect(() => compilePlan(userDataSchema.parse(rules))).not.toThrow()
  })
})
