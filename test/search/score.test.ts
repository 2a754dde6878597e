import { describe, expect, it } from 'vitest'
import type { FilterSettings } from '../../src/model/user-data.ts'
import { createScorer } from '../../src/search/steps/score.ts'
import { query, stream } from '../support/streams.ts'

type Prefer = NonNullable<FilterSettings['regex']>['prefer']

function scoreByName(prefer: Prefer, filename: string | null, folderName: string | null = null) {
  const [scored] = createScorer({ regex: { prefer } })([stream({ filename, folderName })], query())
  return { score: scored!.regexScore, names: scored!.regexNames }
}

describe('scoring by preferred regular expressions', () => {
  it('counts texts by their position, the first highest', () => {
    const prefer = ['REMUX', 'BluRay', 'WEB']
    expect(scoreByName(prefer, 'Film.REMUX')).toEqual({ score: 3, names: ['REMUX'] })
    expect(scoreByName(prefer, 'Film.WEB')).toEqual({ score: 1, names: ['WEB'] })
    expect(scoreByName(prefer, 'Film.BluRay.REMUX')).toEqual({
      score: 5,
      names: ['REMUX', 'BluRay'],
    })
    expect(scoreByName(prefer, 'Film')).toEqual({ score: 0, names: [] })
  })

  it('takes given scores and names, and lists the names best first', () => {
    const prefer = [
      { pattern: 'x265', score: 5, name: 'small' },
      { pattern: 'DV', score: 50, name: 'vision' },
      { pattern: 'CAM', score: -100 },
      { pattern: 'mkv' },
    ]
    expect(scoreByName(prefer, 'Film.x265.DV.mkv')).toEqual({
      score: 56,
      names: ['vision', 'small', 'mkv'],
    })
    expect(scoreByName(prefer, 'Film.CAM')).toEqual({ score: -100, names: ['CAM'] })
  })

  it('looks at file and folder name, each expression counting once', () => {
    expect(scoreByName(['REMUX'], 'Film.REMUX.mkv', 'Film.REMUX')).toEqual({
      score: 1,
      names: ['REMUX'],
    })
    expect(scoreByName(['REMUX'], null, 'Film.REMUX')).toEqual({ score: 1, names: ['REMUX'] })
  })

  it('scores more expressions than one word of bits holds', () => {
    const prefer = Array.from({ length: 70 }, (_, index) => ({
      pattern: `^n${index}$`,
      score: index,
    }))
    expect(scoreByName(prefer, 'n69', 'n31')).toEqual({ score: 100, names: ['^n69$', '^n31$'] })
    expect(scoreByName(prefer, 'n2')).toEqual({ score: 2, names: ['^n2$'] })
  })
})

describe('scoring by expressions', () => {
  const score = [
    { expression: 'size > 10 * GB', score: 10 },
    { expression: '"DV" in visualTags', score: 5 },
    { expression: 'uncached', score: -20 },
  ]

  it.each([
    [{ size: 20 * 2 ** 30 }, 10],
    [{ size: 20 * 2 ** 30, parsedFile: { visualTags: ['DV'] } }, 15],
    [{ cached: false }, -20],
    [{}, 0],
  ] as const)('gives %j %s points', (one, expected) => {
    const [scored] = createScorer({ expressions: { score } })([stream(one)], query())
    expect(scored!.expressionScore).toBe(expected)
  })
})

describe('the scorer', () => {
  it('hands the same array on where there is nothing to score by', () => {
    const streams = [stream()]
    expect(createScorer(undefined)(streams, query())).toBe(streams)
    expect(createScorer({ regex: { exclude: ['x'], prefer: ['', ' '] } })(streams, query())).toBe(
      streams,
    )
  })

  it('leaves everything else of a stream as it is', () => {
    const one = stream({ filename: 'Film.REMUX', seeders: 3 })
    const [scored] = createScorer({ regex: { prefer: ['REMUX'] } })([one], query())
    expect(scored).toEqual({ ...one, regexScore: 1, regexNames: ['REMUX'] })
    expect(one.regexScore).toBe(0)
  })

  it('names all settings that cannot be used', () => {
    const filters = {
      regex: { prefer: ['ok', { pattern: '(a' }] },
      expressions: { score: [{ expression: 'size', score: 1 }] },
    }
    expect(() => createScorer(filters)).toThrow(
      expect.objectContaining({
        errors: [
          expect.objectContaining({ path: 'filters.regex.prefer[1]' }),
          expect.objectContaining({ path: 'filters.expressions.score[0].expression' }),
        ],
      }),
    )
  })
})
