import { isIP } from 'node:net'
import { setting, splitList } from './values.ts'

function isNetwork(value: string): boolean {
  const [address = '', bits] = value.split('/')
  const family = isIP(address)
  if (family === 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}

export const networks = setting('must be a list of addresses or CIDR ranges', (value) => {
  const list = splitList(value)
  return list.every(isNetwork) ? list : null
})

export const host = setting('must be a host name or an address', (value) =>
  /^[\w.:-]+$/.test(value) ? value : null,
)

export const databaseUrl = setting(
  'must be sqlite:<file> or mysql://user:pass@host:port/database',
  (value): { dialect: 'sqlite'; file: string } | { dialect: 'mysql'; url: string } | null => {
    if (/^sqlite:./i.test(value)) {
      return {
        dialect: 'sqlite',
        file: value.slice('sqlite:'.length).replace(/^\/\/(?=\/|[^/])/, ''),
      }
    }
    if (!/^(mysql|mariadb):\/\//i.test(value) || !URL.canParse(value)) return null
    const url = new URL(value)
    if (url.pathname.length < 2) return null
    return { dialect: 'mysql', url: value.replace(/^mariadb:/i, 'mysql:') }
  },
)

export const privateUrls = setting(
  'must be true, false, or a list of hosts and CIDR ranges',
  (value): boolean | readonly string[] | null => {
    if (/^(true|1|yes|on)$/i.test(value)) return true
    if (/^(false|0|no|off)$/i.test(value)) return false
    const list = splitList(value)
    return list.every((part) => isNetwork(part) || /^[\w.-]+$/.test(part)) ? list : null
  },
)

export const redisUrl = setting('must be redis://host:port or rediss://host:port', (value) =>
  /^rediss?:\/\//i.test(value) && URL.canParse(value) ? value : null,
)

export const publicJikan = 'https://api.jikan.moe'

/** `off`, or without a trailing slash and version. */
export const fillerSource = setting('must be an http or https address, or off', (value) => {
  if (/^off$/i.test(value)) return 'off'
  return /^https?:\/\//i.test(value) && URL.canParse(value)
    ? value.replace(/(?:\/v4)?\/*$/, '')
    : null
})

/** First path segments of other routes and players. */
const servedSegments = new Set([
  'api',
  'configure',
  'demo',
  'docs',
  'graphql',
  'healthz',
  'metrics',
  'readyz',
  'rest',
  'session',
  'socket',
  'stremio',
  'system',
  'web',
])

/** A prefix of the media server. It must not be the first segment of another route. */
export const mediaServerPrefix = setting(
  'must be letters, digits, dashes or underscores, and no other path of the service',
  (value) =>
    /^[\w-]{1,32}$/.test(value) && !servedSegments.has(value.toLowerCase()) ? value : null,
)
