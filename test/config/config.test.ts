import { describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config/config.ts'
import { memoryCeiling, readMachine } from '../../src/config/memory.js'
import { settingRows } from '../../src/config/settings.ts'
import { problemsOf } from '../support/config-problems.ts'

const key = 'ab'.repeat(32)
const uuid = '1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed'

/** Every variable of the settings, with texts that are no value of it. */
const wrong: Record<string, readonly string[]> = {
  PORT: ['-1', '65536', '80.5', 'http', '0x50', '1e3'],
  HOST: ['two words', 'http://host', '127.0.0.1/8'],
  BASE_URL: ['streams.example.org', 'ftp://streams.example.org', 'https://'],
  TRUSTED_PROXIES: ['10.0.0.1/33', 'proxy', '10.0.0', '::1/129', '10.0.0.1 10.0.0.2'],
  LOGO_URL: ['logo.png', 'data:image/png;base64,AA=='],
  CONFIGURE_URL: ['/configure'],
  WORKERS: ['0', '-2', '65', 'all', '1.5'],
  MAX_MEMORY: ['512', '100mb', 'half', '-1gb', '191.9mb'],
  WEB_APP_DIR: [],
  WEB_APP_URL: ['client.example.org', 'ftp://client.example.org'],
  ADMIN_PASSWORD: ['short'],
  BACKUP_DIR: [],
  METRICS_TOKEN: [],
  SECRET_KEY: ['xyz', key.slice(1), `${key}0`, 'g'.repeat(64)],
  DATA_DIR: [],
  DATABASE_URL: ['postgres://host/db', 'mysql://host', 'mysql://host/', 'sqlite:', 'service.db'],
  REDIS_URL: ['127.0.0.1:6379', 'http://127.0.0.1'],
  ADDON_PASSWORD: [',', ' , '],
  ALIASED_CONFIGURATIONS: [
    'home',
    'home:1',
    `:${uuid}`,
    `my home:${uuid}`,
    `${uuid}:${uuid}`,
    `home:${uuid}, home:${uuid}:password`,
  ],
  MEDIA_SERVER_PREFIX: ['media/server', 'a b', 'x'.repeat(33), 'api', 'GraphQL', 'stremio', 'web'],
  SERVER_NAME: ['n'.repeat(101)],
  ALLOW_PRIVATE_URLS: ['http://nas.local', 'nas local', '10.0.0.0/40'],
  RATE_LIMIT_USER: ['60', '60/', '/1m', '0/1m', '60/0s', 'sixty/1m', '60/1 year'],
  RATE_LIMIT_SEARCH: ['-1/1m'],
  RATE_LIMIT_PREVIEW: ['120'],
  RATE_LIMIT_ANIME: ['1.5/1m'],
  RATE_LIMIT_SIGN_IN: ['none'],
  RATE_LIMIT_GRAPHQL: ['1m/60'],
  PIN_ATTEMPTS: ['0', '101', 'many'],
  PIN_LOCK: ['15', '0m', 'off', '15 minutes'],
  SOURCE_TIMEOUT: ['10', '-1s', '0s'],
  SOURCE_MAX_BYTES: ['16', '0mb', '16tb'],
  PIN_SIGN_IN: ['maybe', '2'],
  VERSIONS_TTL: ['5', 'never'],
  PLAYS_KEPT: ['730', 'forever'],
  SKIP_SOURCES: ['aniskip', '{"aniskip":5}', '{"nope":null}', '{"introdb":"introdb.example"}'],
  FILLER_SOURCE: ['api.jikan.moe', 'ftp://jikan.example'],
  READ_FILE_HEADERS: ['maybe'],
  DEMO_SOURCE: ['maybe'],
  PICTURES: ['serve', 'yes'],
  PICTURE_CACHE: ['0', '1mb', 'much'],
  STORED_ANSWERS: ['0', '1mb', 'much'],
  BUILD_COMMIT: ['main', 'abc12'],
  GRAPHQL_DOCUMENTS_ONLY: [],
  ANIME_REFRESH: ['daily', '24', '0h'],
  ANIME_SOURCES: [],
  ANIME_OVERRIDES: [],
  TRAKT_CLIENT_ID: [],
  TRAKT_CLIENT_SECRET: [],
  TRAKT_BASE_URL: ['api.trakt.tv'],
  SIMKL_CLIENT_ID: [],
  SIMKL_CLIENT_SECRET: [],
  SIMKL_BASE_URL: ['api.simkl.com'],
  ANILIST_CLIENT_ID: [],
  ANILIST_CLIENT_SECRET: [],
  ANILIST_BASE_URL: ['graphql.anilist.co'],
  MYANIMELIST_CLIENT_ID: [],
  MYANIMELIST_CLIENT_SECRET: [],
  MYANIMELIST_BASE_URL: ['myanimelist'],
  MAX_RESULTS: ['0', 'many', '100001'],
  SEARCH_LOG: ['-1', 'off', '1001'],
  PREVIEW_MEMORY: ['32', '0mb'],
  PREVIEW_STREAMS: ['0', '100001'],
  PREVIEW_KEPT: ['15', '0m'],
  LOG_LEVEL: ['verbose', 'INFO'],
  LOG_FORMAT: ['xml'],
}

describe('without any setting', () => {
  it('has a default for everything that needs a value', () => {
    expect(readConfig({})).toEqual({
      http: { port: 3000, host: '0.0.0.0', baseUrl: null, trustedProxies: [] },
      workers: 1,
      memoryCeiling: memoryCeiling(readMachine(), 1),
      dataDir: './data',
      storage: { dialect: 'sqlite', file: 'data/service.db' },
      redisUrl: null,
      secretKey: null,
      metricsToken: null,
      branding: { serverName: 'Service', logoUrl: null, configureUrl: null },
      addonPasswords: [],
      aliases: new Map(),
      allowPrivateUrls: false,
      limits: {
        user: { points: 60, windowMs: 60_000 },
        search: { points: 120, windowMs: 60_000 },
        preview: { points: 120, windowMs: 60_000 },
        anime: { points: 600, windowMs: 60_000 },
        signIn: { points: 20, windowMs: 60_000 },
        graphql: { points: 300, windowMs: 60_000 },
      },
      search: { maxResults: 5_000, logged: 200 },
      previews: { maxBytes: 32 * 2 ** 20, maxStreams: 5_000, keptMs: 900_000 },
      sources: { timeoutMs: 10_000, maxBytes: 16 * 2 ** 20 },
      mediaServer: {
        prefix: 'media',
        pinAttempts: 5,
        pinLockMs: 900_000,
        pinSignIn: true,
        versionsTtlMs: 300_000,
      },
      webApp: null,
      operator: { password: null, backupDir: 'data/backups' },
      playsKeptMs: null,
      demoSource: true,
      readFileHeaders: false,
      skipSources: {
        aniskip: 'https://api.aniskip.com',
        theintrodb: 'https://api.theintrodb.org',
        introdb: 'https://api.introdb.app',
      },
      fillerSource: { address: 'https://api.jikan.moe', isPublic: true },
      graphqlDocuments: null,
      pictures: { mode: 'carry', maxBytes: 512 * 2 ** 20 },
      storedBytes: 2 * 2 ** 30,
      commit: null,
      anime: { refreshMs: 86_400_000, sources: null, overrides: null },
      trackers: { trakt: null, simkl: null, anilist: null, myanimelist: null },
      log: { level: 'info', format: null },
    })
  })

  it('counts an empty value as none', () => {
    const empty = Object.fromEntries(Object.keys(settingRows).map((name) => [name, '']))
    const spaces = Object.fromEntries(Object.keys(settingRows).map((name) => [name, '  ']))
    expect(readConfig(empty)).toEqual(readConfig({}))
    expect(readConfig(spaces)).toEqual(readConfig({}))
  })

  it('overlooks variables that are none of its own', () => {
    expect(readConfig({ PATH: '/bin', PORT_NUMBER: 'x' })).toEqual(readConfig({}))
  })
})

describe('a wrong value is named with what is wrong and with an example', () => {
  it('is tried for every setting', () => {
    expect(Object.keys(wrong).toSorted()).toEqual(Object.keys(settingRows).toSorted())
  })

  const cases = Object.entries(wrong).flatMap(([name, values]) =>
    values.map((value) => [name, value] as const),
  )
  it.each(cases)('%s=%s', (name, value) => {
    const line = problemsOf({ [name]: value })
    const example = settingRows[name as keyof typeof settingRows].example
    expect(line).toMatch(/^[A-Z_]+ must [^\n]+$/)
    expect(line.startsWith(`${name} `)).toBe(true)
    expect(line.endsWith(`for example ${name}=${example}`)).toBe(true)
  })

  it('and a doubled alias by its name', () => {
    const env = { ALIASED_CONFIGURATIONS: `home:${uuid}, cabin:${uuid}, cabin:${uuid}` }
    expect(problemsOf(env)).toMatch(/^ALIASED_CONFIGURATIONS must name the alias cabin once,/)
  })

  it('but not repeated: it may be a secret with one character too many', () => {
    expect(problemsOf({ SECRET_KEY: `${key}0` })).not.toContain(key)
  })

  it('together with all other wrong ones, a line for each', () => {
    expect(problemsOf({ PORT: 'x', LOG_LEVEL: 'y', HOST: 'ok' }).split('\n')).toEqual([
      'PORT must be a whole number from 0 to 65535, for example PORT=3000',
      'LOG_LEVEL must be trace, debug, info, warn, error, fatal or silent, for example LOG_LEVEL=debug',
    ])
  })

  it('and every example is a right value', () => {
    const refused = Object.entries(settingRows).filter(
      ([, { example, schema }]) => !schema.safeParse(example).success,
    )
    expect(refused).toEqual([])
  })
})

describe('right values', () => {
  const read = (env: Record<string, string>) => readConfig(env)

  it('of addresses lose the slash at their end', () => {
    expect(read({ BASE_URL: 'https://streams.example/base/' }).http.baseUrl).toBe(
      'https://streams.example/base',
    )
  })

  it.each([
    ['sqlite:/var/lib/service.db', '/var/lib/service.db'],
    ['sqlite:///var/lib/service.db', '/var/lib/service.db'],
    ['sqlite:./here.db', './here.db'],
    ['SQLITE:here.db', 'here.db'],
  ])('DATABASE_URL=%s names the file %s', (url, file) => {
    expect(read({ DATABASE_URL: url }).storage).toEqual({ dialect: 'sqlite', file })
  })

  it('DATABASE_URL takes mariadb:// for mysql://', () => {
    const env = { SECRET_KEY: key, DATABASE_URL: 'mariadb://user:pass@db/service' }
    expect(read(env).storage).toEqual({ dialect: 'mysql', url: 'mysql://user:pass@db/service' })
  })

  it('DATA_DIR holds the database unless it is named', () => {
    expect(read({ DATA_DIR: '/srv' }).storage).toEqual({
      dialect: 'sqlite',
      file: '/srv/service.db',
    })
  })

  it.each([
    ['60/1m', { points: 60, windowMs: 60_000 }],
    ['5/10s', { points: 5, windowMs: 10_000 }],
    [' 5 / 1h ', { points: 5, windowMs: 3_600_000 }],
    ['5/m', { points: 5, windowMs: 60_000 }],
    ['off', null],
    ['OFF', null],
  ])('RATE_LIMIT_USER=%s', (text, limit) => {
    expect(read({ RATE_LIMIT_USER: text }).limits.user).toEqual(limit)
  })

  it.each([
    ['true', true],
    ['yes', true],
    ['false', false],
    ['off', false],
    ['192.168.1.0/24, nas.local', ['192.168.1.0/24', 'nas.local']],
  ])('ALLOW_PRIVATE_URLS=%s', (text, allowed) => {
    expect(read({ ALLOW_PRIVATE_URLS: text }).allowPrivateUrls).toEqual(allowed)
  })

  it('ALIASED_CONFIGURATIONS may carry secrets, colons included', () => {
    const text = `home:${uuid.toUpperCase()}, cabin:${uuid}:pass:word`
    expect(read({ ALIASED_CONFIGURATIONS: text }).aliases).toEqual(
      new Map([
        ['home', { uuid, secret: null }],
        ['cabin', { uuid, secret: 'pass:word' }],
      ]),
    )
  })

  it('METRICS_TOKEN may be any text', () => {
    expect(read({ METRICS_TOKEN: 'x' }).metricsToken).toBe('x')
  })

  it('ADDON_PASSWORD may be several', () => {
    expect(read({ ADDON_PASSWORD: 'one, two' }).addonPasswords).toEqual(['one', 'two'])
  })

  it.each([
    ['500ms', 500],
    ['1.5s', 1_500],
    ['2 m', 120_000],
  ])('SOURCE_TIMEOUT=%s', (text, ms) => {
    expect(read({ SOURCE_TIMEOUT: text }).sources.timeoutMs).toBe(ms)
  })

  it('ANIME_REFRESH=off is never', () => {
    expect(read({ ANIME_REFRESH: 'off' }).anime.refreshMs).toBeNull()
  })

  it('a tracker is on once it has a client id', () => {
    const { trackers } = read({ TRAKT_CLIENT_ID: 'id', TRAKT_CLIENT_SECRET: 'secret' })
    expect(trackers).toEqual({
      trakt: { clientId: 'id', clientSecret: 'secret', baseUrl: 'https://api.trakt.tv' },
      simkl: null,
      anilist: null,
      myanimelist: null,
    })
  })
})
