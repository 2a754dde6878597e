import { describe, expect, it } from 'vitest'
import type { Stream } from '../../src/model/search-result.ts'
import { compileExpressions } from '../../src/search/expressions/expressions.ts'
import { createFilter } from '../../src/search/steps/filter.ts'
import { query, stream } from '../support/streams.ts'

const film = stream({
  filename: 'Film.2020.2160p.BluRay.REMUX.DV.mkv',
  size: 50 * 2 ** 30,
  seeders: 12,
  service: 'torbox',
  cached: true,
  languages: ['English', 'French'],
  type: 'debrid',
  parsedFile: {
    title: 'Film',
    year: 2020,
    seasons: [1, 2],
    resolution: '2160p',
    quality: 'BluRay REMUX',
    visualTags: ['DV', 'HDR10'],
    releaseGroup: 'GROUP',
  },
})
const search = query({ type: 'series', season: 2, episode: 3, year: 2019 })

function holds(expression: string, one: Stream = film, asked = search): boolean {
  const [compiled] = compileExpressions([{ expression, path: 'expression' }])
  return compiled!(one, asked)
}

function problemOf(...expressions: string[]): unknown {
  try {
    compileExpressions(expressions.map((expression, index) => ({ expression, path: `[${index}]` })))
  } catch (error) {
    return error
  }
  return null
}

describe('expressions', () => {
  it.each([
    ['size > 40 * GB', true],
    ['size > 60 * GB', false],
    ['size >= 50 * 1024 * 1024 * 1024', true],
    ['size / GB == 50', true],
    ['height >= 1080 && quality == "BluRay REMUX"', true],
    ['resolution in ["1080p", "720p"]', false],
    ['"DV" in visualTags && !("SDR" in visualTags)', true],
    ['languages.exists(l, l.startsWith("Fr"))', true],
    ['languages.all(l, l == "French")', false],
    ['visualTags.filter(t, t.contains("HDR")).size() == 1', true],
    ['size(languages) == 2', true],
    ['2 in seasons && !(3 in seasons)', true],
    ['year in [2019, 2020]', true],
    ['cached && service == "torbox" && streamType == "debrid"', true],
    ['releaseGroup.lowerAscii() == "group"', true],
    ['query.type == "series" && query.season == 2', true],
    ['query.season in seasons', true],
    ['year - query.year <= 1', true],
    ['seeders > 10 ? cached : uncached', true],
    ['filename.matches("\\\\bREMUX\\\\b")', true],
    ['filename.matches("(?i)hdtv") || title.matches("^Film$")', true],
  ])('%s: %s', (expression, expected) => {
    expect(holds(expression)).toBe(expected)
  })

  it.each([
    ['seeders < 5', false],
    ['seeders > 5', false],
    ['seeders == 0', false],
    ['!(seeders >= 0)', true],
    ['resolution == "" && filename == "" && service == ""', true],
    ['cached || uncached', false],
    ['languages.size() == 0 && !("English" in languages)', true],
    ['query.season == 1', false],
  ])('of a result that says nothing: %s is %s', (expression, expected) => {
    expect(holds(expression, stream(), query())).toBe(expected)
  })

  it('count as not met where evaluating them fails, and never throw', () => {
    expect(holds('1 / 0 == 1')).toBe(false)
    expect(holds('!(1 / 0 == 1)')).toBe(false)
    expect(holds('1 / 0 == 1 || cached')).toBe(true)
  })

  it('evaluate every stream on its own', () => {
    const [big, cached] = compileExpressions([
      { expression: 'size > 10 * GB', path: 'a' },
      { expression: 'cached', path: 'b' },
    ])
    const small = stream({ size: 1, cached: true })
    expect([big!(film, search), cached!(small, search), big!(small, search)]).toEqual([
      true,
      true,
      false,
    ])
  })

  it.each([
    ['what is no expression', 'size >', /not a valid expression/],
    ['unknown names', 'foo == 1', /Unknown variable: foo/],
    ['unknown fields of the query', 'query.foo == 1', /foo/],
    ['names of object properties', 'constructor == 1', /constructor/],
    ['comparisons of different types', 'size > "big"', /double > string/],
    ['`type`, with a hint', 'type == "p2p"', /use streamType/],
    ['a method of `type`, with a hint', 'type.startsWith("p")', /use streamType/],
    ['`type` alone, with a hint', 'type', /use streamType/],
    ['what is no yes-or-no question', 'size', /must be true or false, but is of type double/],
    ['functions that are not available', 'dyn(1) == 1', /cannot use dyn\(\)/],
    ['building larger values', 'languages.map(l, l + l).size() > 0', /cannot use map\(\)/],
    ['bindings', 'cel.bind(a, 1, a == 1)', /cannot use bind\(\)/],
    ['places of lists, which may be missing', 'languages[0] == "x"', /cannot use \[\]/],
    ['patterns that are not written out', 'filename.matches(title)', /needs a text in quotes/],
    ['patterns of another dialect', 'filename.matches("(?=a)")', /look-ahead/],
    ['loops in loops', 'flags.all(a, flags.all(b, flags.all(c, a == c)))', /too costly/],
    ['long lists', `1 in [${Array(300).fill('1').join()}]`, /maxListElements/],
    ['deep nesting', `${'('.repeat(500)}true${')'.repeat(500)}`, /maxDepth/],
  ])('refuse %s and name the setting', (_, expression, message) => {
    expect(problemOf('cached', expression)).toMatchObject({
      path: '[1]',
      message: expect.stringMatching(message),
    })
  })

  it('are refused where all of them together are too costly', () => {
    const loop = 'languages.exists(l, l == "English")'
    expect(problemOf(...Array<string>(20).fill(loop))).toBeNull()
    expect(problemOf(...Array<string>(200).fill(loop))).toMatchObject({
      message: expect.stringMatching(/costly together/),
    })
  })

  it('use the linear-time engine for patterns', () => {
    const name = stream({ filename: `${'a'.repeat(400)}!` })
    expect(holds('filename.matches("(a+)+$")', name)).toBe(false)
  })
})

describe('filtering by expressions', () => {
  const reasonFor = (expressions: { require?: string[]; exclude?: string[] }) =>
    createFilter({ expressions })([film], search).dropped[0]?.reason ?? null

  it('drops what an exclude expression describes', () => {
    expect(reasonFor({ exclude: ['size > 60 * GB', 'cached'] })).toBe('excluded by expression 2')
    expect(reasonFor({ exclude: ['size > 60 * GB'] })).toBeNull()
  })

  it('keeps what meets all require expressions', () => {
    expect(reasonFor({ require: ['cached', 'height == 2160'] })).toBeNull()
    expect(reasonFor({ require: ['cached', 'height == 1080'] })).toBe(
      'required expression 2 not met',
    )
  })
})
