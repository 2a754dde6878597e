import { describe, expect, it } from 'vitest'
import { createSealer } from '../../../src/security/seal.ts'
import { createStoredCache } from '../../../src/storage/repositories/stored-answers.ts'
import { dialects } from '../../support/dialects.ts'
import { source } from '../../support/sources.ts'
import { inTurn, keepFor, openStremioClient } from '../../support/stremio-client.ts'
import { json, startUpstream, status } from '../../support/upstream.ts'

const sealer = createSealer(new Uint8Array(32).fill(1), 'test', { packs: false })
const titles = Array.from({ length: 2_000 }, (_, place) => ({
  id: `tt${place}`,
  name: `Film ${place}`,
  description: `What film ${place} is about, told at some length and by nobody else. `.repeat(4),
}))

describe.each(dialects)('A service that stops, with $name', ({ skip, openMigrated }) => {
  it.skipIf(skip)(
    'has stored what came just before, also what takes long to compress',
    async () => {
      const db = await openMigrated()
      const answer = json({ metas: titles }, keepFor(60))
      const upstream = await startUpstream(inTurn(answer, status(503)))
      const addon = source({ url: upstream.url, timeout: 5_000 })
      const open = () => {
        const stored = createStoredCache(db, { sealer })
        const { client } = openStremioClient({ stored })
        return {
          ask: () => client.catalog(addon, 'movie', 'top', {}),
          async stop() {
            await client.close()
            await stored.close()
          },
        }
      }
      const before = open()
      expect((await before.ask()).value).toHaveLength(2_000)
      await before.stop()
      expect(await db('stored_answers').pluck('key')).toHaveLength(1)
      const { value, fromCache } = await open().ask()
      expect([value.length, fromCache]).toEqual([2_000, 'fresh'])
      expect(upstream.paths).toHaveLength(1)
    },
  )
})
