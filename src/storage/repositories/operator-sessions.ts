import type { Knex } from 'knex'
import { operatorIdleMs, operatorLongestMs } from '../../model/operator-session.ts'
import type { OperatorSession, OperatorSessionStore } from '../../model/operator-session.ts'
import { read, transact, write } from '../guard.ts'
import { endOldest } from './oldest-sessions.ts'

type Row = {
  id: number
  token_hash: string
  csrf_token: string
  name: string
  created_at: number
  seen_at: number
}

const table = 'operator_sessions'
const maxName = 255
const maxSessions = 20

export function createOperatorSessionStore(db: Knex): OperatorSessionStore {
  const rows = (on: Knex = db) => on<Row>(table)

  return {
    async find(tokenHash) {
      const found = await read(db, () => rows().where('token_hash', tokenHash).first())
      return found ? toSession(found) : null
    },

    async insert({ tokenHash, csrfToken, name, createdAt, seenAt }) {
      await transact(db, async (trx) => {
        await endOldest(() => rows(trx), {}, maxSessions)
        await rows(trx).insert({
          token_hash: tokenHash,
          csrf_token: csrfToken,
          name: name.slice(0, maxName),
          created_at: createdAt,
          seen_at: seenAt,
        })
      })
    },

    async seen(id, seen_at) {
      await write(db, () => rows().where({ id }).update({ seen_at }))
    },

    async list() {
      return (await read(db, () => rows().orderBy('seen_at', 'desc').select())).map(toSession)
    },

    async remove(id) {
      return (await write(db, () => rows().where({ id }).delete())) > 0
    },

    async prune(now) {
      await write(db, () =>
        rows()
          .where('seen_at', '<=', now - operatorIdleMs)
          .orWhere('created_at', '<=', now - operatorLongestMs)
          .delete(),
      )
    },
  }
}

function toSession(row: Row): OperatorSession {
  return {
    id: row.id,
    tokenHash: row.token_hash,
    csrfToken: row.csrf_token,
    name: row.name,
    createdAt: row.created_at,
    seenAt: row.seen_at,
  }
}
