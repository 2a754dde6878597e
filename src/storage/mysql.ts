import type { Knex } from 'knex'
import type { Connection, ConnectionOptions, QueryError } from 'mysql2'

const connectTimeoutMs = 5_000
const answerTimeoutMs = 20_000
const lockWaitSeconds = 5

const session = `set session sql_mode = 'TRADITIONAL', time_zone = '+00:00', innodb_lock_wait_timeout = ${lockWaitSeconds}`

export function mysqlConfig(url: string): Knex.Config {
  return {
    client: 'mysql2',
    connection: connectionOptions(url) as Knex.MySql2ConnectionConfig,
    pool: {
      min: 0,
      max: 10,
      idleTimeoutMillis: 600_000,
      acquireTimeoutMillis: 8_000,
      createTimeoutMillis: connectTimeoutMs + 2_000,
      createRetryIntervalMillis: 5,
      afterCreate(connection: Connection, done: (error: unknown, connection: Connection) => void) {
        boundAnswers(connection)
        connection.query(session, (error: QueryError | null) => {
          if (error) connection.destroy()
          done(error, connection)
        })
      },
    },
  }
}

/** `mysql://user:password@host:port/database`; `?ssl=true` for TLS, `?ssl=unverified` for a self-signed certificate. */
function connectionOptions(text: string): ConnectionOptions {
  const url = parse(text)
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port || 3306),
    user: decode(url.username),
    password: decode(url.password),
    database: decode(url.pathname.slice(1)),
    charset: 'utf8mb4',
    timezone: 'Z',
    connectTimeout: connectTimeoutMs,
    enableKeepAlive: true,
    keepAliveInitialDelay: 10_000,
    supportBigNumbers: true,
    ssl: tls(url.searchParams.get('ssl')),
  }
}

function parse(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url?.protocol !== 'mysql:' || !url.hostname || url.pathname.length < 2) {
    throw new Error('The database address must read mysql://user:password@host:port/database')
  }
  return url
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw new Error('A percent sign in the database address must be written %25')
  }
}

function tls(value: string | null): ConnectionOptions['ssl'] {
  if (value === null || value === 'false') return undefined
  if (value === 'true') return {}
  if (value === 'unverified') return { rejectUnauthorized: false }
  throw new Error('ssl in the database address must be true, false or unverified')
}

/** A vanished server would keep queries waiting as long as TCP retries. Schema changes may take long. */
function boundAnswers(connection: Connection): void {
  type Done = (error: QueryError | null, ...rest: unknown[]) => void
  type Query = (options: { sql: string }, values: unknown, done?: Done) => unknown
  const stream = (connection as unknown as { stream: { destroy(error: Error): void } }).stream
  const query = connection.query.bind(connection) as unknown as Query
  const bounded: Query = (options, values, done) => {
    if (!done || /^(create|alter|drop|rename)\b/i.test(options.sql)) {
      return query(options, values, done)
    }
    const timer = setTimeout(() => {
      const error = new Error(`No answer from the database within ${answerTimeoutMs} ms`)
      stream.destroy(Object.assign(error, { code: 'ETIMEDOUT' }))
    }, answerTimeoutMs)
    return query(options, values, (...answer) => {
      clearTimeout(timer)
      done(...answer)
    })
  }
  connection.query = bounded as unknown as Connection['query']
}
