import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { jsonBody, utf8Of } from '../../src/http/json-body.ts'

const long = (element: unknown): readonly unknown[] => Array.from({ length: 30 }, () => element)
/** A character for each byte. */
const bytesOf = (body: string | Buffer): string =>
  (typeof body === 'string' ? Buffer.from(body) : body).toString('latin1')
const sent = (value: unknown): string => bytesOf(jsonBody(value))

const anything = fc.anything({ withDate: true, maxDepth: 2, maxKeys: 4 })

describe('A body of JSON', () => {
  it('has the bytes that JSON.stringify gives, wherever its lists are', () => {
    const lists = fc.array(anything, { maxLength: 40 })
    const values = fc.oneof(
      lists,
      fc.record({ a: lists, b: anything }),
      fc.dictionary(fc.string({ unit: 'binary' }), fc.oneof(lists, anything)),
      fc.record({ success: fc.boolean(), data: fc.record({ results: lists, other: anything }) }),
    )
    fc.assert(
      fc.property(values, (value) => {
        const whole = { ...(Array.isArray(value) ? {} : value), of: value, long: long(1) }
        expect(sent(whole)).toBe(bytesOf(JSON.stringify(whole)))
        expect(sent({ data: whole })).toBe(bytesOf(JSON.stringify({ data: whole })))
      }),
      { numRuns: 200 },
    )
  })

  it.each([
    ['emoji and half of one', long('👤 \ud83d')],
    ['what JSON cannot represent', long(undefined)],
    ['a record of nothing else', { a: undefined, b: { c: undefined }, d: long(0) }],
    ['an object with toJSON', { own: { toJSON: () => ({ list: long(1) }) }, list: long(0) }],
    ['an object with toJSON that answers nothing', { own: { toJSON: () => {} }, list: long(0) }],
    ['more than the buffer that is kept', { data: { results: long('ж'.repeat(100_000)) } }],
  ])('of %s is whole', (_what, value) => {
    expect(sent(value)).toBe(bytesOf(JSON.stringify(value)))
  })

  it('is bytes from the first long list on', () => {
    expect(jsonBody({ data: { results: long('a') } })).toBeInstanceOf(Buffer)
    expect(jsonBody({ data: { results: ['a'] } })).toBe('{"data":{"results":["a"]}}')
  })

  it('is not touched by the next one', () => {
    const first = jsonBody(long('first'))
    jsonBody(long('other'))
    expect(String(first)).toBe(JSON.stringify(long('first')))
  })
})

describe('Texts that follow each other', () => {
  it('are one piece of UTF-8', () => {
    expect(String(utf8Of(['{', '"👤":', '', 'é'.repeat(700_000), '}']))).toBe(
      `{"👤":${'é'.repeat(700_000)}}`,
    )
  })
})
