import { describe, expect, it } from 'vitest'
import { extensionHousehold, ways } from '../../../support/extension-household.ts'
import { serviceTargets } from '../../../support/service-targets.ts'

describe.each(serviceTargets)('On $name', ({ skip, start }) => {
  describe.skipIf(skip).each(ways)('over $way', ({ createClient }) => {
    const home = extensionHousehold(start, createClient)

    describe('the history', () => {
      it('lists what was watched, the newest first, each with its title', async () => {
        const nora = (await home.client.switchTo(home.olga, home.ids['Nora']!, '')).token
        const [first, second] = await home.films(nora)
        await home.play(nora, first!.Id, 1)
        await home.play(nora, second!.Id, 0.5)
        const { items } = await home.client.history(nora)
        expect(items.map(({ item }) => item?.name)).toEqual([second!.Name, first!.Name])
        expect(items[0]).toMatchObject({
          userId: home.ids['Nora'],
          kind: 'movie',
          played: false,
          playCount: 0,
          positionMs: 2_700_000,
          favorite: false,
          origin: 'local',
          tracker: null,
        })
        expect(items[1]).toMatchObject({ played: true, playCount: 1, positionMs: 0 })
        expect(items[1]!.item).toMatchObject({ id: first!.Id, type: 'movie' })
        expect(items[1]!.itemKey).toMatch(/^tt\d+$/)
      })

      it('is of everybody for the first user, of the own one for who is hidden', async () => {
        const secret = (await home.client.switchTo(home.olga, home.ids['Secret']!, '')).token
        const [film] = await home.films(secret)
        await home.play(secret, film!.Id, 1)
        const own = (await home.client.history(secret)).items
        expect(own.map(({ userId }) => userId)).toEqual([home.ids['Secret']])
        const all = (await home.client.history(home.olga)).items
        expect(new Set(all.map(({ userId }) => userId))).toEqual(
          new Set([home.ids['Secret'], home.ids['Nora']]),
        )
        expect((await home.client.clear(home.olga, home.ids['Secret']!)).cleared).toBe(1)
      })

      it('is read of one user where that is asked for, and may be', async () => {
        const nora = (await home.client.switchTo(home.olga, home.ids['Nora']!, '')).token
        const [film] = await home.films(home.olga)
        await home.play(home.olga, film!.Id, 1)
        const all = (await home.client.history(home.olga)).items
        expect(new Set(all.map(({ userId }) => userId))).toEqual(
          new Set([home.ids['Nora'], home.ids['Olga']]),
        )
        const one = await home.client.history(home.olga, { userId: home.ids['Nora']! })
        expect(new Set(one.items.map(({ userId }) => userId))).toEqual(new Set([home.ids['Nora']]))
        const others = await home.client.history(nora, { userId: home.ids['Olga']! })
        expect(new Set(others.items.map(({ userId }) => userId))).toEqual(
          new Set([home.ids['Olga']]),
        )
        expect((await home.client.history(nora, { userId: home.ids['Kim']! })).status).toBe(403)
        // Whether there is such a user is not told.
        expect((await home.client.history(nora, { userId: home.ids['Secret']! })).status).toBe(403)
        expect((await home.client.history(nora, { userId: 'e'.repeat(32) })).status).toBe(403)
        expect((await home.client.history(home.olga, { userId: 'e'.repeat(32) })).status).toBe(404)
      })

      it('is the same for who shares it', async () => {
        const guest = (await home.client.switchTo(home.olga, home.ids['Guest']!, '')).token
        const [, , third] = await home.films(guest)
        await home.play(guest, third!.Id, 1)
        const own = await home.client.history(home.olga, { userId: home.ids['Olga']! })
        expect(own.items[0]).toMatchObject({ userId: home.ids['Olga'], played: true })
        expect((await home.client.history(guest, { userId: home.ids['Guest']! })).items).toEqual(
          own.items,
        )
      })

      it('has pages that stay right while it is written', async () => {
        const nora = (await home.client.switchTo(home.olga, home.ids['Nora']!, '')).token
        const [show] = await home.series(nora)
        const { body } = await home.get(nora, `/Shows/${show!.Id}/Episodes`)
        const episodes = body.Items.filter(
          ({
            ParentIndexNumber,
            LocationType,
          }: {
            ParentIndexNumber: number
            LocationType: string
          }) => ParentIndexNumber > 0 && LocationType !== 'Virtual',
        )
        for (const { Id } of episodes) await home.play(nora, Id, 1)
        const whole = (await home.client.history(nora, { limit: 100 })).items
        const seen: string[] = []
        let cursor: string | null = null
        let pages = 0
        do {
          const page: Awaited<ReturnType<typeof home.client.history>> = await home.client.history(
            nora,
            {
              limit: 3,
              ...(cursor && { cursor }),
            },
          )
          seen.push(...page.items.map(({ itemKey }) => itemKey))
          cursor = page.cursor
          // What comes in between is newer than every page.
          if (pages++ === 0) await home.play(nora, (await home.films(nora))[4]!.Id, 1)
        } while (cursor !== null)
        expect(seen).toEqual(whole.map(({ itemKey }) => itemKey))
        expect(pages).toBe(Math.ceil(whole.length / 3))
      })

      it.each([
        ['a cursor that was not given', { cursor: 'bm90IG9uZQ' }],
        ['a limit of nothing', { limit: 0 }],
        ['a limit above 500', { limit: 501 }],
      ])('refuses %s', async (_name, query) => {
        expect((await home.client.history(home.olga, query)).status).toBe(400)
      })
    })

    describe('activity', () => {
      it('counts for each user what the history holds', async () => {
        const { users } = await home.client.activity(home.olga)
        const nora = users.find(({ name }) => name === 'Nora')!
        expect(nora).toMatchObject({ locked: false, hidden: false, historyOf: null })
        const { items } = await home.client.history(home.olga, {
          userId: home.ids['Nora']!,
          limit: 500,
        })
        const movies = items.filter(({ kind, played }) => kind === 'movie' && played).length
        const episodes = items.filter(({ kind, played }) => kind === 'episode' && played).length
        expect(nora.counts).toEqual({
          played: movies + episodes,
          movies,
          episodes,
          inProgress: 1,
          favorites: 0,
          lastAt: items[0]!.lastPlayedAt,
        })
        expect(users.find(({ name }) => name === 'Kim')).toMatchObject({ locked: true })
        expect(users.find(({ name }) => name === 'Guest')).toMatchObject({
          historyOf: home.ids['Olga'],
          counts: null,
        })
      })

      it('tells who watches now to the first user alone', async () => {
        const nora = (await home.client.switchTo(home.olga, home.ids['Nora']!, '')).token
        const [film] = await home.films(nora)
        await home.send(nora, 'POST', '/Sessions/Playing', { ItemId: film!.Id })
        expect((await home.client.activity(home.olga)).sessions?.length).toBeGreaterThan(0)
        const { users, sessions } = await home.client.activity(nora)
        expect(users.map(({ name }) => name)).toEqual(['Olga', 'Nora', 'Guest'])
        expect(sessions ?? []).toEqual([])
      })
    })

    describe('a show that is dropped', () => {
      it('leaves Next Up until it is played again', async () => {
        const nora = (await home.client.switchTo(home.olga, home.ids['Nora']!, '')).token
        const show = (await home.series(nora))[1]!
        const nextUp = async (): Promise<string[]> =>
          (await home.get(nora, '/Shows/NextUp')).body.Items.map(
            ({ SeriesId }: { SeriesId: string }) => SeriesId,
          )
        const { body } = await home.get(nora, `/Shows/${show.Id}/Episodes?season=1`)
        await home.play(nora, body.Items[0].Id, 1)
        expect(await nextUp()).toContain(show.Id)
        expect((await home.client.drop(nora, show.Id, true)).status).toBe(200)
        expect(await nextUp()).not.toContain(show.Id)
        expect((await home.client.drop(nora, show.Id, false)).status).toBe(200)
        expect(await nextUp()).toContain(show.Id)
        await home.client.drop(nora, show.Id, true)
        await home.play(nora, body.Items[1].Id, 1)
        expect(await nextUp()).toContain(show.Id)
      })
    })

    describe('played up to', () => {
      it('marks an episode and all before it, without specials and what is not aired', async () => {
        const nora = (await home.client.switchTo(home.olga, home.ids['Nora']!, '')).token
        const show = (await home.series(nora))[2]!
        const read = async () => (await home.get(nora, `/Shows/${show.Id}/Episodes`)).body.Items
        const all = await read()
        const target = all.find(
          (one: { ParentIndexNumber: number; IndexNumber: number }) =>
            one.ParentIndexNumber === 2 && one.IndexNumber === 2,
        )
        expect((await home.client.playedUpTo(nora, target.Id)).status).toBe(204)
        const played = (await read())
          .filter(({ UserData }: { UserData: { Played: boolean } }) => UserData.Played)
          .map(
            (one: { ParentIndexNumber: number; IndexNumber: number }) =>
              `${one.ParentIndexNumber}:${one.IndexNumber}`,
          )
        expect(played).toEqual(['1:1', '1:2', '1:3', '2:1', '2:2'])
        const before = (await home.client.history(nora, { limit: 5 })).items.map(
          ({ sortAt }) => sortAt,
        )
        expect((await home.client.playedUpTo(nora, target.Id)).status).toBe(204)
        const after = (await home.client.history(nora, { limit: 5 })).items.map(
          ({ sortAt }) => sortAt,
        )
        expect(after).toEqual(before)
      })

      it('is NOT_FOUND for what is no episode', async () => {
        const [show] = await home.series(home.olga)
        const [film] = await home.films(home.olga)
        expect((await home.client.playedUpTo(home.olga, show!.Id)).status).toBe(404)
        expect((await home.client.playedUpTo(home.olga, film!.Id)).status).toBe(404)
        expect((await home.client.playedUpTo(home.olga, 'a'.repeat(32))).status).toBe(404)
      })
    })
  })
})
