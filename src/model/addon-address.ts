import { UpstreamError } from '../core/upstream-error.ts'

/** Where a Stremio source lives. Everything but `host` may hold secrets. */
export type AddonAddress = {
  readonly manifest: string
  readonly host: string
  /** Anything else below the manifest; `.json` is appended. */
  path(segments: readonly string[], query?: Readonly<Record<string, string>>): string
  resource(
    resource: string,
    type: string,
    id: string,
    extra?: Readonly<Record<string, string>>,
  ): string
}

/** Reads a pasted address: `stremio://`, with a query, of the configuration page, or without `/manifest.json`. */
export function readAddress(text: string): AddonAddress {
  const url = URL.parse(text.trim().replace(/^stremio:/i, 'https:'))
  if (!url) throw new UpstreamError('refused-address', 'the address is not a URL')
  const base = url.pathname.replace(/\/(manifest\.json|configure)?\/*$/, '')
  const credentials = url.username || url.password ? `${url.username}:${url.password}@` : ''
  const at = (path: string) =>
    `${url.protocol}//${credentials}${url.host}${base}${path}${url.search}`
  return {
    manifest: at('/manifest.json'),
    host: url.host,
    path: (segments, query = {}) => {
      const found = new URL(at(`/${segments.map(segment).join('/')}.json`))
      for (const [name, value] of Object.entries(query)) found.searchParams.set(name, value)
      return found.href
    },
    resource: (resource, type, id, extra = {}) =>
      at(`/${segment(resource)}/${segment(type)}/${segment(id)}${parameters(extra)}.json`),
  }
}

/** The protocol puts parameters into the path, written like a query. */
function parameters(extra: Readonly<Record<string, string>>): string {
  const encode = (text: string) => encodeURIComponent(text.toWellFormed())
  const pairs = Object.entries(extra).map(([name, value]) => `${encode(name)}=${encode(value)}`)
  return pairs.length > 0 ? `/${pairs.join('&')}` : ''
}

function segment(text: string): string {
  // A path of dots, however it is spelled, would climb out of the addon's address.
  if (/^\.{0,2}$/.test(text))
    throw new UpstreamError('refused-address', `"${text}" cannot be asked for`)
  return encodeURIComponent(text.toWellFormed())
}
