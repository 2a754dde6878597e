import { isRecord } from '../core/json.ts'
import type { JsonRecord } from '../core/json.ts'

const usualSize = 2 ** 19
const mostBytesOfUnit = 3
const longList = 20
/** Answers hold their lists here: in the envelope's data. */
const deepestList = 2

const kept = Buffer.allocUnsafeSlow(usualSize)

/** Long lists as bytes, one element after another: a single character beyond Latin-1 doubles the string of a whole answer. */
export function jsonBody(value: unknown): string | Buffer {
  return hasLongList(value, deepestList)
    ? utf8Of(textsOf(value, deepestList))
    : JSON.stringify(value)
}

export function utf8Of(texts: Iterable<string>): Buffer {
  let buffer: Buffer = kept
  let length = 0
  for (const text of texts) {
    if (length + text.length * mostBytesOfUnit > buffer.length)
      buffer = copied(buffer.subarray(0, length), 2 * (length + Buffer.byteLength(text)))
    length += buffer.write(text, length)
  }
  return Buffer.from(buffer.subarray(0, length))
}

function copied(bytes: Buffer, size: number): Buffer {
  const larger = Buffer.allocUnsafeSlow(size)
  bytes.copy(larger)
  return larger
}

function hasLongList(value: unknown, depth: number): boolean {
  if (Array.isArray(value)) return value.length >= longList
  return (
    depth > 0 && isPlain(value) && Object.values(value).some((own) => hasLongList(own, depth - 1))
  )
}

function* textsOf(value: unknown, depth: number): Generator<string> {
  if (Array.isArray(value)) yield* textsOfList(value)
  else if (depth > 0 && isPlain(value)) yield* textsOfRecord(value, depth)
  else yield textOf(value) ?? 'null'
}

function* textsOfList(list: readonly unknown[]): Generator<string> {
  yield '['
  for (const [index, element] of list.entries()) {
    if (index > 0) yield ','
    yield textOf(element) ?? 'null'
  }
  yield ']'
}

function* textsOfRecord(record: JsonRecord, depth: number): Generator<string> {
  let before = '{'
  for (const [name, value] of Object.entries(record)) {
    const isNested = Array.isArray(value) || (depth > 1 && isPlain(value))
    const text = isNested ? null : textOf(value)
    if (text === undefined) continue
    yield `${before}${JSON.stringify(name)}:`
    before = ','
    if (text === null) yield* textsOf(value, depth - 1)
    else yield text
  }
  yield before === '{' ? '{}' : '}'
}

/** Undefined for what JSON cannot represent: null in lists, left out of records. */
function textOf(value: unknown): string | undefined {
  return JSON.stringify(value)
}

function isPlain(value: unknown): value is JsonRecord {
  return isRecord(value) && typeof value['toJSON'] !== 'function'
}
