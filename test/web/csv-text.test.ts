import { expect, it } from 'vitest'
import { csvText } from '../../src/web/parts/csv-text.ts'

it('What the pages copy for a spreadsheet holds no formulas, and numbers as they are', () => {
  const lines = [
    ['Title', 'Plays'],
    ['=HYPERLINK("http://a.example")', -1],
    ['+1', 2],
    ['＝1+1', 3],
    ['Film, "two"', 4],
  ]
  expect(csvText(lines).split('\n')).toEqual([
    '"Title","Plays"',
    `"'=HYPERLINK(""http://a.example"")","-1"`,
    `"'+1","2"`,
    `"'＝1+1","3"`,
    '"Film, ""two""","4"',
  ])
})
