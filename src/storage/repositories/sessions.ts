import { isDeepStrictEqual } from 'node:util'
import type { Knex } from 'knex'
import { StateOvertaken } from '../../model/session-store.ts'
import type { SessionState, SessionStore } from '../../model/session-store.ts'
import type { NewWatchEvent } from '../../model/tracker.ts'
import { read, write } from '../guard.ts'
import { toDevice } from './devices.ts'
import type { DeviceRow } from './devices.ts'

type Row = DeviceRow & { playing: string | null; capabilities: string | null }

const table = 'devices'
const maxListed = 500

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
  }
}

/** Keeps a device's state until the transaction ends. Throws StateOvertaken if it is not the expected one. */
export async function lockState(
  trx: Knex,
  device: number,
  known: SessionState | null,
): Promise<void> {
  const row = await trx<Row>(table).where({ number: device }).forUpdate().first('playing')
  if (!row) return
  const expected = known && toState(textOf(known))
  if (!isDeepStrictEqual(toState(row.playing), expected)) throw new StateOvertaken()
}

/** Also notes that the device was seen. */
export async function writeState(on: Knex, device: number, state: SessionState): Promise<void> {
  const changes = { playing: textOf(state), seen_at: Date.now() }
  await on<Row>(table).where({ number: device }).update(changes)
}

function textOf({ pendingStop, ...state }: SessionState): string {
  return JSON.stringify({ ...state, unsaid: pendingStop })
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
