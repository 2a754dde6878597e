import { expect, it } from 'vitest'
import { DetailPart } from '../../src/storage/repositories/plays/detail-parts.ts'
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
