import { isIP } from 'node:net'
import { z } from 'zod'
import { skipSources } from './skip-sources.ts'
import { readMaxMemory, readWorkers } from './memory.js'
import {
  boolean,
  byteSize,
  duration,
  durationOrOff,
  rateLimit,
  setting,
  splitList,
  webAddress,
  wholeNumber,
} from './values.ts'

export type SettingRow<S extends z.ZodType = z.ZodType> = {
  readonly schema: S
  readonly fallback: string | null
  /** Shown where there is no fixed default. */
  readonly fallbackNote?: string
  readonly example: string
  readonly meaning: string
}

const text = z.string()

function isNetwork(value: string): boolean {
  const [address = '', bits] = value.split('/')
  const family = isIP(address)
  if (family === 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}

const networks = setting('must be a list of addresses or CIDR ranges', (value) => {
  const list = splitList(value)
  return list.every(isNetwork) ? list : null
})

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export type Alias = { readonly uuid: string; readonly secret: string | null }

const aliases = text.transform((value, ctx): ReadonlyMap<string, Alias> => {
  const refuse = (message: string) => {
    ctx.addIssue({ code: 'custom', message })
    return z.NEVER
  }
  const found = new Map<string, Alias>()
  for (const part of splitList(value)) {
    const [name = '', uuid = '', ...secret] = part.split(':')
    if (!/^[\w.-]{1,64}$/.test(name) || uuidPattern.test(name) || !uuidPattern.test(uuid))
      return refuse('must be a list of alias:uuid or alias:uuid:password')
    if (found.has(name)) return refuse(`must name the alias ${name} once`)
    found.set(name, {
      uuid: uuid.toLowerCase(),
      secret: secret.length > 0 ? secret.join(':') : null,
    })
  }
  return found
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

const host = setting('must be a host name or an address', (value) =>
  /^[\w.:-]+$/.test(value) ? value : null,
)

const databaseUrl = setting(
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

/** `true`, `false`, or a list of hosts and CIDR ranges. */
const privateUrls = setting(
  'must be true, false, or a list of hosts and CIDR ranges',
  (value): boolean | readonly string[] | null => {
    if (/^(true|1|yes|on)$/i.test(value)) return true
    if (/^(false|0|no|off)$/i.test(value)) return false
    const list = splitList(value)
    return list.every((part) => isNetwork(part) || /^[\w.-]+$/.test(part)) ? list : null
  },
)

function row<S extends z.ZodType>(
  schema: S,
  fallback: string | null,
  example: string,
  meaning: string,
  fallbackNote?: string,
): SettingRow<S> {
  return { schema, fallback, example, meaning, fallbackNote }
}

const clientId = (name: string) =>
  row(text, null, 'abc123', `client id of your ${name} application; without it, ${name} is off`)
const clientSecret = (name: string) =>
  row(text, null, 'def456', `client secret of your ${name} application`)
const trackerAddress = (name: string, address: string) =>
  row(webAddress, address, address, `address of the ${name} API`)

/** Allows few requests. */
export const publicJikan = 'https://api.jikan.moe'

/** Parsing, error texts and `.env.example` all come from these rows. */
export const settingRows = {
  PORT: row(
    wholeNumber(0, 65_535),
    '3000',
    '3000',
    'port to listen on; 0 picks a free one, which the log names',
  ),
  HOST: row(host, '0.0.0.0', '127.0.0.1', 'address to listen on'),
  BASE_URL: row(
    webAddress,
    null,
    'https://streams.example.org',
    'public address of the service, for links, pictures and manifests',
    'taken from each request',
  ),
  TRUSTED_PROXIES: row(
    networks,
    null,
    '10.0.0.1, 172.16.0.0/12',
    'reverse proxies whose X-Forwarded-* headers are trusted: addresses or CIDR ranges',
  ),
  LOGO_URL: row(
    webAddress,
    null,
    'https://example.org/logo.png',
    'address of the logo that clients show',
    'the built-in logo',
  ),
  CONFIGURE_URL: row(
    webAddress,
    null,
    'https://example.org/configure',
    'page where users change their configuration; clients link to it',
    'unset: clients show no link',
  ),
  WORKERS: row(
    setting('must be a whole number from 1 to 64, or auto', readWorkers),
    '1',
    'auto',
    'number of processes on the port, or auto for one per core; more than one needs MySQL and Redis',
  ),
  MAX_MEMORY: row(
    setting('must be a size of at least 192mb', readMaxMemory),
    null,
    '512mb',
    'memory limit of each process, 192mb or more; near it, requests are refused with 503',
    'a quarter of the machine or four fifths of the container, shared by all processes; at most 640mb each',
  ),
  GRAPHQL_DOCUMENTS_ONLY: row(
    text,
    null,
    './documents',
    'a folder of GraphQL documents: /graphql answers no other, GraphiQL is off, and the pages at /configure do not work',
  ),
  METRICS_TOKEN: row(
    text,
    null,
    'a-long-random-text',
    'bearer token for /metrics; without it, only this machine may read them',
  ),
  SECRET_KEY: row(
    setting('must be 64 hexadecimal digits, as openssl rand -hex 32 prints', (value) =>
      /^[0-9a-f]{64}$/i.test(value) ? value.toLowerCase() : null,
    ),
    null,
    '0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef',
    'encrypts tokens and stored configurations; make your own with openssl rand -hex 32. Required with MySQL, the same on all nodes',
    'made on the first start and kept in DATA_DIR/secret.key',
  ),
  DATA_DIR: row(
    text,
    './data',
    '/var/lib/service',
    'folder for everything the service writes: database, key, anime lists',
  ),
  DATABASE_URL: row(
    databaseUrl,
    null,
    'mysql://user:pass@127.0.0.1:3306/service',
    'sqlite:<file>, or mysql://… for MySQL 8, MariaDB 10.11 or newer',
    'sqlite:<DATA_DIR>/service.db',
  ),
  REDIS_URL: row(
    setting('must be redis://host:port or rediss://host:port', (value) =>
      /^rediss?:\/\//i.test(value) && URL.canParse(value) ? value : null,
    ),
    null,
    'redis://127.0.0.1:6379/0',
    'Redis for what nodes share: cache, rate limits, locks and live events; without it, all of that is in memory',
  ),
  ADDON_PASSWORD: row(
    setting('must hold at least one password', (value) => {
      const list = splitList(value)
      return list.length > 0 ? list : null
    }),
    null,
    'friends-only',
    'password that every configuration must name as addonPassword; separate several with commas',
  ),
  ALIASED_CONFIGURATIONS: row(
    aliases,
    null,
    'home:1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed',
    'names for configurations, separated by commas: alias:uuid, or alias:uuid:password-or-token to also open /media/u/<alias> and /stremio/u/<alias>',
  ),
  MEDIA_SERVER_PREFIX: row(
    setting(
      'must be letters, digits, dashes or underscores, and no other path of the service',
      (value) =>
        /^[\w-]{1,32}$/.test(value) && !servedSegments.has(value.toLowerCase()) ? value : null,
    ),
    'media',
    'media',
    'path under which the media server also answers',
  ),
  SERVER_NAME: row(
    text.max(100, { error: 'must have at most 100 characters' }),
    'Service',
    'Living room',
    'name of the server in media-server apps',
  ),
  ALLOW_PRIVATE_URLS: row(
    privateUrls,
    'false',
    '192.168.1.0/24, nas.local',
    'private and loopback addresses that sources may have: true for all, or a list of hosts and CIDR ranges',
  ),
  RATE_LIMIT_USER: row(
    rateLimit,
    '60/1m',
    '60/1m',
    'reads and writes of configurations, per client address; off for no limit',
  ),
  RATE_LIMIT_SEARCH: row(
    rateLimit,
    '120/1m',
    '120/1m',
    'searches per client address; off for no limit',
  ),
  RATE_LIMIT_ANIME: row(
    rateLimit,
    '600/1m',
    '600/1m',
    'anime look-ups per client address; off for no limit',
  ),
  RATE_LIMIT_SIGN_IN: row(
    rateLimit,
    '20/1m',
    '20/1m',
    'failed sign-ins of any kind, per client address and account; off for no limit',
  ),
  RATE_LIMIT_GRAPHQL: row(
    rateLimit,
    '300/1m',
    '300/1m',
    'GraphQL requests per client address; off for no limit',
  ),
  PIN_ATTEMPTS: row(
    wholeNumber(1, 100),
    '5',
    '5',
    'wrong passwords or PINs after which a media-server user is locked',
  ),
  PIN_LOCK: row(duration, '15m', '15m', 'how long the user stays locked'),
  SOURCE_TIMEOUT: row(duration, '10s', '10s', 'how long to wait for an answer of a source'),
  SOURCE_MAX_BYTES: row(byteSize, '16mb', '16mb', 'largest answer that is read from a source'),
  MAX_RESULTS: row(
    wholeNumber(1, 100_000),
    '5000',
    '1000',
    'most results in one search answer; the best are kept',
  ),
  PIN_SIGN_IN: row(
    boolean,
    'true',
    'true',
    'whether a PIN of 6 or more digits is enough to sign in at an address that names a configuration',
  ),
  VERSIONS_TTL: row(duration, '5m', '5m', 'how long a list of versions counts as fresh'),
  PLAYS_KEPT: row(
    duration,
    null,
    '730d',
    'how long single plays are kept; statistics forget them too, the history does not',
    'for ever',
  ),
  ANIME_REFRESH: row(
    durationOrOff,
    '24h',
    '24h',
    'how often the anime lists are refreshed; off for never',
  ),
  ANIME_SOURCES: row(
    text,
    null,
    './anime-sources.json',
    'where the anime lists are: JSON, or the path of a JSON file',
    "where the lists' projects publish them",
  ),
  ANIME_OVERRIDES: row(
    text,
    null,
    './anime-overrides.yaml',
    'JSON or YAML file with corrections of the anime lists',
  ),
  TRAKT_CLIENT_ID: clientId('Trakt'),
  TRAKT_CLIENT_SECRET: clientSecret('Trakt'),
  TRAKT_BASE_URL: trackerAddress('Trakt', 'https://api.trakt.tv'),
  SIMKL_CLIENT_ID: clientId('Simkl'),
  SIMKL_CLIENT_SECRET: clientSecret('Simkl'),
  SIMKL_BASE_URL: trackerAddress('Simkl', 'https://api.simkl.com'),
  ANILIST_CLIENT_ID: clientId('AniList'),
  ANILIST_CLIENT_SECRET: clientSecret('AniList'),
  ANILIST_BASE_URL: trackerAddress('AniList', 'https://graphql.anilist.co'),
  MYANIMELIST_CLIENT_ID: clientId('MyAnimeList'),
  MYANIMELIST_CLIENT_SECRET: clientSecret('MyAnimeList'),
  MYANIMELIST_BASE_URL: trackerAddress('MyAnimeList', 'https://api.myanimelist.net'),
  SKIP_SOURCES: row(
    skipSources,
    '{}',
    '{"aniskip":null,"introdb":"https://introdb.example"}',
    'where intros, recaps and credits are known: JSON with an address or null (off) for aniskip, theintrodb and introdb; off for none. They are told which episodes are played',
    "the services' public addresses",
  ),
  FILLER_SOURCE: row(
    setting('must be an http or https address, or off', (value) => {
      if (/^off$/i.test(value)) return 'off'
      return /^https?:\/\//i.test(value) && URL.canParse(value)
        ? value.replace(/(?:\/v4)?\/*$/, '')
        : null
    }),
    publicJikan,
    'off',
    'Jikan server that knows which episodes of anime are fillers or recaps; off for none',
  ),
  BUILD_COMMIT: row(
    setting('must be 7 to 40 hexadecimal digits', (value) =>
      /^[\da-f]{7,40}$/i.test(value) ? value.toLowerCase() : null,
    ),
    null,
    '0123abc',
    'commit that the service was built from, which apps show; images set it',
  ),
  LOG_LEVEL: row(
    z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], {
      error: 'must be trace, debug, info, warn, error, fatal or silent',
    }),
    'info',
    'debug',
    'lowest level that is logged: trace, debug, info, warn, error, fatal or silent',
  ),
  LOG_FORMAT: row(
    z.enum(['pretty', 'json'], { error: 'must be pretty or json' }),
    null,
    'json',
    'pretty or json',
    'pretty on a terminal, JSON elsewhere',
  ),
}
