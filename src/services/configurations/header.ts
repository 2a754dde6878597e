import { AppError } from '../../core/errors.ts'
import { isRecord } from '../../core/json.ts'
import type { JsonRecord } from '../../core/json.ts'

const maxLength = 524_288

/** Base64, also in the URL-safe alphabet, of a JSON object. Throws BAD_REQUEST. */
export function decodeUserDataHeader(value: string): JsonRecord {
  const decoded = value.length <= maxLength ? decode(value.trim()) : null
  if (isRecord(decoded)) return decoded
  throw new AppError(
    'BAD_REQUEST',
    'The x-service-user-data header must be the base64 text of a configuration, a JSON object in UTF-8',
  )
}

function decode(base64: string): unknown {
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(base64)) return null
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(base64, 'base64'))
    return JSON.parse(text)
  } catch {
    return null
  }
}
