import type { DatabaseSettings } from './database.ts'

type Server = {
  readonly place: string
  readonly host: string
  readonly user: string
  readonly database: string
}

/** What each code of server, driver and network means for whoever wrote DATABASE_URL. */
const reasons: Readonly<Record<string, (server: Server) => string>> = {
  ER_BAD_DB_ERROR: ({ database, place }) =>
    `${place} has no database "${database}"; create it there (CREATE DATABASE \`${database}\`), or name another in DATABASE_URL`,
  ER_DBACCESS_DENIED_ERROR: ({ database, place, user }) =>
    `the user "${user}" may not use a database "${database}" on ${place}; create it there if it is missing (CREATE DATABASE \`${database}\`), and give the user all rights to it (GRANT ALL ON \`${database}\`.* TO …)`,
  ER_ACCESS_DENIED_ERROR: ({ place, user }) =>
    `${place} refuses the user "${user}" or its password; correct them in DATABASE_URL`,
  ER_TABLEACCESS_DENIED_ERROR: missingRights,
  ER_SPECIFIC_ACCESS_DENIED_ERROR: missingRights,
  ER_HOST_NOT_PRIVILEGED: ({ place }) =>
    `${place} takes no connections from this machine; allow its users to come from here`,
  ENOTFOUND: ({ host }) =>
    `the host "${host}" is not known here (ENOTFOUND); correct it in DATABASE_URL`,
  EAI_AGAIN: ({ host }) =>
    `the address of the host "${host}" cannot be looked up (EAI_AGAIN); correct it in DATABASE_URL`,
  ECONNREFUSED: ({ place }) =>
    `nothing listens at ${place} (ECONNREFUSED); start the database, or correct DATABASE_URL`,
  ETIMEDOUT: ({ place }) =>
    `${place} does not answer (ETIMEDOUT); start the database, or correct DATABASE_URL`,
  EHOSTUNREACH: ({ place }) => `there is no way to ${place} (EHOSTUNREACH); correct DATABASE_URL`,
  ENETUNREACH: ({ place }) => `there is no way to ${place} (ENETUNREACH); correct DATABASE_URL`,
  ER_CON_COUNT_ERROR: ({ place }) =>
    `${place} takes no more connections; raise its max_connections`,
  HANDSHAKE_NO_SSL_SUPPORT: ({ place }) =>
    `${place} offers no TLS; leave ssl=true out of DATABASE_URL`,
  HANDSHAKE_SSL_ERROR: ({ place }) =>
    `${place} has no certificate that is trusted here; with ?ssl=unverified in DATABASE_URL any is taken`,
  PROTOCOL_CONNECTION_LOST: ({ place }) =>
    `${place} closes the connection; it may be no MySQL server, or be starting still`,
  PROTOCOL_UNEXPECTED_PACKET: ({ place }) =>
    `${place} does not speak as a MySQL server does; correct DATABASE_URL`,
}

function missingRights({ database, user }: Server): string {
  return `the user "${user}" lacks rights that the service needs; give it all of them (GRANT ALL ON \`${database}\`.* TO …)`
}

/** Says in one line, without secrets, what to do; null for other errors. */
export function describeRefusal(error: unknown, settings: DatabaseSettings): string | null {
  const code = codeOf(error)
  if (code === null) return null
  if (settings.dialect === 'mysql') return reasons[code]?.(serverOf(settings.url)) ?? null
  if (/^SQLITE_(NOTADB|CORRUPT)/.test(code)) {
    return `${settings.file} is damaged, or no database; restore it from a backup, or choose another place with DATABASE_URL or DATA_DIR`
  }
  if (/^SQLITE_(READONLY|CANTOPEN|PERM|IOERR)/.test(code)) {
    return `${settings.file} cannot be opened for reading and writing; correct its owner and mode and those of its folder, or choose another place with DATABASE_URL or DATA_DIR`
  }
  return null
}

/** Also looks at the error's cause. */
function codeOf(error: unknown): string | null {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at.name === 'KnexTimeoutError') return 'ETIMEDOUT'
    if ('code' in at && typeof at.code === 'string' && /^[A-Z]+_|^E[A-Z]+$/.test(at.code)) {
      if (at.name !== 'AppError') return at.code
    }
  }
  return null
}

function serverOf(text: string): Server {
  const url = new URL(text)
  return {
    host: url.hostname,
    place: `${url.hostname}:${url.port || 3306}`,
    user: decodeURIComponent(url.username),
    database: decodeURIComponent(url.pathname.slice(1)),
  }
}
