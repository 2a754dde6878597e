import { randomUUID } from 'node:crypto'
import type { Knex } from 'knex'
import { describe, expect, it } from 'vitest'
import { keyOf } from '../../src/history/keys.ts'
import { createItemIds } from '../../src/security/item-ids.ts'
import { migrations } from '../../migrations/list.ts'
import { noEvents } from '../../src/services/history/outbox.ts'
import { createConfigurationStore } from '../../src/storage/repositories/configurations.ts'
import { createDisplayPreferenceStore } from '../../src/storage/repositories/display-preferences.ts'
import { createHistoryStore } from '../../src/storage/repositories/history/store.ts'
import { createItemNames } from '../../src/storage/repositories/item-names.ts'
import { createPlaylistStore } from '../../src/storage/repositories/playlists/store.ts'
import { forgetUnusedNames } from '../../src/storage/repositories/unused-names.ts'
import { dialects } from '../support/dialects.ts'
import { importedPart } from '../support/imported-part.ts'
import { libraryItem } from '../support/library-item.ts'
import { insertPlays, olga, somePlays } from '../support/plays.ts'
import { foldStale } from '../../src/storage/repositories/plays/fold.ts'
import { expirePlays } from '../../src/storage/repositories/plays/stale-days.ts'

const day = 86_400_000
const start = Date.UTC(2025, 0, 1)
const ids = createItemIds(Buffer.alloc(32, 7))
const household = 1

