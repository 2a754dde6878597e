import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  fromJsonBytes,
  isRecord,
  jsonBytes,
  listOf,
  parseJson,
  recordOf,
} from '../../src/core/json.ts'

describe('JSON that nobody vouches for', () => {
  it.each(['{"a":[1,null]}', 'null', '"text"', '0', ' [] '])('is the value of %s', (text) => {
    expect(parseJson(text)).toEqual(JSON.parse(text))
  })

  it.each(['', '{', "{'a':1}", 'undefined', '\ufeff1', '1 2'])('is nothing in %j', (text) => {
    expect(parseJson(text)).toBeUndefined()
  })

  it.each([
    ['"\\ud800"', '\ufffd'],
    ['"a\\uDFFFb"', 'a\ufffdb'],
    ['"\\ud83d\\ude00"', '😀'],
    ['"\\ud83d\\ud83d\\ude00"', '\ufffd😀'],
    ['"\\\\ud800"', '\\ud800'],
    ['"\\\\\\ud800"', '\\\ufffd'],
  ])('has no halves of surrogates: %s', (text, value) => {
    expect(parseJson(text)).toBe(value)
  })

  it('is what was written, but for such halves', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (text, rest) => {
        const written = `${text}\\${rest}`
        expect(parseJson(JSON.stringify(written))).toBe(written.toWellFormed())
      }),
    )
  })

  it('is a record where it has names, however hostile they are', () => {
    const hostile = parseJson('{"__proto__":{"a":1}}')
    expect(isRecord(hostile)).toBe(true)
    expect(Object.keys(recordOf(hostile))).toEqual(['__proto__'])
  })

  it.each([null, undefined, 1, 'text', true, [], [{}]])('is no record in %j', (value) => {
    expect(isRecord(value)).toBe(false)
    expect(recordOf(value)).toEqual({})
  })

  it.each([null, undefined, 'text', { length: 1 }])('is no list in %j', (value) => {
    expect(listOf(value)).toEqual([])
  })

  it('is the list itself', () => {
    const list = [1, [2]]
    expect(listOf(list)).toBe(list)
  })
})

describe('values kept as bytes', () => {
  it('come back as they were, also from a part of larger bytes', () => {
    const value = { name: 'Amélie 😀', list: [1, null, false] }
    const bytes = jsonBytes(value)
    expect(fromJsonBytes(bytes)).toEqual(value)
    const larger = new Uint8Array(bytes.length + 20)
    larger.set(bytes, 10)
    expect(fromJsonBytes(larger.subarray(10, 10 + bytes.length))).toEqual(value)
  })

  it('are an error where they are not JSON', () => {
    expect(() => fromJsonBytes(Buffer.from('{'))).toThrow(SyntaxError)
  })
})
