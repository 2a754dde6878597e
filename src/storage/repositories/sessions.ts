import { isDeepStrictEqual } from 'node:util'
import type { Knex } from 'knex'
import { StateOvertaken } from '../../model/session-store.ts'
import type { SessionState, SessionStore } from '../../model/session-store.ts'
import type { NewWatchEvent } from '../../model/tracker.ts'
import { dialectOf } from '../dialect.ts'
import { read, write } from '../guard.ts'
import { changedBy, rowsOf } from '../statement.ts'
import { toDevice } from './devices.ts'
import type { DeviceRow } from './devices.ts'

type Row = DeviceRow & { playing: string | null; capabilities: string | null }

const table = 'devices'
const maxListed = 500
const maxOpenPlays = 200

export function createSessionStore(db: Knex): SessionStore {
  const rows = () => db<Row>(table)

  return {
    async state(number) {
      const row = await read(db, () => rows().where({ number }).first('playing'))
      return row ? toState(row.playing) : null
    },

    async setCapabilities(number, capabilities) {
      const changes = { capabilities: JSON.stringify(capabilities), seen_at: Date.now() }
      await write(db, () => rows().where({ number }).update(changes))
    },

    async list(configuration, since) {
      const found = await read(db, () =>
        rows()
          .where({ configuration })
          .where('seen_at', '>=', since)
          .whereNot('origin', 'apiKey')
          .orderBy('seen_at', 'desc')
          .limit(maxListed),
      )
      return found.map((row) => ({
        ...toDevice(row),
        state: toState(row.playing),
        capabilities: parsed(row.capabilities) as Record<string, unknown> | null,
      }))
    },

    async openPlays({ after, since }) {
      const found = await read(db, () =>
        rows()
          .where('number', '>', after)
          .where('seen_at', '>=', since)
          .where('playing', 'like', '%"play":{%')
          .whereNot('playing', 'like', '%"isEndPublished":true%')
          .orderBy('number')
          .limit(maxOpenPlays)
          .select('number', 'configuration', 'playing'),
      )
      return found.map(({ number, configuration, playing }) => ({
        device: number,
        configuration,
        reportedAt: toState(playing)?.now?.reportedAt ?? 0,
      }))
    },
  }
}

/** Keeps a device's state until the transaction ends. Throws StateOvertaken if it is not the expected one. */
export async function lockState(
  trx: Knex,
  device: number,
  known: SessionState | null,
): Promise<void> {
  const lock = dialectOf(trx) === 'mysql' ? ' for update' : ''
  const [row] = await rowsOf<Pick<Row, 'playing'>>(
    trx,
    `select playing from ${table} where number = ?${lock}`,
    [device],
  )
  if (!row) return
  const expected = known && textOf(known)
  // An earlier release may have written the same in another order.
  const isExpected =
    row.playing === expected || isDeepStrictEqual(toState(row.playing), toState(expected))
  if (!isExpected) throw new StateOvertaken()
}

/** Also notes that the device was seen. */
export async function writeState(on: Knex, device: number, state: SessionState): Promise<void> {
  await changedBy(on, `update ${table} set playing = ?, seen_at = ? where number = ?`, [
    textOf(state),
    Date.now(),
    device,
  ])
}

/** A state that was written is what the next write expects to find. */
const texts = new WeakMap<SessionState, string>()

function textOf(known: SessionState): string {
  const { pendingStop, ...state } = known
  const text = texts.get(known) ?? JSON.stringify({ ...state, unsaid: pendingStop })
  texts.set(known, text)
  return text
}

/** Earlier releases stored no plays and named the pending stop differently. */
function toState(text: string | null): SessionState | null {
  const stored = parsed(text) as (SessionState & { readonly unsaid?: NewWatchEvent | null }) | null
  if (stored === null) return null
  const { unsaid, ...state } = stored
  return {
    ...state,
    pendingStop: unsaid ?? null,
    play: stored.play ?? null,
    replaced: stored.replaced ?? null,
  }
}

function parsed(text: string | null): unknown {
  return text === null ? null : JSON.parse(text)
}
