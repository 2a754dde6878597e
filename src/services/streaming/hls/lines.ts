import { UpstreamError } from '../../../core/upstream-error.ts'

export type TargetKind = 'playlist' | 'segment' | 'map' | 'key' | 'json' | 'data'

/** An address of the playlist in, one that leads back through the service out. */
export type Readdress = (address: string, kind: TargetKind) => string

const kindByTag: Readonly<Record<string, TargetKind>> = {
  'EXT-X-MEDIA': 'playlist',
  'EXT-X-I-FRAME-STREAM-INF': 'playlist',
  'EXT-X-IMAGE-STREAM-INF': 'playlist',
  'EXT-X-RENDITION-REPORT': 'playlist',
  'EXT-X-KEY': 'key',
  'EXT-X-SESSION-KEY': 'key',
  'EXT-X-MAP': 'map',
  'EXT-X-CONTENT-STEERING': 'json',
}

const kindByAttribute: Readonly<Record<string, TargetKind>> = {
  'X-ASSET-URI': 'playlist',
  'X-ASSET-LIST': 'json',
}

/** No tag has more than three. */
const maxAddresses = 20
/** Each name is tried from its first letter alone, so that long lines take no more than their length. */
const attribute = /(?<![\w-])([\w-]+)\s*=\s*(?:"([^"]*)"?|([^",]*))/g
const isAddressName = /(?:^|-)(?:uri|url|asset-list)$/i
const webAddress = /(?<![^\s",=])[^\s",=]*\/\/[^\s"]*/g

/** A line that begins with `#EXT`: its addresses lead back, and none is left in any other text. */
export function rewriteTag(line: string, readdress: Readdress): string {
  const [tag, rest] = splitTag(line)
  if (rest === null) return `#${tag}`
  if (tag === 'EXTINF') return `#${tag}:${withoutAddresses(rest)}`
  const parts: string[] = []
  let end = 0
  let addresses = 0
  for (const found of rest.matchAll(attribute)) {
    const [whole, name = '', quoted, plain] = found
    const value = (quoted ?? plain ?? '').trim()
    parts.push(withoutAddresses(rest.slice(end, found.index)))
    end = found.index + whole.length
    const isAddress = isAddressName.test(name) && value !== ''
    const kind = isAddress ? kindOf(name, tag, rest) : null
    if (kind !== null) addresses += 1
    if (addresses > maxAddresses) throw brokenPlaylist('has a line of too many addresses')
    parts.push(kind === null ? withoutAddresses(whole) : `${name}="${readdress(value, kind)}"`)
  }
  parts.push(withoutAddresses(rest.slice(end)))
  return `#${tag}:${parts.join('')}`
}

/** The attributes of a tag, names in upper case. */
export function attributesOf(line: string): ReadonlyMap<string, string> {
  const [, rest] = splitTag(line)
  return new Map(
    [...(rest ?? '').matchAll(attribute)].map(([, name = '', quoted, plain]) => [
      name.toUpperCase(),
      quoted ?? plain ?? '',
    ]),
  )
}

export function tagOf(line: string): string {
  return splitTag(line)[0]
}

function splitTag(line: string): readonly [tag: string, rest: string | null] {
  const [whole, tag = ''] = /^#([\w-]*)/.exec(line) ?? ['']
  const hasRest = line[whole.length] === ':'
  return [tag.toUpperCase(), hasRest ? line.slice(whole.length + 1) : null]
}

function kindOf(name: string, tag: string, rest: string): TargetKind {
  if (tag === 'EXT-X-SESSION-DATA') return /FORMAT\s*=\s*RAW/i.test(rest) ? 'data' : 'json'
  return kindByAttribute[name.toUpperCase()] ?? kindByTag[tag] ?? 'segment'
}

export function withoutAddresses(text: string): string {
  return text.includes('//') ? text.replace(webAddress, '') : text
}

export class BrokenPlaylist extends UpstreamError {}

export function brokenPlaylist(why: string): BrokenPlaylist {
  return new BrokenPlaylist('invalid', `the stream's server sent a playlist that ${why}`)
}
