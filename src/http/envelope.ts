import { LRUCache } from 'lru-cache'
import type { AppError } from '../core/errors.ts'

export const jsonType = 'application/json; charset=utf-8'

/** A success of `/api/v1`; `json` is its data as JSON text. */
export function successBody(detail: string | null, json: string): string {
  return `{"success":true,"detail":${JSON.stringify(detail)},"error":null,"data":${json}}`
}

/** From here on bytes are cheaper to send than text, which is encoded anew each time. */
const shortText = 2_000
const entryOverhead = 100

/** `successBody` for data that is asked for again and again: keeps what it made, up to some megabytes. */
export function createKeptEnvelopes(detail: string | null, maxMegabytes: number) {
  const kept = new LRUCache<string, string | Buffer>({
    maxSize: maxMegabytes * 2 ** 20,
    sizeCalculation: (envelope, json) => envelope.length + json.length + entryOverhead,
  })

  return (json: string): string | Buffer => {
    const known = kept.get(json)
    if (known !== undefined) return known
    const bytes = Buffer.from(successBody(detail, json))
    const text = bytes.length < shortText ? bytes.toString() : null
    const envelope = text?.length === bytes.length ? text : bytes
    kept.set(json, envelope)
    return envelope
  }
}

/** A failure of `/api/v1`. */
export function failureBody({ code, message }: Pick<AppError, 'code' | 'message'>): string {
  return JSON.stringify({ success: false, detail: null, error: { code, message }, data: null })
}
