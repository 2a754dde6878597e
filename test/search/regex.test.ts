import fc from 'fast-check'
import { RE2JS } from 're2js'
import { describe, expect, it } from 'vitest'
import { createAutomaton } from '../../src/search/regex/automaton.ts'
import { patternsIn } from '../../src/search/regex/pattern-bits.ts'
import { createPatternSet } from '../../src/search/regex/pattern-set.ts'
import { compileProgram } from '../../src/search/regex/program.ts'

/** Numbers of the patterns that match any of the texts. */
function matches(patterns: readonly string[], ...texts: [string | null, ...(string | null)[]]) {
  return patternsIn(setOf(patterns).match(...(texts as [string | null])))
}

function setOf(patterns: readonly string[]) {
  return createPatternSet(patterns.map((pattern, index) => ({ pattern, path: `regex[${index}]` })))
}

function problemOf(...patterns: string[]): unknown {
  try {
    setOf(patterns)
  } catch (error) {
    return error
  }
  return null
}

const atoms =
  String.raw`a b A s 1 - . é 😀 [ab] [^a] [[:digit:]] \b \B \A \z \w \d \s \pL ^ $ (?m:^) (?m:$) (?s:.) (?i:k) (?i:s)`.split(
    ' ',
  )

describe('regular expressions', () => {
  it.each([
    ['a word between dots', String.raw`\bREMUX\b`, 'Film.2020.REMUX.mkv', true],
    ['a word that is part of another', String.raw`\bREMUX\b`, 'Film.REMUXED.mkv', false],
    ['another case', 'remux', 'Film.REMUX.mkv', false],
    ['another case where the pattern allows it', '(?i)remux', 'Film.REMUX.mkv', true],
    ['an optional character', '(?i)WEB-?DL', 'Film.WebDL.mkv', true],
    ['two words in their order', String.raw`(?i)\bDV\b.*\bHDR10\+?\b`, 'Film.DV.HDR10.mkv', true],
    ['two words in the other order', String.raw`(?i)\bDV\b.*\bHDR10\b`, 'Film.HDR10.DV.mkv', false],
    ['the end of the text', String.raw`\.avi$`, 'Film.avi', true],
    ['the end of the text, elsewhere', String.raw`\.avi$`, 'Film.avi.mkv', false],
    ['the start of the text', '^Film', 'A Film', false],
    ['a line of several', '(?m)^b$', 'a\nb\nc', true],
    ['a letter beyond ASCII in another case', '(?i)amélie', 'AMÉLIE', true],
    ['a class of Unicode', String.raw`^\p{Greek}+$`, 'Ωμέγα', true],
    ['a character beyond the first plane', '^.$', '🎬', true],
    ['nothing in nothing', '^$', '', true],
  ])('find %s', (_, pattern, text, expected) => {
    expect(matches([pattern], text)).toEqual(expected ? [0] : [])
  })

  it('tell which of many patterns match any of several texts', () => {
    const patterns = Array.from({ length: 75 }, (_, index) => `^name${index}$`)
    expect(matches(patterns, 'name0', null, 'name74')).toEqual([0, 74])
    expect(matches(patterns, 'name29', 'name30')).toEqual([29, 30])
    expect(matches(patterns, null)).toEqual([])
  })

  it('agree with the reference engine on any patterns and texts', () => {
    const atom = fc.constantFrom(...atoms)
    const { pattern } = fc.letrec<{ pattern: string; part: string }>((tie) => ({
      pattern: fc.array(tie('part'), { minLength: 1, maxLength: 4 }).map((parts) => parts.join('')),
      part: fc
        .tuple(
          fc.oneof(
            { maxDepth: 3 },
            atom,
            fc.tuple(tie('pattern'), tie('pattern')).map(([left, right]) => `(${left}|${right})`),
          ),
          fc.constantFrom('', '', '', '*', '+', '?', '{1,3}', '{2}'),
        )
        .map(([part, repeat]) => part + repeat),
    }))
    const text = fc
      .array(fc.constantFrom(...'abAB1é -_\n.sſkK'.split(''), '😀', '\ud83d'), { maxLength: 12 })
      .map((letters) => letters.join(''))

    fc.assert(
      fc.property(fc.array(pattern, { minLength: 1, maxLength: 40 }), text, (patterns, name) => {
        const valid = patterns.filter((one) => problemOf(one) === null)
        const expected = valid.flatMap((one, index) =>
          RE2JS.compile(one).test(name) ? [index] : [],
        )
        expect(matches(valid, name)).toEqual(expected)
      }),
      { numRuns: 150 },
    )
  })

  it('stay right when patterns multiply each other and their automata are split', () => {
    const words =
      'remux web hdr dv truehd atmos x265 hevc flux ntb dts aac imax proper repack'.split(' ')
    const patterns = words.flatMap((first, index) =>
      [3, 7].map((step) => `${first}.*${words[(index + step) % words.length]}`),
    )
    const set = setOf(patterns)
    const native = patterns.map((pattern) => new RegExp(pattern))
    for (let seed = 1; seed <= 2_000; seed++) {
      const name = choices(seed, 25, words).join('.')
      const expected = native.flatMap((one, index) => (one.test(name) ? [index] : []))
      expect(patternsIn(set.match(name))).toEqual(expected)
    }
  })

  it.each([
    ['look-ahead', '^(?=.*x)y', /look-ahead/],
    ['look-behind', '(?<!x)y', /look-behind/],
    ['a back-reference', String.raw`(a)\1`, /back-references/],
    ['an open bracket', '(a', /missing closing \)/],
    ['nested repeat counts that multiply', '(x{1000}){1000}', /too large/],
    ['one very large repeat count', 'x{1001}', /repeat/],
    ['deep nesting', '('.repeat(5_000) + ')'.repeat(5_000), /too large|deep/],
  ])('refuse %s and name the setting', (_, pattern, message) => {
    expect(problemOf('ok', pattern)).toMatchObject({
      path: 'regex[1]',
      message: expect.stringMatching(message),
    })
  })

  it('name all wrong patterns at once', () => {
    expect(problemOf('(a', 'ok', '[b')).toMatchObject({
      errors: [{ path: 'regex[0]' }, { path: 'regex[2]' }],
    })
  })

  it('refuse patterns that are too large together', () => {
    const patterns = Array.from({ length: 60 }, () => 'x{1000}y{1000}')
    expect(problemOf(...patterns)).toMatchObject({ message: expect.stringMatching(/together/) })
  })

  it('read the first 500 characters of a text', () => {
    expect(matches(['b'], `${'a'.repeat(499)}b`)).toEqual([0])
    expect(matches(['b'], `${'a'.repeat(500)}b`)).toEqual([])
  })

  it('answer for hostile patterns on hostile names, and go on answering for others', () => {
    const hostile = Array.from({ length: 40 }, (_, index) => `a[ab]{${100 + index}}b$`)
    const set = setOf([...hostile, 'plain'])
    for (let seed = 1; seed <= 3_000; seed++) {
      const bits = Array.from({ length: 300 }, (_, index) =>
        (seed * (index + 3) ** 2) % 7 < 3 ? 'a' : 'b',
      )
      set.match(bits.join(''))
    }
    // What the hostile names used up comes back with every further name.
    for (let rest = 0; rest < 2_000; rest++) set.match('short')
    expect(patternsIn(set.match('plain'))).toContain(40)
  })
})

