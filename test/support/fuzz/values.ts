import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'

/** Texts that have broken other programs: controls, lone surrogates, names of every object, numbers at the edge. */
const texts = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\r\nX-Injected: 1',
  '\u001b[31m',
  '\u007f',
  'ÿ',
  '\u2028',
  '\ufeff',
  '日本語',
  '😀',
  '\ud800',
  'x\udfff',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'undefined',
  'NaN',
  'true',
  '-1',
  '0',
  '1e999',
  '99999999999999999999999999',
  '2147483648',
  '-9007199254740993',
  '0x10',
  '../../etc/passwd',
  '..\\..\\x',
  '%00',
  '%zz',
  '<script>alert(1)</script>',
  "' OR 1=1 --",
  '%',
  '_',
  '{{ 1 }}',
  '${1}',
  '2015-01-01',
  '9999-99-99T99:99:99Z',
  '-271821-04-20T00:00:00Z',
  'tt1000000',
  'tt1000000:1:1',
  'tmdb:603',
  'http://127.0.0.1:1/manifest.json',
  'https://user:pa ss@höst.example/päth?q=ü#ß',
  'http://[::1',
  'javascript:alert(1)',
  'data:image/svg+xml;base64,AAAA',
  'x'.repeat(5_000),
  'é'.repeat(3_000),
  ','.repeat(3_000),
  '(a+)+$',
]

const numbers = [
  -1,
  -0,
  0,
  0.5,
  1,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53,
  2 ** 63,
  8.64e15,
  8.65e15,
  1e21,
  1e308,
  -1e308,
  5e-324,
]

export const hostileText: Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...texts) },
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
)

export const hostileNumber: Arbitrary<number> = fc.oneof(
  fc.constantFrom(...numbers),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
)

/** A JSON value of any kind; names of objects come from `names` half the time. */
export function hostileJson(names: readonly string[], maxDepth = 3): Arbitrary<unknown> {
  const name = names.length === 0 ? hostileText : fc.oneof(fc.constantFrom(...names), hostileText)
  return fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth, depthSize: 'small' },
      { weight: 3, arbitrary: hostileText },
      { weight: 2, arbitrary: hostileNumber },
      { weight: 2, arbitrary: fc.constantFrom<unknown>(null, true, false, [], {}) },
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(name, tie('value'), { maxKeys: 5 }),
    ),
  })).value
}
