import type { Knex } from 'knex'
import type { PlayingState, PlayingStore } from '../../model/playing-store.ts'
import { read, write } from '../guard.ts'
import { toDevice } from './devices.ts'
import type { DeviceRow } from './devices.ts'

type Row = DeviceRow & { playing: string | null; capabilities: string | null }

const table = 'devices'
const maxListed = 500

/** The live part of the devices. */
export function createPlayingStore(db: Knex): PlayingStore {
  const rows = () => db<Row>(table)

  return {
    async state(number) {
      const row = await read(db, () => rows().where({ number }).first('playing'))
      return row ? (parsed(row.playing) as PlayingState | null) : null
    },

    async setState(number, state) {
      const changes = { playing: JSON.stringify(state), seen_at: Date.now() }
      await write(db, () => rows().where({ number }).update(changes))
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
        state: parsed(row.playing) as PlayingState | null,
        capabilities: parsed(row.capabilities) as Record<string, unknown> | null,
      }))
    },
  }
}

function parsed(text: string | null): unknown {
  return text === null ? null : JSON.parse(text)
}
