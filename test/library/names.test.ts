import { describe, expect, it } from 'vitest'
import { folded } from '../../src/core/folded-text.ts'
import { sortNameOf } from '../../src/library/names.ts'

describe('The name that a title is sorted by', () => {
  it.each([
    ['The Matrix', 'matrix'],
    ['A Bug’s Life', 'bug’s life'],
    ['An Éducation', 'education'],
    ['Theatre', 'theatre'],
    ['Rocky 2', 'rocky 0000000002'],
    ['12 Monkeys', '0000000012 monkeys'],
    ['  Amélie ', 'amelie'],
  ])('%s: %s', (name, expected) => {
    expect(sortNameOf(name)).toBe(expected)
  })

  it('folds plain names as it folds others', () => {
    const plain = Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at)).join('')
    expect(`${folded(plain)} e`).toBe(folded(`${plain} É`).trim())
    expect(folded(' \tTHE End\n')).toBe('the end')
  })

  it('puts 2 before 10', () => {
    expect(
      ['Rocky 10', 'Rocky 2'].toSorted((a, b) => (sortNameOf(a) < sortNameOf(b) ? -1 : 1)),
    ).toEqual(['Rocky 2', 'Rocky 10'])
  })

  it.each([
    ['ÀÉÎ õü Ç', 'aei ou c'],
    ['Straße', 'strasse'],
    ['STRAẞE', 'strasse'],
    ['Smørrebrød på Ærø', 'smorrebrod pa aero'],
    ['Łódź', 'lodz'],
    ['Þór', 'thor'],
    ['Đorđe', 'dorde'],
    ['İstanbul, ıslık', 'istanbul, islik'],
  ])('is told apart by neither case nor letters of one language: %s', (name, expected) => {
    expect(folded(name)).toBe(expected)
  })
})
