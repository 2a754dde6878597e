/**
 * `contended`: a lock or deadlock; nothing was changed, try again. `lost`: the connection broke under a statement that may
 * or may not have run. `away`: nobody answers, or refuses us. `full`, `readOnly`: it answers but cannot write.
 */
export type DatabaseFailure = 'contended' | 'lost' | 'away' | 'full' | 'readOnly'

const byCode: Readonly<Record<string, DatabaseFailure>> = {
  ER_LOCK_DEADLOCK: 'contended',
  ER_LOCK_WAIT_TIMEOUT: 'contended',
  ER_CHECKREAD: 'contended',
  SQLITE_BUSY: 'contended',
  SQLITE_LOCKED: 'contended',
  PROTOCOL_CONNECTION_LOST: 'lost',
  ECONNRESET: 'lost',
  EPIPE: 'lost',
  ER_SERVER_SHUTDOWN: 'lost',
  ER_NORMAL_SHUTDOWN: 'lost',
  ER_QUERY_INTERRUPTED: 'lost',
  ECONNREFUSED: 'away',
  ETIMEDOUT: 'away',
  ENOTFOUND: 'away',
  EAI_AGAIN: 'away',
  EHOSTUNREACH: 'away',
  ENETUNREACH: 'away',
  ER_CON_COUNT_ERROR: 'away',
  ER_TOO_MANY_USER_CONNECTIONS: 'away',
  ER_USER_LIMIT_REACHED: 'away',
  ER_ACCESS_DENIED_ERROR: 'away',
  ER_DBACCESS_DENIED_ERROR: 'away',
  ER_BAD_DB_ERROR: 'away',
  ER_HOST_IS_BLOCKED: 'away',
  ER_HOST_NOT_PRIVILEGED: 'away',
  SQLITE_CANTOPEN: 'away',
  SQLITE_IOERR: 'away',
  ER_DISK_FULL: 'full',
  ER_RECORD_FILE_FULL: 'full',
  SQLITE_FULL: 'full',
  ER_OPTION_PREVENTS_STATEMENT: 'readOnly',
  ER_READ_ONLY_MODE: 'readOnly',
  SQLITE_READONLY: 'readOnly',
}

/** MariaDB's ER_CONNECTION_KILLED, which MySQL does not know. */
const connectionKilled = 1927

export function databaseFailureOf(error: unknown): DatabaseFailure | null {
  if (!(error instanceof Error)) return null
  const { code, errno, fatal } = error as Error & Record<'code' | 'errno' | 'fatal', unknown>
  if (error.name === 'KnexTimeoutError') return 'away'
  if (errno === connectionKilled) return 'lost'
  if (typeof code === 'string') {
    // SQLite's extended codes begin with the plain one: SQLITE_BUSY_SNAPSHOT.
    const plain = /^SQLITE_[A-Z]+/.exec(code)?.[0] ?? code
    const failure = byCode[plain]
    if (failure) return failure
  }
  return fatal === true ? 'lost' : null
}
