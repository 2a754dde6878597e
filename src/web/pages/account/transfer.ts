import type { Configuration } from '../../data/configuration.ts'
import { Failure } from '../../data/failure.ts'

/** The service takes no larger configuration. */
const maxBytes = 2 ** 20
const maxFileBytes = 8 * maxBytes

/** The text of a file, which may be indented; throws a failure if the configuration is too large. */
export async function textOf(file: File): Promise<string> {
  if (file.size > maxFileBytes) throw tooLarge()
  const text = await file.text()
  const read = readConfiguration(text)
  const sent = new TextEncoder().encode(read ? JSON.stringify(read) : text)
  if (sent.length > maxBytes) throw tooLarge()
  return text
}

function tooLarge(): Failure {
  return new Failure('PAYLOAD_TOO_LARGE', '')
}

/** With the ids that rules may mean where these are not what sources get by their places elsewhere. */
export function withSourceIds(configuration: Configuration, ids: readonly string[]): Configuration {
  const { sources = [], ...others } = configuration
  const rules = JSON.stringify(others)
  const isPlain = ids.every((id, index) => id === `#${index + 1}` && !rules.includes(id))
  if (isPlain || sources.length === 0) return configuration
  return {
    ...configuration,
    sources: sources.map((source, index) => ({ ...source, id: source.id ?? ids[index]! })),
  }
}

/** Without what a search does not read: with pictures of users a header would be too long. */
export function forSearch(configuration: Configuration): Configuration {
  const { mediaServer: _users, catalogs: _catalogs, ...others } = configuration
  return others
}

export function toBase64(value: object): string {
  const bytes = new TextEncoder().encode(JSON.stringify(value))
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

function fromBase64(text: string): string {
  const bytes = Uint8Array.from(atob(text.replaceAll(/\s/g, '')), (sign) => sign.charCodeAt(0))
  return new TextDecoder().decode(bytes)
}

/** JSON or base64 of it; null for anything but an object. An answer of REST may be pasted whole. */
export function readConfiguration(text: string): Configuration | null {
  try {
    const json = text.trimStart().startsWith('{') ? text : fromBase64(text)
    const value: unknown = JSON.parse(json)
    if (!isObject(value)) return null
    const inner = isObject(value['data']) ? value['data']['userData'] : undefined
    const found = inner ?? value
    return isObject(found) ? found : null
  } catch {
    return null
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
