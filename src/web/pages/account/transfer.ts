import type { Configuration } from '../../data/configuration.ts'

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
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
    const { data } = value as { data?: { userData?: Configuration } }
    return data?.userData ?? (value as Configuration)
  } catch {
    return null
  }
}

export type Difference = {
  readonly path: string
  readonly before: string | null
  readonly after: string | null
}

/** What differs, by path; null: absent. */
export function differences(before: unknown, after: unknown, path = ''): Difference[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return []
  if (!isTree(before) || !isTree(after))
    return [{ path, before: shown(before), after: shown(after) }]
  const keys = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...keys].flatMap((key) => {
    const step = Array.isArray(after) ? `[${key}]` : path === '' ? key : `.${key}`
    return differences(before[key], after[key], path + step)
  })
}

function isTree(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function shown(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value)
}
