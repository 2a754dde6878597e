import type { AddressScope } from '../../../model/address-scope.ts'

/** The part of a path before the Jellyfin API's own path, and the rest. */
export type MediaAddress = {
  readonly path: string
  readonly query: string
  readonly scope: AddressScope | null
  /** The prefix, for addresses sent to this client. */
  readonly base: string
}

const uuid = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i
const token = /^[\w-]{67}$/
const older = /^(?:emby|mediabrowser)$/i

/** Splits `/`, `/<prefix>`, `/<prefix>/<uuid>/<encryptedPassword>`, `/<prefix>/u/<alias>` and `/<prefix>/p/<code>` off, each with or without `/emby`. */
export function readAddress(url: string, prefix: string): MediaAddress {
  const [rawPath, query] = splitOnce(unfolded(url))
  const parts = rawPath.split('/').filter((part) => part !== '')
  let used = 0
  let scope: AddressScope | null = null
  if (parts[0]?.toLowerCase() === prefix.toLowerCase()) {
    const [, first = '', second] = parts
    used = 1
    if (second !== undefined && first.toLowerCase() === 'u') {
      scope = { kind: 'alias', alias: decoded(second) }
      used = 3
    } else if (second !== undefined && first.toLowerCase() === 'p') {
      scope = { kind: 'personal', code: decoded(second) }
      used = 3
    } else if (second !== undefined && (uuid.test(first) || token.test(second))) {
      scope = { kind: 'configuration', uuid: decoded(first), secret: decoded(second) }
      used = 3
    }
  }
  const base = parts
    .slice(0, used)
    .map((part) => `/${part}`)
    .join('')
  const rest = parts.slice(older.test(parts[used] ?? '') ? used + 1 : used)
  return { path: `/${rest.join('/')}`, query, scope, base }
}

/** Some apps encode the question mark. */
function unfolded(url: string): string {
  return url.includes('?') ? url : url.replace(/%3f/i, '?')
}

function splitOnce(url: string): readonly [string, string] {
  const cut = url.indexOf('?')
  return cut < 0 ? [url, ''] : [url.slice(0, cut), url.slice(cut + 1)]
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
