import { beforeAll, describe, expect, it } from 'vitest'
import { extensionHousehold, ways } from '../../../support/extension-household.ts'
import { seriesId } from '../../../support/film-source.ts'
import { serviceTargets } from '../../../support/service-targets.ts'

describe.each(serviceTargets)('On $name', ({ skip, start }) => {
  describe.skipIf(skip).each(ways)('over $way', ({ createClient }) => {
    const home = extensionHousehold(start, createClient)

    beforeAll(async () => {
      const nora = (await home.client.switchTo(home.olga, home.ids['Nora']!, '')).token
      const [first, second] = await home.films(nora)
      await home.play(nora, first!.Id, 1)
      await home.play(nora, second!.Id, 0.5)
      await home.play(home.olga, first!.Id, 1)
    })

    describe('an export', () => {
      it('holds the history of everybody whom the caller may read, and comes back', async () => {
        const { file } = await home.client.export(home.olga)
        const { items } = await home.client.history(home.olga, { limit: 500 })
        const keyOf = ({ userId, itemKey }: { userId: string; itemKey: string }) =>
          `${userId} ${itemKey}`
        expect(file.items.map(keyOf).toSorted()).toEqual(items.map(keyOf).toSorted())
        const sent = JSON.stringify(file)
        const known = await home.client.import(home.olga, sent)
        expect(known.report).toMatchObject({ format: 'service', added: 0, updated: 0, cleared: 0 })

        const nora = { userId: home.ids['Nora']! }
        const before = (await home.client.history(home.olga, { ...nora, limit: 500 })).items
        expect((await home.client.clear(home.olga, home.ids['Nora']!)).cleared).toBe(before.length)
        expect((await home.client.history(home.olga, nora)).items).toEqual([])
        expect((await home.client.import(home.olga, sent)).report).toMatchObject({
          added: 0,
          cleared: before.length,
        })
        const tried = await home.client.import(home.olga, sent, { restore: true, dryRun: true })
        expect(tried.report).toMatchObject({ added: before.length })
        expect((await home.client.history(home.olga, nora)).items).toEqual([])
        const restored = await home.client.import(home.olga, sent, { restore: true })
        expect(restored.report).toMatchObject({ added: before.length })
        const after = (await home.client.history(home.olga, { ...nora, limit: 500 })).items
        const told = (entries: typeof before) =>
          entries
            .map(({ itemKey, played, playCount, positionMs, lastPlayedAt }) => ({
              itemKey,
              played,
              playCount,
              positionMs,
              lastPlayedAt,
            }))
            .toSorted((a, b) => (a.itemKey < b.itemKey ? -1 : 1))
        expect(told(after)).toEqual(told(before))
      })

      it('says how long everything is, as the history does', async () => {
        const [film] = await home.films(home.olga)
        await home.send(home.olga, 'POST', `/UserPlayedItems/${film!.Id}`)
        const told = (entries: { userId: string; itemKey: string; durationMs?: number | null }[]) =>
          entries
            .map(({ userId, itemKey, durationMs }) => `${userId} ${itemKey} ${durationMs ?? null}`)
            .toSorted()
        const { items } = await home.client.history(home.olga, { limit: 500 })
        const { file } = await home.client.export(home.olga)
        expect(told(file.items)).toEqual(told(items))
        // Marked as watched, and never played: only its source says how long it is.
        const marked = items.find(({ item }) => item?.id === film!.Id)
        expect(marked?.durationMs).toBeGreaterThan(0)
      })

      it('of others holds what they may read, and is taken in for nobody else', async () => {
        const nora = (await home.client.switchTo(home.olga, home.ids['Nora']!, '')).token
        const { file } = await home.client.export(nora)
        expect(file.users.map(({ name }: { name: string }) => name)).toEqual([
          'Olga',
          'Nora',
          'Guest',
        ])
        const everybody = JSON.stringify((await home.client.export(home.olga)).file)
        const { report } = await home.client.import(nora, everybody)
        expect(report).toMatchObject({ added: 0, updated: 0 })
        expect(report.skipped[0].count).toBeGreaterThan(0)
      })
    })

    describe('an import', () => {
      it('takes in what another service exported, and finds it in the library', async () => {
        const { token } = await home.client.switchTo(home.olga, home.ids['Nora']!, '')
        const imdb = seriesId(3)
        const file = JSON.stringify([
          {
            watched_at: '2020-05-01T10:00:00.000Z',
            type: 'episode',
            episode: { season: 1, number: 2, ids: {} },
            show: { title: 'Show 3', year: 1993, ids: { imdb } },
          },
        ])
        expect((await home.client.import(token, file)).report).toMatchObject({
          format: 'trakt',
          added: 1,
        })
        expect((await home.client.import(token, file)).report).toMatchObject({
          added: 0,
          unchanged: 1,
        })
        const show = (await home.series(token)).at(-1)!
        const { body } = await home.get(token, `/Shows/${show.Id}/Episodes?season=1`)
        expect(body.Items[1].UserData).toMatchObject({ Played: true, PlayCount: 1 })
        const imported = (await home.client.history(token, { limit: 500 })).items.find(
          ({ itemKey }) => itemKey === `${imdb}:1:2`,
        )
        expect(imported).toMatchObject({ origin: 'import', tracker: 'trakt', played: true })
        const local = (await home.client.history(token, { limit: 500, source: 'local' })).items
        expect(local.map(({ itemKey }) => itemKey)).not.toContain(`${imdb}:1:2`)
      })

      it.each([
        ['text', 'Dear diary'],
        ['other JSON', '{"a": 1}'],
        ['nothing', ''],
        [
          'a file that was cut off',
          '{"format":"stream-aggregation-history","version":1,"users":[],"items":[{',
        ],
        [
          'a version to come',
          '{"format":"stream-aggregation-history","version":3,"users":[],"items":[]}',
        ],
      ])('refuses %s', async (_name, file) => {
        expect((await home.client.import(home.olga, file)).status).toBe(400)
      })
    })

    describe('clearing', () => {
      it('removes what exists, and counts that alone', async () => {
        const [film] = await home.films(home.olga)
        await home.play(home.olga, film!.Id, 1)
        const { items } = await home.client.history(home.olga, { userId: home.ids['Olga']! })
        const key = items[0]!.itemKey
        const cleared = await home.client.clear(home.olga, home.ids['Olga']!, [
          key,
          key,
          'tt0000404',
        ])
        expect(cleared).toMatchObject({ cleared: 1 })
        expect((await home.client.clear(home.olga, home.ids['Olga']!, [key])).cleared).toBe(0)
        expect((await home.client.clear(home.olga, home.ids['Olga']!, [])).cleared).toBe(0)
        const after = (await home.client.history(home.olga, { userId: home.ids['Olga']! })).items
        expect(after.map(({ itemKey }) => itemKey)).not.toContain(key)
        expect(after).toHaveLength(items.length - 1)
      })

      it('is for the own history, and for the first user', async () => {
        const nora = (await home.client.switchTo(home.olga, home.ids['Nora']!, '')).token
        const guest = (await home.client.switchTo(home.olga, home.ids['Guest']!, '')).token
        expect((await home.client.clear(nora, home.ids['Olga']!)).status).toBe(403)
        expect((await home.client.clear(nora, home.ids['Secret']!)).status).toBe(403)
        expect((await home.client.clear(nora, 'c'.repeat(32))).status).toBe(403)
        expect((await home.client.clear(home.olga, 'c'.repeat(32))).status).toBe(404)
        // Whose history it is decides over all of it.
        expect((await home.client.clear(guest, home.ids['Guest']!)).status).toBe(403)
        expect((await home.client.clear(nora, home.ids['Nora']!)).cleared).toBeGreaterThan(0)
        const { users } = await home.client.activity(nora)
        expect(users.find(({ name }) => name === 'Nora')!.counts).toMatchObject({
          played: 0,
          inProgress: 0,
          lastAt: null,
        })
      })
    })
  })
})
