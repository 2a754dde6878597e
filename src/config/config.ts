import { nativeTrackerNames, settingPrefixOf } from '../model/tracker-names.ts'
import type { NativeTracker } from '../model/tracker-names.ts'
import { join } from 'node:path'
import type { z } from 'zod'
import { memoryCeiling, readMachine } from './memory.js'
import { publicJikan } from './addresses.ts'
import type { Alias } from './aliases.ts'
import { settingRows } from './settings.ts'

type Rows = typeof settingRows
type Name = keyof Rows
type Value<N extends Name> = z.output<Rows[N]['schema']> | null

export type Settings = { readonly [N in Name]: Value<N> }

/** One readable line per wrong variable. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

function problem(name: string, message: string): string {
  const row = settingRows[name as Name]
  return `${name} ${message}, for example ${name}=${row.example}`
}

function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const values: Record<string, unknown> = {}
  const problems: string[] = []
  for (const [name, row] of Object.entries(settingRows)) {
    const given = env[name]?.trim()
    const text = given ? given : row.fallback
    if (text === null) {
      values[name] = null
      continue
    }
    const result = row.schema.safeParse(text)
    if (result.success) values[name] = result.data
    else problems.push(problem(name, result.error.issues[0]!.message))
  }
  if (problems.length > 0) throw new ConfigError(problems.join('\n'))
  return values as Settings
}

export type Config = ReturnType<typeof readConfig>

/** Throws ConfigError. */
export function readConfig(env: Readonly<Record<string, string | undefined>>) {
  const settings = readSettings(env)
  const storage = storageOf(settings)
  const workers = settings.WORKERS!
  if (workers > 1 && (storage.dialect !== 'mysql' || settings.REDIS_URL === null)) {
    throw new ConfigError(
      'WORKERS above 1 needs DATABASE_URL=mysql://… and REDIS_URL; set both, or WORKERS=1',
    )
  }
  return {
    http: {
      port: settings.PORT!,
      host: settings.HOST!,
      baseUrl: settings.BASE_URL,
      trustedProxies: settings.TRUSTED_PROXIES ?? [],
    },
    workers,
    memoryCeiling: settings.MAX_MEMORY ?? memoryCeiling(readMachine(), workers),
    dataDir: settings.DATA_DIR!,
    storage,
    redisUrl: settings.REDIS_URL,
    secretKey: settings.SECRET_KEY,
    graphqlDocuments: settings.GRAPHQL_DOCUMENTS_ONLY,
    webApp: webAppOf(settings),
    operator: {
      password: settings.ADMIN_PASSWORD,
      backupDir: settings.BACKUP_DIR ?? join(settings.DATA_DIR!, 'backups'),
    },
    metricsToken: settings.METRICS_TOKEN,
    branding: {
      serverName: settings.SERVER_NAME!,
      logoUrl: settings.LOGO_URL,
      configureUrl: settings.CONFIGURE_URL,
    },
    fillerSource:
      settings.FILLER_SOURCE === 'off'
        ? null
        : {
            address: settings.FILLER_SOURCE!,
            isPublic: settings.FILLER_SOURCE === publicJikan,
          },
    pictures: { mode: settings.PICTURES!, maxBytes: settings.PICTURE_CACHE! },
    storedBytes: settings.STORED_ANSWERS!,
    demoSource: settings.DEMO_SOURCE!,
    readFileHeaders: settings.READ_FILE_HEADERS!,
    skipSources: settings.SKIP_SOURCES!,
    commit: settings.BUILD_COMMIT,
    addonPasswords: settings.ADDON_PASSWORD ?? [],
    aliases: settings.ALIASED_CONFIGURATIONS ?? new Map<string, Alias>(),
    allowPrivateUrls: settings.ALLOW_PRIVATE_URLS!,
    limits: limitsOf(settings),
    search: { maxResults: settings.MAX_RESULTS!, logged: settings.SEARCH_LOG! },
    previews: previewsOf(settings),
    sources: { timeoutMs: settings.SOURCE_TIMEOUT!, maxBytes: settings.SOURCE_MAX_BYTES! },
    mediaServer: {
      prefix: settings.MEDIA_SERVER_PREFIX!,
      pinAttempts: settings.PIN_ATTEMPTS!,
      pinLockMs: settings.PIN_LOCK!,
      pinSignIn: settings.PIN_SIGN_IN!,
      versionsTtlMs: settings.VERSIONS_TTL!,
    },
    playsKeptMs: settings.PLAYS_KEPT,
    anime: {
      refreshMs: settings.ANIME_REFRESH === 'off' ? null : settings.ANIME_REFRESH!,
      sources: settings.ANIME_SOURCES,
      overrides: settings.ANIME_OVERRIDES,
    },
    trackers: trackersOf(settings),
    log: { level: settings.LOG_LEVEL!, format: settings.LOG_FORMAT },
  }
}

function limitsOf(settings: Settings) {
  const limit = (value: Settings['RATE_LIMIT_USER']) => (value === 'off' ? null : value)
  return {
    user: limit(settings.RATE_LIMIT_USER),
    search: limit(settings.RATE_LIMIT_SEARCH),
    preview: limit(settings.RATE_LIMIT_PREVIEW),
    anime: limit(settings.RATE_LIMIT_ANIME),
    signIn: limit(settings.RATE_LIMIT_SIGN_IN),
    graphql: limit(settings.RATE_LIMIT_GRAPHQL),
  }
}

function previewsOf(settings: Settings) {
  return {
    maxBytes: settings.PREVIEW_MEMORY!,
    maxStreams: settings.PREVIEW_STREAMS!,
    keptMs: settings.PREVIEW_KEPT!,
  }
}

function storageOf(settings: Settings) {
  const storage = settings.DATABASE_URL ?? {
    dialect: 'sqlite' as const,
    file: join(settings.DATA_DIR!, 'service.db'),
  }
  if (storage.dialect === 'mysql' && settings.SECRET_KEY === null) {
    throw new ConfigError(
      problem(
        'SECRET_KEY',
        'is required when DATABASE_URL is MySQL; make one with openssl rand -hex 32',
      ),
    )
  }
  return storage
}

/** Null: there is none. */
function webAppOf({ WEB_APP_DIR: folder, WEB_APP_URL: url }: Settings) {
  if (folder !== null && url !== null) {
    throw new ConfigError('WEB_APP_DIR and WEB_APP_URL are both set; set the one that is meant')
  }
  if (folder !== null) return { folder, url: null }
  return url === null ? null : { folder: null, url }
}

/** Null where the operator has not registered an application. */
function trackersOf(settings: Settings) {
  const entries = nativeTrackerNames.map((name) => [name, trackerOf(settings, name)])
  return Object.fromEntries(entries) as Record<NativeTracker, ReturnType<typeof trackerOf>>
}

function trackerOf(settings: Settings, name: NativeTracker) {
  const prefix = settingPrefixOf(name)
  const clientId = settings[`${prefix}_CLIENT_ID`]
  const clientSecret = settings[`${prefix}_CLIENT_SECRET`]
  const baseUrl = settings[`${prefix}_BASE_URL`]!
  return clientId === null ? null : { clientId, clientSecret, baseUrl }
}
