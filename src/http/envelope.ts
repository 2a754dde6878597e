import { LRUCache } from 'lru-cache'
import { compactBytes } from '../core/compact-bytes.ts'
import type { AppError } from '../core/errors.ts'

export const jsonType = 'application/json; charset=utf-8'

export function successBody(detail: string | null, json: string): string {
  return `{"success":true,"detail":${JSON.stringify(detail)},"error":null,"data":${json}}`
}

const comma = 0x2c

/** An envelope around a list of values that are JSON already. */
export function successListBody(detail: string | null, values: readonly Buffer[]): Buffer {
  const end = ']}'
  const start = Buffer.from(successBody(detail, '[]').slice(0, -end.length))
  const length = values.reduce((sum, value) => sum + value.length + 1, start.length + end.length)
  const body = Buffer.allocUnsafe(length)
  let at = start.copy(body)
  for (const value of values) {
    at = body.writeUInt8(comma, at + value.copy(body, at))
  }
  if (values.length > 0) at--
  at += body.write(end, at)
  return body.subarray(0, at)
}

/** Longer text is cached as bytes, which saves encoding it for each answer. */
const shortText = 2_000
export const entryOverhead = 100

/** Caches envelopes of frequent answers; `maxSize` in bytes. */
export function createKeptEnvelopes(detail: string | null, maxSize: number) {
  const kept = new LRUCache<string, string | Buffer>({
    maxSize,
    sizeCalculation: (envelope) => envelope.length + entryOverhead,
  })

  return {
    get: (key: string): string | Buffer | undefined => kept.get(key),
    keep(key: string, json: string): string | Buffer {
      const bytes = Buffer.from(successBody(detail, json))
      const text = bytes.length < shortText ? bytes.toString() : null
      const envelope = text?.length === bytes.length ? text : compactBuffer(bytes)
      kept.set(key, envelope)
      return envelope
    },
  }
}

export function compactBuffer(bytes: Buffer): Buffer {
  const { buffer, byteOffset, byteLength } = compactBytes(bytes)
  return Buffer.from(buffer, byteOffset, byteLength)
}

export function failureBody({ code, message }: Pick<AppError, 'code' | 'message'>): string {
  return JSON.stringify({ success: false, detail: null, error: { code, message }, data: null })
}
