import type { Knex } from 'knex'
import type { SocketStore } from '../../model/socket-store.ts'
import { read, write } from '../guard.ts'

type Row = {
  id: string
  configuration: number
  device: number
  opened_at: number
  seen_at: number
}

const chunkSize = 200

export function createSocketStore(db: Knex): SocketStore {
  const rows = () => db<Row>('sockets')

  return {
    async keep(sockets) {
      const seen_at = Date.now()
      const made = sockets.map(({ id, configuration, device, openedAt }) => ({
        id,
        configuration,
        device,
        opened_at: openedAt,
        seen_at,
      }))
      for (let start = 0; start < made.length; start += chunkSize) {
        const part = made.slice(start, start + chunkSize)
        await write(db, () => rows().insert(part).onConflict('id').merge(['seen_at']))
      }
    },

    async close(ids) {
      for (let start = 0; start < ids.length; start += chunkSize) {
        const part = ids.slice(start, start + chunkSize)
        await write(db, () => rows().whereIn('id', part).delete())
      }
    },

    async list(configuration, since) {
      const found = await read(db, () =>
        rows().where({ configuration }).where('seen_at', '>=', since).orderBy('opened_at', 'desc'),
      )
      return found.map(({ id, device, opened_at: openedAt }) => ({
        id,
        configuration,
        device,
        openedAt,
      }))
    },

    async prune(before) {
      await write(db, () => rows().where('seen_at', '<', before).delete())
    },
  }
}
