import type { IncomingHttpHeaders } from 'node:http'
import type { DeviceInfo } from '../../../model/household.ts'
import type { Fields } from './fields.ts'

export type Authorization = { readonly token: string | null; readonly device: DeviceInfo | null }

export const tokenHeaders = [
  'authorization',
  'x-emby-authorization',
  'x-emby-token',
  'x-mediabrowser-token',
]

const maxHeader = 4_096
const schemes = /^(?:mediabrowser|emby)\s+/i
/** Splits at commas outside quotes. Nothing follows that could fail, so it never backtracks. */
const parts = /(?:[^",]|"[^"]*"?)+/g

export function readAuthorization(headers: IncomingHttpHeaders, query: Fields): Authorization {
  const values =
    readPairs(headers.authorization) ?? readPairs(textOf(headers['x-emby-authorization']))
  const token =
    values?.get('token') ||
    textOf(headers['x-emby-token']) ||
    textOf(headers['x-mediabrowser-token']) ||
    query.text('ApiKey') ||
    query.text('api_key') ||
    null
  return { token, device: values && deviceOf(values) }
}

/** `Name=value` or `Name="value"` in any order. Null for other schemes, such as a proxy's Basic credentials. */
function readPairs(header: string | null | undefined): ReadonlyMap<string, string> | null {
  if (!header || !schemes.test(header) || header.length > maxHeader) return null
  const values = new Map<string, string>()
  for (const [part] of header.replace(schemes, '').matchAll(parts)) {
    const cut = part.indexOf('=')
    if (cut < 0) continue
    const value = part.slice(cut + 1).trim()
    values.set(part.slice(0, cut).trim().toLowerCase(), decoded(unquoted(value)))
  }
  return values
}

function unquoted(value: string): string {
  return value.startsWith('"') ? value.slice(1, value.endsWith('"') ? -1 : undefined) : value
}

/** Without an id an app cannot be told apart from others. */
function deviceOf(values: ReadonlyMap<string, string>): DeviceInfo | null {
  const id = values.get('deviceid')
  if (!id) return null
  return {
    id,
    name: values.get('device') || 'Unknown device',
    client: values.get('client') || 'Unknown app',
    version: values.get('version') || '0',
  }
}

function textOf(header: string | string[] | undefined): string | null {
  const text = Array.isArray(header) ? header[0] : header
  return text ? text : null
}

function decoded(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