describe('an automaton', () => {
  const patterns = ['a[ab]{12}c', '^b.*ca{2}', 'c[bc]{5,9}$', 'ab.ab.ab', '[^c]{14}', 'cab$']
  const program = compileProgram(patterns.map((pattern) => ({ pattern, path: pattern })))
  const texts = Array.from({ length: 400 }, (_, seed) =>
    choices(seed, 90, ['a', 'b', 'c']).join(''),
  )
  const expected = texts.map((text) =>
    patterns.flatMap((pattern, index) => (new RegExp(pattern).test(text) ? [index] : [])),
  )
  const found = (bits: number) => patternsIn(Int32Array.of(bits))

  it('spends no more work than there is, and says nothing it has not found', () => {
    const pool = { units: 5_000, floor: 1_000 }
    const automaton = createAutomaton(program, pool, 1 << 17)
    const answers = texts.map((text) => found(automaton.scan(text)))
    for (const [index, answer] of answers.entries()) {
      expect(expected[index]).toEqual(expect.arrayContaining(answer))
    }
    expect(answers.at(-1)).not.toEqual(expected.at(-1))
    expect(pool.units).toBeLessThanOrEqual(1_000)
    expect(pool.units).toBeGreaterThan(0)
    expect(automaton.spent()).toBeGreaterThan(3_500)
  })

  it('stays right when its table is full again and again', () => {
    const automaton = createAutomaton(program, { units: 1e9, floor: 0 }, 0)
    expect(new Set(expected.flat()).size).toBe(patterns.length)
    for (let round = 0; round < 2; round++) {
      expect(texts.map((text) => found(automaton.scan(text)))).toEqual(expected)
    }
  })
})

/** The same random choices for the same seed. */
function choices(seed: number, length: number, of: readonly string[]): (string | undefined)[] {
  let state = seed
  return Array.from({ length }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return of[Math.floor((state / 2 ** 32) * of.length)]
  })
}