describe.each(dialects)('On $name, names of items', ({ skip, openMigrated, open }) => {
  async function openAt() {
    const db = await openMigrated()
    let now = start
    const node = () => createItemNames(db, { now: () => now })
    return {
      db,
      node,
      names: node(),
      passes: (days: number) => void (now += days * day),
      forget: () => forgetUnusedNames(db, ids, now),
      texts: (): Promise<readonly string[]> => db('item_names').orderBy('text').pluck('text'),
    }
  }

  it.skipIf(skip)(
    'that nobody has used for long are deleted, and their numbers stay theirs',
    async () => {
      const { names, node, passes, forget, texts } = await openAt()
      const before = await names.numbersOf(['genre:Old', 'genre:New'], household)
      passes(300)
      await names.numbersOf(['genre:New'], household)
      await forget()
      expect(await texts()).toEqual(['genre:New', 'genre:Old'])
      passes(110)
      await forget()
      expect(await texts()).toEqual(['genre:New'])
      expect(await node().textOf(before.get('genre:Old')!)).toBeNull()
      const again = await names.numbersOf(['genre:New', 'genre:Old'], household)
      expect(again.get('genre:New')).toBe(before.get('genre:New'))
      expect(again.get('genre:Old')).toBeGreaterThan(Math.max(...before.values()))
    },
  )

  it.skipIf(skip)('stay while an app asks with its id, on any node', async () => {
    const { names, node, passes, forget, texts } = await openAt()
    const [number] = (await names.numbersOf(['title:movie yt:1'], household)).values()
    const other = node()
    for (let month = 0; month < 24; month++) {
      expect(await (month % 2 === 0 ? names : other).textOf(number!)).toBe('title:movie yt:1')
      passes(30)
      await forget()
    }
    expect(await texts()).toEqual(['title:movie yt:1'])
  })

  it.skipIf(skip)('are written once in a week, however often they are used', async () => {
    const { db, names, passes } = await openAt()
    await names.numbersOf(['genre:Drama'], household)
    const statements: string[] = []
    db.on('query', ({ sql }: { sql: string }) => void statements.push(sql))
    for (let hour = 0; hour < 24 * 6; hour++) {
      passes(1 / 24)
      await names.numbersOf(['genre:Drama'], household)
    }
    expect(statements).toEqual([])
    passes(2)
    await names.numbersOf(['genre:Drama'], household)
    await names.numbersOf(['genre:Drama'], household)
    await expect.poll(() => statements.filter((sql) => sql.startsWith('update')).length).toBe(1)
  })

  const kept = [
    'library:films',
    'person:Somebody',
    'title:movie yt:listed',
    'title:movie yt:watched',
    'title:series yt:played',
  ] as const

  async function keepSetting(db: Knex, number: number) {
    const id = ids.encode({
      configuration: household,
      kind: 'library',
      space: 'opaque',
      number,
      season: null,
      episode: null,
      version: 0,
    })
    const order = JSON.stringify({ order: [id] })
    await createDisplayPreferenceStore(db).set(household, olga, 'emby', 'home', order)
  }

  async function keep(db: Knex, numbers: ReadonlyMap<string, number>) {
    const configuration = await createConfigurationStore(db).insert({
      uuid: randomUUID(),
      passwordHash: 'hash',
      sealed: new Uint8Array(1),
    })
    const history = createHistoryStore(db)
    const historyId = await history.historyIdOf(household, olga)
    const watched = importedPart(libraryItem({ key: 'yt:watched' }), start)
    await history.import(historyId, [watched], { restore: false, dryRun: false })
    const somebody = keyOf(libraryItem({ kind: 'person', key: 'person:Somebody' }))
    await history.setFavorite(historyId, somebody, true, noEvents)
    const [some] = somePlays(1, start, start + day)
    await insertPlays(db, [{ ...some!, history_id: 1, profile_id: olga, title_key: 'yt:played' }])
    await expirePlays(db, { where: 'true', values: [] })
    await foldStale(db)
    const { aliases: _, ...listed } = keyOf(libraryItem({ key: 'yt:listed' }))
    await createPlaylistStore(db).create(
      { kind: 'playlist', configuration, ownerId: olga, name: 'A', open: false, users: [] },
      [listed],
    )
    await keepSetting(db, numbers.get('library:films')!)
  }

  it.skipIf(skip)(
    'stay for good where a history, a play, a list or a setting of an app has them',
    async () => {
      const { db, names, passes, forget, texts } = await openAt()
      const numbers = await names.numbersOf([...kept, 'title:movie yt:opened'], household)
      await keep(db, numbers)
      for (let year = 0; year < 3; year++) {
        passes(401)
        await forget()
        expect(await texts()).toEqual(kept)
      }
    },
  )

  it.skipIf(skip)(
    'are held against settings of apps that are read once, however many go',
    async () => {
      const { db, names, passes, forget, texts } = await openAt()
      const numbers = await names.numbersOf(['library:films'], household)
      await keepSetting(db, numbers.get('library:films')!)
      for (let part = 0; part < 11; part++) {
        const some = Array.from({ length: 1_000 }, (_, place) => `genre:Genre ${part} ${place}`)
        await names.numbersOf(some, household)
      }
      passes(401)
      let readings = 0
      db.on('query', ({ sql }: { sql: string }) => {
        if (/from `preferences`.* order by `profile_id`/.test(sql)) readings += 1
      })
      await forget()
      expect(await texts()).toEqual(['library:films'])
      expect(readings).toBe(1)
    },
  )

  it.skipIf(skip)(
    'that the previous release has written count as used when they are first seen',
    async () => {
      const { db, names, passes, forget, texts } = await openAt()
      await db('item_names').insert({ text: 'genre:Former' })
      const [former] = await db('item_names').pluck('number')
      passes(1_000)
      await forget()
      expect(await names.numbersOf(['genre:Former'], household)).toEqual(
        new Map([['genre:Former', former]]),
      )
      passes(401)
      await forget()
      expect(await texts()).toEqual([])
    },
  )

  it.skipIf(skip)(
    'can be taken up and down by their migration, also where it was interrupted',
    async () => {
      const db = await open()
      const step = migrations.find(({ name }) => name === '0033-unused-numbers')!
      for (const one of migrations) await one.up(db)
      await step.up(db)
      await step.down(db)
      await step.down(db)
      expect(await db.schema.hasColumn('item_names', 'used_at')).toBe(false)
      await step.up(db)
      expect(await db.schema.hasColumn('title_numbers', 'unused_at')).toBe(true)
    },
  )
})
