import { describe, expect, it } from 'vitest'
import { createSocketStore } from '../../src/storage/repositories/sockets.ts'
import { dialects } from '../support/dialects.ts'

const idOf = (index: number) => String(index).padStart(32, '0')

describe.each(dialects)('Open web sockets on $name', ({ skip, openMigrated }) => {
  describe.skipIf(skip)('that are stored', () => {
    const socket = (index: number, openedAt: number, configuration = 7) => ({
      id: idOf(index),
      configuration,
      device: index % 3,
      openedAt,
    })

    it('are known to every node, the one that was opened last first', async () => {
      const db = await openMigrated()
      const [one, other] = [createSocketStore(db), createSocketStore(db)]
      const began = Date.now()
      await one.keep([socket(1, 10), socket(2, 30)])
      await other.keep([socket(3, 20), socket(4, 40, 8)])
      // Told again, as each node does now and then.
      await one.keep([socket(1, 10), socket(2, 30)])
      expect(await other.list(7, began)).toEqual([socket(2, 30), socket(3, 20), socket(1, 10)])
      await other.close([idOf(2), idOf(9)])
      expect((await one.list(7, began)).map(({ id }) => id)).toEqual([idOf(3), idOf(1)])
    })

    it('end by themselves when the node that held them died', async () => {
      const db = await openMigrated()
      const store = createSocketStore(db)
      await store.keep([socket(1, 10)])
      await db('sockets').update({ seen_at: 1_000 })
      await store.keep(Array.from({ length: 450 }, (_, index) => socket(index + 2, 20)))
      expect(await store.list(7, 2_000)).toHaveLength(450)
      await store.prune(2_000)
      expect(await db('sockets').count({ count: '*' })).toMatchObject([{ count: 450 }])
    })
  })
})
