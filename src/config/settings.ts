import { z } from 'zod'
import {
  databaseUrl,
  fillerSource,
  host,
  mediaServerPrefix,
  networks,
  privateUrls,
  publicJikan,
  redisUrl,
} from './addresses.ts'
import { aliases } from './aliases.ts'
import { limitSettings } from './limit-settings.ts'
import { row } from './setting-row.ts'
import { skipSources } from './skip-sources.ts'
import { trackerSettings } from './tracker-settings.ts'
import { readBytes, readMaxMemory, readWorkers } from './memory.js'
import {
  boolean,
  byteSize,
  duration,
  durationOrOff,
  setting,
  splitList,
  webAddress,
  wholeNumber,
} from './values.ts'

const room = setting('must be a size of at least 16mb', (value) => {
  const bytes = readBytes(value)
  return bytes !== null && bytes >= 16 * 2 ** 20 ? bytes : null
})
const text = z.string()

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
    'the pages at /configure',
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
    'a folder of GraphQL documents: /graphql answers these and those of the pages at /configure, and GraphiQL is off',
  ),
  WEB_APP_DIR: row(
    text,
    null,
    './jellyfin-web',
    'a folder with a built web client for media servers, served at /web/ and opened signed in from the pages',
  ),
  WEB_APP_URL: row(
    webAddress,
    null,
    'https://client.example.org',
    'address of such a web client elsewhere, which the pages link to; not together with WEB_APP_DIR',
  ),
  ADMIN_PASSWORD: row(
    text.min(8, { error: 'must have at least 8 characters' }),
    null,
    'a-long-random-text',
    "password of the operator's page at /configure/operator; without it, there is none",
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
  BACKUP_DIR: row(
    text,
    null,
    '/mnt/backups',
    'folder for the backups of an SQLite database that the operator makes; the seven latest are kept',
    'DATA_DIR/backups',
  ),
  DATABASE_URL: row(
    databaseUrl,
    null,
    'mysql://user:pass@127.0.0.1:3306/service',
    'sqlite:<file>, or mysql://… for MySQL 8, MariaDB 10.11 or newer',
    'sqlite:<DATA_DIR>/service.db',
  ),
  REDIS_URL: row(
    redisUrl,
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
    mediaServerPrefix,
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
  ...limitSettings,
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
  PREVIEW_MEMORY: row(
    byteSize,
    '32mb',
    '32mb',
    'memory for searches that are kept for previews of other rules',
  ),
  PREVIEW_STREAMS: row(
    wholeNumber(1, 100_000),
    '5000',
    '5000',
    'largest search, in streams, that is kept for previews',
  ),
  PREVIEW_KEPT: row(duration, '15m', '15m', 'how long a search is kept for previews'),
  PIN_SIGN_IN: row(
    boolean,
    'true',
    'true',
    'whether a PIN of 6 or more digits is enough to sign in at an address that names a configuration',
  ),
  VERSIONS_TTL: row(duration, '5m', '5m', 'how long a list of versions counts as fresh'),
  SEARCH_LOG: row(
    wholeNumber(0, 1_000),
    '200',
    '200',
    'searches that are kept for each configuration with searchLog; 0 for none',
  ),
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
  ...trackerSettings,
  SKIP_SOURCES: row(
    skipSources,
    '{}',
    '{"aniskip":null,"introdb":"https://introdb.example"}',
    'where intros, recaps and credits are known: JSON with an address or null (off) for aniskip, theintrodb and introdb; off for none. They are told which episodes are played',
    "the services' public addresses",
  ),
  FILLER_SOURCE: row(
    fillerSource,
    publicJikan,
    'off',
    'Jikan server that knows which episodes of anime are fillers or recaps; off for none',
  ),
  READ_FILE_HEADERS: row(
    boolean,
    'false',
    'true',
    'whether the first bytes of a file (at most 1 MB) are read when it is about to play, to know its tracks and chapters',
  ),
  DEMO_SOURCE: row(
    boolean,
    'true',
    'false',
    'whether the pages offer a demo source, which the service answers itself: four free films at archive.org and download.blender.org',
  ),
  PICTURES: row(
    z.enum(['carry', 'redirect'], { error: 'must be carry or redirect' }),
    'carry',
    'redirect',
    'carry: the service fetches pictures of titles once, and sends them in the size and format that apps ask for; redirect: apps fetch them from their hosts',
  ),
  PICTURE_CACHE: row(
    room,
    '512mb',
    '2gb',
    'disk space for pictures in DATA_DIR/pictures; the least recently shown go first',
  ),
  STORED_ANSWERS: row(
    room,
    '2gb',
    '512mb',
    'room in the database for titles and catalogs of sources; where it ends, the sources that take most lose the oldest',
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
