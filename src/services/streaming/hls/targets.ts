import { fromJsonBytes, jsonBytes } from '../../../core/json.ts'
import type { Sealer } from '../../../security/seal.ts'
import { originOf } from '../request-headers.ts'
import type { PlaylistHeaders } from '../request-headers.ts'
import type { TargetKind } from './lines.ts'
import type { Variables } from './variables.ts'

export type Target = {
  /** Empty where there is none that could be opened. */
  readonly url: string
  readonly kind: TargetKind
  /** The user who read the playlist; null for anyone who knows the version's id. */
  readonly profileId: string | null
  /** The configuration's version, if a new version ends the link to the playlist; else null. */
  readonly credentialVersion: number | null
  readonly viewing: string
  /** By which its reader may be refused. */
  readonly title: { readonly type: string; readonly id: string }
  readonly asks: PlaylistHeaders
  readonly variables: Variables
}

export type Targets = ReturnType<typeof createTargets>

type Sealed = readonly [
  kind: number,
  viewing: string,
  profileId: string | null,
  credentialVersion: number | null,
  type: string,
  id: string,
  url: string,
  origin: string | null,
  headers: PlaylistHeaders['headers'],
  variables?: Variables,
]

const maxUrl = 8_000
const maxSealed = 24_000
/** Bytes that sealing adds, at most. */
const sealing = 64
const maxPlain = Math.floor((maxSealed * 3) / 4) - sealing
const shape = /^[\w-]+$/
const kinds: readonly TargetKind[] = ['playlist', 'segment', 'map', 'key', 'json', 'data']
const usualEndings: Readonly<Record<TargetKind, string>> = {
  playlist: 'm3u8',
  segment: 'ts',
  map: 'mp4',
  key: 'key',
  json: 'json',
  data: 'bin',
}
/** Players look at the ending of segments and refuse others. */
const mediaEnding =
  /\.(ts|m2ts?|mts|mpe?g|mp4|m4[asv]|cmf[av]|aac|e?ac3|ec3|mp3|mp[12a]|ogg|opus|flac|wav|webm|mkv|web)$/i
const textEnding = /\.(vtt|webvtt|ttml|srt)$/i

/** They need no look-up. Bound to one version, and the same whenever a playlist is read: players tell segments of live streams apart by them. */
export function createTargets(sealer: Sealer) {
  return {
    /** Relative to `Videos/`; leads to nothing without an address, or with one that is too long. */
    address(versionId: string, target: Target): string {
      const { url, kind, variables } = target
      const name = `${versionId}/hls/${nameOf(url, kind)}`
      if (url === '' || url.length > maxUrl) return name
      const parts = packed(target)
      const isImported = kind === 'playlist' && Object.keys(variables).length > 0
      const plain = jsonBytes(isImported ? [...parts, variables] : parts)
      if (plain.length > maxPlain) return name
      const sealed = sealer.seal(plain, versionId)
      return `${name}?target=${Buffer.from(sealed).toString('base64url')}`
    },

    /** Null for everything that this service did not make for this version. */
    open(versionId: string, text: string): Target | null {
      if (text.length > maxSealed || !shape.test(text)) return null
      const plain = sealer.open(Buffer.from(text, 'base64url'), versionId)
      if (plain === null) return null
      return unpacked(fromJsonBytes(plain) as Sealed)
    },
  }
}

function packed({ kind, url, title, asks, ...bound }: Target): Sealed {
  const { viewing, profileId, credentialVersion } = bound
  const origin = asks.origin === originOf(url) ? null : asks.origin
  const { type, id } = title
  const place = kinds.indexOf(kind)
  return [place, viewing, profileId, credentialVersion, type, id, url, origin, asks.headers]
}

function unpacked(sealed: Sealed): Target {
  const [kind, viewing, profileId, credentialVersion, type, id, url, ...rest] = sealed
  const [origin, headers, variables = {}] = rest
  return {
    url,
    kind: kinds[kind]!,
    profileId,
    credentialVersion,
    viewing,
    title: { type, id },
    asks: { origin: origin ?? originOf(url), headers },
    variables,
  }
}

function nameOf(url: string, kind: TargetKind): string {
  const path = URL.parse(url)?.pathname ?? ''
  const isFile = kind === 'segment' || kind === 'map'
  const [, ending = usualEndings[kind]] =
    (isFile ? (mediaEnding.exec(path) ?? textEnding.exec(path)) : null) ?? []
  return `${kind}.${ending.toLowerCase()}`
}
