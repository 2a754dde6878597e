import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseReleaseName } from '../../src/search/release-name/parse-release-name.ts'

const pieces = [
  'Lantern',
  'S01',
  'E02',
  'S01E02',
  '1x02',
  '2019',
  '1080p',
  'x264',
  'DD5',
  '1',
  '0',
  '5.1',
  '-',
  ' - ',
  '.',
  ' ',
  '_',
  '(',
  ')',
  '[',
  ']',
  '/',
  '+',
  ',',
  '~',
  '&',
  '#',
  ':',
  'FRENCH',
  'eng',
  'EN',
  'Season',
  'Episode',
  'Cap',
  'Сезон',
  '第',
  '季',
  'www',
  'com',
  'yts',
  'mkv',
  '.srt',
  'subs',
  'korsub',
  'The',
  'of',
  'to',
  'by',
  'OAK',
  '3D',
  '\u200b',
  "'",
  '🇬🇧',
]

const assembled = fc
  .array(fc.constantFrom(...pieces), { maxLength: 40 })
  .map((parts) => parts.join(''))

const arbitrary = fc.string({ unit: 'binary', maxLength: 400 })

/** What is wrong with the answer to a name; every answer keeps to these rules. */
function faultsOf(name: string): string[] {
  const file = parseReleaseName(name)
  const { title, releaseGroup, container, network, edition, seasons, episodes, date } = file
  const texts = [title, releaseGroup, container, network, edition]
  const isCounter = (value: number) => Number.isInteger(value) && value >= 0
  const rules = {
    'a text is empty': texts.includes(''),
    'a number is no counter': ![...seasons, ...episodes].every(isCounter),
    'a season is said twice': new Set(seasons).size < seasons.length,
    'an episode is said twice': new Set(episodes).size < episodes.length,
    'too many seasons': seasons.length > 200,
    'too many episodes': episodes.length > 4_000,
    'the date is malformed': date !== null && !/^\d{4}-\d{2}-\d{2}$/.test(date),
  }
  return Object.entries(rules).flatMap(([fault, isTrue]) =>
    isTrue ? [`${JSON.stringify(name)}: ${fault}`] : [],
  )
}

describe('any name', () => {
  it('is read when it is put together from real pieces', () => {
    expect(fc.sample(assembled, 2_000).flatMap(faultsOf)).toEqual([])
  })

  it('is read when it is arbitrary text', () => {
    expect(fc.sample(arbitrary, 500).flatMap(faultsOf)).toEqual([])
  })

  const units = ['(', '[', ')', 'S01', 'S01E01', '1x1x', '1.', '1-', 'E01-E99-', 'Season 1-99 ']
  it.each([...units, 'eng.', '5.1 ', 'www.', 'a/', "'", '\u0130', 'S01-', 'the ', '[a]'])(
    'is read when it repeats %j for 4,000 characters',
    (unit) => {
      const name = unit.repeat(4_000 / unit.length)
      const names = [name, `${name}.mkv`, `[Oak] ${name}`, `Lantern 2019 1080p ${name}`]
      expect(names.flatMap(faultsOf)).toEqual([])
    },
  )

  it('gives names of objects no power', () => {
    const file = parseReleaseName('__proto__.constructor.2019.toString.1080p-hasOwnProperty')
    expect(file).toMatchObject({
      title: 'proto constructor',
      year: 2019,
      resolution: '1080p',
      releaseGroup: 'hasOwnProperty',
    })
  })
})
