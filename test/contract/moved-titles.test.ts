import { describe, expect, it } from 'vitest'
import { createHistoryStore } from '../../src/storage/repositories/history/store.ts'
import { dialects } from '../support/dialects.ts'
import { olga } from '../support/plays.ts'

const outbox = { links: [], events: [], ifPickedUp: [] }

describe.each(dialects)('Titles whose ids changed, on $name', ({ skip, openMigrated }) => {
  it.skipIf(skip)('stay where they were, also for what was watched under the new id', async () => {
    const history = createHistoryStore(await openMigrated())
    const id = await history.historyIdOf(7, olga)
    const item = {
      name: 'Some Part',
      mediaType: 'series',
      year: null,
      seriesName: 'Some Show',
      runtimeMs: null,
      primary: null,
      backdrop: null,
      seriesPrimary: null,
    }
    const episode = (titleKey: string, number: number, aliases: readonly string[]) => ({
      itemKey: `${titleKey}:1:${number}`,
      titleKey,
      aliases,
      kind: 'episode' as const,
      season: 1,
      episode: number,
      item,
    })
    await history.markPlayed(id, [episode('tmdb:5', 1, [])], 1_000, outbox)
    const next = episode('tt5', 2, ['tmdb:5'])
    const where = { itemKey: 'tt5:1:2', titleKey: 'tmdb:5' }
    expect(await history.locate(id, [next])).toEqual([{ ...where, isKnown: false }])
    await history.markPlayed(id, [{ ...next, titleKey: 'tmdb:5' }], 2_000, outbox)
    expect(await history.locate(id, [next])).toMatchObject([{ ...where, isKnown: true }])
  })
})
