import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  DetailPart,
  readAsked,
  readDetails,
  titleNumbersOf,
} from '../../src/storage/repositories/plays/detail-parts.ts'
import { monthOf } from '../../src/storage/repositories/plays/sums.ts'
import { countLooks } from '../support/count-looks.ts'
import { somePlays } from '../support/plays.ts'

const startedAt = Date.UTC(2025, 1, 3)
const [play] = somePlays(1, startedAt, startedAt + 60_000)
const plays = 5_000

/** How often groups of titles and traits are looked at while plays are counted. */
function looksOf(own: (index: number) => { title_key: string; client: string }): number {
  const part = new DetailPart(monthOf(startedAt), 0)
  const looks = countLooks(part['groups'])
  for (let index = 0; index < plays; index++) {
    part.add({ ...play!, id: index, item_key: `item${index}`, ...own(index) })
  }
  expect(part.cellCount).toBe(plays)
  return looks()
}

it('Many titles of few traits are found as soon as many traits of few titles', () => {
  const ofOneTitle = looksOf((index) => ({ title_key: 'tt1', client: `App ${index}` }))
  const shapes = [1, 5, 70].map((traits) =>
    looksOf((index) => {
      return { title_key: `tt${Math.floor(index / traits)}`, client: `App ${index % traits}` }
    }),
  )
  expect(Math.max(...shapes)).toBeLessThan(1.5 * ofOneTitle)
})

it('Traits are read as they were written, whatever the names of apps and devices', () => {
  const marks = ['],"places":[[0,1]],"titles":[7]', '\\"],"titles":[', ']', '😀\u2028', '']
  const name = fc.oneof(fc.constantFrom(...marks), fc.string({ unit: 'binary' }))
  const title = fc.constantFrom('tt1', 'tt2', 'tt3')
  const numbers = new Map([
    ['tt1', 1],
    ['tt2', 1_234],
    ['tt3', 20],
  ])
  fc.assert(
    fc.property(fc.array(fc.tuple(name, name, title), { minLength: 1 }), (names) => {
      const part = new DetailPart(monthOf(startedAt), 0)
      for (const [client, device_name, title_key] of names) {
        part.add({ ...play!, id: 1, client, device_name, title_key })
      }
      const row = part.encode(numbers)
      const { traits, titles } = readDetails(row)
      expect(readAsked(row, [])).toEqual(traits)
      expect(titleNumbersOf(row)).toEqual(titles)
      const [client] = names[0]!
      const asked = readAsked(row, [{ column: 'client', values: new Set([client]) }])
      expect(asked).toEqual(traits.map((own) => (own.client === client ? own : null)))
    }),
  )
})
