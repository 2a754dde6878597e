export type BasicCredentials = { readonly id: string; readonly secret: string }

const maxLength = 4_096
const shape = /^basic +([A-Za-z0-9+/]+={0,2}) *$/i

/** Null where there is none or it is of another scheme. */
export function readBasic(header: string | undefined): BasicCredentials | 'malformed' | null {
  if (header === undefined || !/^basic(?![^ ])/i.test(header)) return null
  const encoded = header.length <= maxLength ? shape.exec(header)?.[1] : undefined
  const text = encoded === undefined ? null : decodeUtf8(encoded)
  const colon = text?.indexOf(':') ?? -1
  // oxlint-disable-next-line no-control-regex -- the scheme forbids them
  if (text === null || colon < 0 || /[\0-\x1f\x7f]/.test(text)) return 'malformed'
  return { id: text.slice(0, colon), secret: text.slice(colon + 1) }
}

function decodeUtf8(base64: string): string | null {
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.toString('base64').replace(/=+$/, '') !== base64.replace(/=+$/, '')) return null
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}
