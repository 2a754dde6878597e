import type { Knex } from 'knex'
import { describe, expect, it } from 'vitest'
import { createGuardedFetch } from '../../src/security/guarded-fetch.ts'
import { createSealer } from '../../src/security/seal.ts'
import { createFileHeaders } from '../../src/services/file-headers/service.ts'
import { createShownLayouts } from '../../src/services/file-headers/shown-layouts.ts'
import { createDeviceProfiles } from '../../src/services/users/device-profiles.ts'
import { createStoredCache } from '../../src/storage/repositories/stored-answers.ts'
import { dialects } from '../support/dialects.ts'
import { expected, version } from '../support/file-headers.ts'
import { mediaFile, startMediaServer } from '../support/media-files.ts'
import { profileOf, userOf } from '../support/play-files.ts'

const sealer = createSealer(new Uint8Array(32).fill(1), 'test', { packs: false })
const hour = 3_600_000
const device = { maxBitrate: 5_000_000, directPlay: [], limits: [], subtitles: [] }

describe.each(dialects)('What is stored of a configuration in $name', ({ skip, openMigrated }) => {
  const count = async (db: Knex) => (await db('stored_answers').pluck('key')).length

  it.skipIf(skip)('is deleted with it, also what is still on its way', async () => {
    const db = await openMigrated()
    const stored = createStoredCache(db, { sealer })
    const keys = Array.from({ length: 120 }, (_, place) => `${place}`)
    for (const from of [1, 2, 'source.example', undefined]) {
      await Promise.all(
        keys.map((key) => stored.set(`${from}${key}`, Buffer.from('x'), hour, from)),
      )
    }
    expect(await count(db)).toBe(480)
    const late = stored.set('late', Buffer.from('x'), hour, 1)
    await stored.forget(1)
    await late
    expect(await count(db)).toBe(360)
    expect(await stored.get('late')).toBeNull()
    expect(await stored.get('20')).not.toBeNull()
  })

  it.skipIf(skip)('is deleted again once another node has stored more of it', async () => {
    const db = await openMigrated()
    const [stored, other] = [
      createStoredCache(db, { sealer, againMs: 300 }),
      createStoredCache(db, { sealer }),
    ]
    await stored.set('before', Buffer.from('x'), hour, 1)
    await stored.forget(1)
    await other.set('late', Buffer.from('x'), hour, 1)
    await other.set('others', Buffer.from('x'), hour, 2)
    await expect.poll(() => count(db)).toBe(1)
    expect(await other.get('others')).not.toBeNull()
  })

  it.skipIf(skip)('is deleted again before a service stops, which nobody waits for', async () => {
    const db = await openMigrated()
    const [stored, other] = [createStoredCache(db, { sealer }), createStoredCache(db, { sealer })]
    await stored.set('before', Buffer.from('x'), hour, 1)
    await stored.forget(1)
    await other.set('late', Buffer.from('x'), hour, 1)
    await other.set('others', Buffer.from('x'), hour, 2)
    await stored.close()
    expect(await count(db)).toBe(1)
    expect(await other.get('others')).not.toBeNull()
  })

  it.skipIf(skip)('is deleted again together where a service stops', async () => {
    const db = await openMigrated()
    const [stored, other] = [createStoredCache(db, { sealer }), createStoredCache(db, { sealer })]
    for (let configuration = 1; configuration <= 30; configuration++) {
      await stored.forget(configuration)
      await other.set(`late ${configuration}`, Buffer.from('x'), hour, configuration)
    }
    const statements: string[] = []
    db.on('query', ({ sql }: { sql: string }) => void statements.push(sql))
    await stored.close()
    expect(statements.filter((sql) => /^(?:select|delete)/.test(sql)).length).toBeLessThan(4)
    expect(await count(db)).toBe(0)
  })

  it.skipIf(skip)('holds up no service that stops while the database is slow', async () => {
    const db = await openMigrated()
    const stored = createStoredCache(db, { sealer, patienceMs: 50 })
    const other = createStoredCache(db, { sealer })
    await stored.forget(1)
    await other.set('late', Buffer.from('x'), hour, 1)
    const [held, holds] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    // What is to be deleted is locked, or the database's only connection taken.
    const holding = db.transaction(async (trx) => {
      await trx('stored_answers').update({ size: 2 })
      holds.resolve()
      await held.promise
      return 'ended'
    })
    await holds.promise
    expect(await Promise.race([stored.close().then(() => 'closed'), holding])).toBe('closed')
    held.resolve()
    expect(await holding).toBe('ended')
    await expect.poll(() => count(db)).toBe(0)
  })

  it.skipIf(skip)(
    'are headers of files, where their tracks began, and device profiles',
    async () => {
      const db = await openMigrated()
      const stored = createStoredCache(db, { sealer })
      const upstream = await startMediaServer(mediaFile('hdr10.mkv'), {})
      const client = createGuardedFetch({ allowPrivate: true })
      const headers = createFileHeaders({ open: client.open, stored })
      const layouts = createShownLayouts({ stored })
      const profiles = createDeviceProfiles({ stored })
      for (const configuration of [1, 2]) {
        const film = version(`${upstream.url}/film.mkv`, {}, configuration)
        expect(await headers.read({ version: film, expected })).not.toBeNull()
        await layouts.note({ ...film, id: `${configuration}`.repeat(32) }, 2)
        profiles.set(userOf(configuration, [profileOf('a'.repeat(32))]), device)
      }
      await client.close()
      await expect.poll(() => count(db)).toBe(6)
      await stored.forget(2)
      expect(await count(db)).toBe(3)
    },
  )

  it.skipIf(skip)('makes room before what others have', async () => {
    const db = await openMigrated()
    const stored = createStoredCache(db, { sealer, maxRows: 50 })
    const fill = (from: number | undefined, most: number) =>
      Promise.all(
        Array.from({ length: most }, (_, place) =>
          stored.set(`${from} ${place}`, Buffer.from('x'), hour, from),
        ),
      )
    await fill(undefined, 20)
    await fill(1, 100)
    await stored.prune(Date.now())
    expect(await stored.get('undefined 0')).not.toBeNull()
    expect(await count(db)).toBe(50)
  })
})
