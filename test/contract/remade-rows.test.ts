import type { Knex } from 'knex'
import { describe, expect, it } from 'vitest'
import { noEvents } from '../../src/services/history/outbox.ts'
import { createHistoryStore } from '../../src/storage/repositories/history/store.ts'
import { createTrackerStore } from '../../src/storage/repositories/trackers/store.ts'
import { dialects } from '../support/dialects.ts'
import { episode, place, someone } from '../support/history-changes.ts'
import { importedPart } from '../support/imported-part.ts'
import { playable } from '../support/history-model.ts'
import { nodesOf } from '../support/nodes.ts'
import { playOf } from '../support/play-files.ts'
import { told } from '../support/told.ts'

const another = 'c'.repeat(32)
const own = { restore: false, dryRun: false }

describe.each(dialects)('On $name, what another node removed', ({ skip, openMigrated }) => {
  /** As a restored database may: it gives numbers again. */
  async function replaceRow(db: Knex) {
    const [row] = await db('plays').select('id')
    await db('plays').delete()
    const history = createHistoryStore(db)
    const owner = await history.historyIdOf(7, another)
    await history.importPlays(owner, [playOf('tt9', 1_000, { profileId: another })], own)
    await db('plays').update({ id: row.id })
    return db('plays').select().first()
  }

  it.skipIf(skip)('is not taken for the play that got its number', async () => {
    const db = await openMigrated()
    const { node, first, send } = await nodesOf(db)
    const device = node()
    await send(device, first, 'start', 0)
    const other = await replaceRow(db)
    await send(device, first, 'progress', 0.1)
    await send(device, first, 'progress', 0.2)
    expect(await db('plays').where({ id: other.id }).first()).toEqual(other)
    expect(await db('plays').orderBy('id').pluck('watched_ms')).toEqual([4_000, 6_000])
  })

  it.skipIf(skip)('is not taken for the play that another one ends', async () => {
    const db = await openMigrated()
    const { node, first, second, send } = await nodesOf(db)
    const device = node()
    await send(device, first, 'start', 0)
    const other = await replaceRow(db)
    await send(device, second, 'start', 1)
    expect(await db('plays').where({ id: other.id }).first()).toEqual(other)
  })

  it.skipIf(skip)('is not deleted as a play that failed', async () => {
    const db = await openMigrated()
    const { node, first, send } = await nodesOf(db)
    const device = node()
    await send(device, first, 'start', 0)
    const other = await replaceRow(db)
    await send(device, first, 'stop', 0, { failed: true })
    expect(await db('plays').select()).toEqual([other])
  })

  it.skipIf(skip)('as a history takes no more marks and imports', async () => {
    const db = await openMigrated()
    const [here, there] = [createHistoryStore(db), createHistoryStore(db)]
    const owner = await here.historyIdOf(1, someone)
    await there.forget(1)
    const gone = { code: 'USER_NOT_FOUND' }
    await expect(here.markPlayed(owner, [episode(1)], 1, noEvents)).rejects.toMatchObject(gone)
    await expect(here.setFavorite(owner, episode(1), true, noEvents)).rejects.toMatchObject(gone)
    const parts = [importedPart(playable[0]!, 1)]
    await expect(here.import(owner, parts, own)).rejects.toMatchObject(gone)
    expect(await here.importPlays(owner, [playOf('tt1', 1)], own)).toBe(0)
    expect(await here.place(owner, episode(1), place, null)).toBe(false)
    for (const table of ['history', 'title_ids', 'plays']) {
      expect(await db(table).select()).toEqual([])
    }
  })

  it.skipIf(skip)('as a link to a tracker keeps no events that were on their way', async () => {
    const db = await openMigrated()
    const store = createTrackerStore(db)
    const [kept, gone] = [
      await store.ensure(1, someone, 'source:a', 'connected'),
      await store.ensure(1, someone, 'source:b', 'connected'),
    ]
    await store.remove(gone.id)
    await store.enqueue([kept.id, gone.id], [told('tt1', 'a')])
    await store.prune(0)
    expect(await db('tracker_events').pluck('link')).toEqual([kept.id])
  })
})
