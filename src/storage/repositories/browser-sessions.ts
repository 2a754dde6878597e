import type { Knex } from 'knex'
import type { BrowserSession, BrowserSessionStore } from '../../model/browser-session.ts'
import { read, transact, write } from '../guard.ts'
import { endOldest } from './oldest-sessions.ts'
import { configurationTable, toConfiguration } from './configurations.ts'
import type { ConfigurationRow } from './configurations.ts'

type Row = {
  id: number
  token_hash: string
  previous_hash: string | null
  csrf_token: string
  configuration: number
  credential_version: number
  name: string
  remembered: 0 | 1
  created_at: number
  seen_at: number
  rotated_at: number
  expires_at: number
}

const table = 'browser_sessions'
const maxName = 255
/** Per configuration. */
const maxSessions = 100

export function createBrowserSessionStore(db: Knex): BrowserSessionStore {
  const rows = (on: Knex = db) => on<Row>(table)

  return {
    async find(tokenHash) {
      const found = await read(db, () =>
        rows().where('token_hash', tokenHash).orWhere('previous_hash', tokenHash).first(),
      )
      if (!found) return null
      const row = await read(db, () =>
        db<ConfigurationRow>(configurationTable).where('number', found.configuration).first(),
      )
      if (!row) return null
      const isPrevious = found.token_hash !== tokenHash
      return { session: toSession(found), row: toConfiguration(row), isPrevious }
    },

    async insert({ tokenHash, ...session }) {
      const { configuration } = session
      const row = { token_hash: tokenHash, previous_hash: null, ...toRow(session) }
      return transact(db, async (trx) => {
        await endOldest(() => rows(trx), { configuration }, maxSessions)
        const [id] = await rows(trx).insert(row)
        return id!
      })
    },

    async rotate(from, { tokenHash, at, expiresAt }) {
      const changed = await write(db, () =>
        rows().where('token_hash', from).update({
          token_hash: tokenHash,
          previous_hash: from,
          rotated_at: at,
          seen_at: at,
          expires_at: expiresAt,
        }),
      )
      return changed > 0
    },

    async seen(id, seen_at, expires_at) {
      await write(db, () => rows().where({ id }).update({ seen_at, expires_at }))
    },

    async list(configuration) {
      const found = await read(db, () =>
        rows().where({ configuration }).orderBy('seen_at', 'desc').select(),
      )
      return found.map(toSession)
    },

    async remove(configuration, id) {
      return (await write(db, () => rows().where({ configuration, id }).delete())) > 0
    },

    async forget(configuration) {
      await write(db, () => rows().where({ configuration }).delete())
    },

    async prune(now) {
      await write(db, () => rows().where('expires_at', '<', now).delete())
    },
  }
}

function toRow(
  session: Omit<BrowserSession, 'id'>,
): Omit<Row, 'id' | 'token_hash' | 'previous_hash'> {
  return {
    csrf_token: session.csrfToken,
    configuration: session.configuration,
    credential_version: session.credentialVersion,
    name: session.name.slice(0, maxName),
    remembered: session.remembered ? 1 : 0,
    created_at: session.createdAt,
    seen_at: session.seenAt,
    rotated_at: session.rotatedAt,
    expires_at: session.expiresAt,
  }
}

function toSession(row: Row): BrowserSession {
  return {
    id: row.id,
    configuration: row.configuration,
    csrfToken: row.csrf_token,
    credentialVersion: row.credential_version,
    name: row.name,
    remembered: row.remembered === 1,
    createdAt: row.created_at,
    seenAt: row.seen_at,
    rotatedAt: row.rotated_at,
    expiresAt: row.expires_at,
  }
}
