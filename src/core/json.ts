export type JsonRecord = Readonly<Record<string, unknown>>

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function recordOf(value: unknown): JsonRecord {
  return isRecord(value) ? value : {}
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** Reads what others wrote, undefined where it is no JSON. Half of a pair of surrogates becomes U+FFFD: no address can hold it. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(withoutHalves(text))
  } catch {
    return undefined
  }
}

const surrogates =
  /\\\\|\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|\\u[dD][89a-fA-F][\da-fA-F]{2}/g
const halfLength = 6

function withoutHalves(text: string): string {
  if (!text.includes('\\ud') && !text.includes('\\uD')) return text
  return text.replace(surrogates, (found) => (found.length === halfLength ? '\\ufffd' : found))
}

export function jsonBytes(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value))
}

/** Reads what `jsonBytes` wrote. Throws for anything else. */
export function fromJsonBytes(bytes: Uint8Array): unknown {
  return JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString())
}
