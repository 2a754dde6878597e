import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { graphqlClient, restClient } from '../../../support/extension-client.ts'
import type { ExtensionClient } from '../../../support/extension-client.ts'
import { seriesId, startFilmSource } from '../../../support/film-source.ts'
import { createApp } from '../../../support/media-client.ts'
import { serviceTargets } from '../../../support/service-targets.ts'
import type { Auth, RunningService } from '../../../support/service.ts'

const mediaServer = {
  owner: {
    name: 'Olga',
    avatar: `data:image/png;base64,${Buffer.from('picture').toString('base64')}`,
  },
  users: [
    { name: 'Kim', pin: '471100' },
    { name: 'Lena', password: 'her own password' },
    { name: 'Mats', password: 'his own password', pin: '4711' },
    { name: 'Nora' },
    { name: 'Guest', historyOf: 'owner' },
    { name: 'Secret', hidden: true, avatar: 'https://pictures.example/secret.png' },
  ],
}

const ways = [
  { way: 'REST', createClient: restClient },
  { way: 'GraphQL', createClient: graphqlClient },
]

describe.each(serviceTargets)('On $name', ({ skip, start }) => {
  describe.skipIf(skip).each(ways)('over $way', ({ createClient }) => {
    const endings: (() => unknown)[] = []
    let nodes: RunningService[] = []
    let client: ExtensionClient
    let owner: Auth & { token: string }
    let olga = ''
    const ids: Record<string, string> = {}
    let devices = 0

    /** Over the standard's own way in. */
    async function signIn(name: string, secret: string, where = ''): Promise<string> {
      const app = createApp(nodes[0]!.url + where, `device-${devices++}`)
      const response = await fetch(`${nodes[0]!.url}${where}/Users/AuthenticateByName`, {
        method: 'POST',
        headers: { authorization: app.authorizationHeader },
        body: JSON.stringify({ Username: where ? name : `${owner.uuid}/${name}`, Pw: secret }),
      })
      expect(response.status).toBe(200)
      return ((await response.json()) as { AccessToken: string }).AccessToken
    }

    async function get(token: string, path: string) {
      const response = await fetch(nodes.at(-1)!.url + path, { headers: { 'x-emby-token': token } })
      // oxlint-disable-next-line typescript/no-explicit-any -- tests look into many shapes
      const body: any = response.ok ? await response.json() : null
      return { status: response.status, body }
    }

    async function send(token: string, method: string, path: string, json?: object) {
      const response = await fetch(nodes.at(-1)!.url + path, {
        method,
        headers: { 'x-emby-token': token, 'content-type': 'application/json' },
        body: json ? JSON.stringify(json) : null,
      })
      return response.status
    }

    const play = async (token: string, itemId: string, share: number) => {
      const ticks = 54_000_000_000
      await send(token, 'POST', '/Sessions/Playing', { ItemId: itemId })
      const PositionTicks = Math.round(ticks * share)
      const report = { ItemId: itemId, PositionTicks, RunTimeTicks: ticks }
      expect(await send(token, 'POST', '/Sessions/Playing/Stopped', report)).toBe(204)
    }

    const films = async (token: string): Promise<{ Id: string; Name: string }[]> =>
      (await get(token, '/Items?recursive=true&includeItemTypes=Movie&sortBy=SortName')).body.Items

    const series = async (token: string): Promise<{ Id: string; Name: string }[]> =>
      (await get(token, '/Items?recursive=true&includeItemTypes=Series&sortBy=SortName')).body.Items

    beforeAll(async () => {
      const ends = (end: () => unknown): void => void endings.push(end)
      const source = await startFilmSource({ films: 6, series: 4, ends })
      const env = { RATE_LIMIT_SIGN_IN: 'off', PIN_ATTEMPTS: '3' }
      nodes = await start(env, ends)
      client = createClient(nodes.map(({ url }) => url))
      owner = await nodes[0]!.createUser({ name: 'Home', sources: [source.source], mediaServer })
      olga = await signIn('', owner.password)
      for (const { name, id } of (await client.users(olga)).users) ids[name] = id
    }, 60_000)

    afterAll(async () => {
      for (const end of endings.toReversed()) await end()
    })

    describe('users are listed', () => {
      it('to the first user all, with what each needs', async () => {
        const { users } = await client.users(olga)
        expect(users.map(({ name, needs, hidden }) => [name, needs, hidden])).toEqual([
          ['Olga', null, false],
          ['Kim', 'pin', false],
          ['Lena', 'password', false],
          ['Mats', 'password-pin', false],
          ['Nora', null, false],
          ['Guest', null, false],
          ['Secret', null, true],
        ])
      })

      it('to others without those who are hidden', async () => {
        const nora = await client.switchTo(olga, ids['Nora']!, '')
        const { users } = await client.users(nora.token)
        expect(users.map(({ name }) => name)).toEqual([
          'Olga',
          'Kim',
          'Lena',
          'Mats',
          'Nora',
          'Guest',
        ])
      })

      it('to who is hidden itself alone', async () => {
        const secret = await client.switchTo(olga, ids['Secret']!, '')
        expect((await client.users(secret.token)).users.map(({ name }) => name)).toEqual(['Secret'])
      })

      it('with what a token needs that came by a PIN alone: the password for the first user', async () => {
        const address = `/media/${owner.uuid}/${owner.token}`
        const kim = await signIn('Kim', '471100', address)
        const { users } = await client.users(kim)
        expect(Object.fromEntries(users.map(({ name, needs }) => [name, needs]))).toEqual({
          Olga: 'password',
          Kim: null,
          Lena: 'password',
          Mats: 'password-pin',
          Nora: 'password',
          Guest: 'password',
        })
        expect((await client.switchTo(kim, ids['Olga']!, '')).status).toBe(401)
        expect((await client.switchTo(kim, ids['Olga']!, owner.password)).name).toBe('Olga')
      })

      it("with what a token needs that came by a user's own password", async () => {
        const lena = await signIn('Lena', 'her own password')
        const { users } = await client.users(lena)
        expect(users.find(({ name }) => name === 'Olga')!.needs).toBe('password')
        expect((await client.switchTo(lena, ids['Olga']!, '')).status).toBe(401)
        expect((await client.switchTo(lena, ids['Olga']!, 'her own password')).status).toBe(401)
        const switched = await client.switchTo(lena, ids['Olga']!, owner.password)
        expect((await client.users(switched.token)).users).toHaveLength(7)
      })
    })

    describe('switching', () => {
      it('answers as signing in does, on the same device', async () => {
        const { token, name } = await client.switchTo(olga, ids['Kim']!, '471100')
        expect(name).toBe('Kim')
        const { body } = await get(token, '/Users/Me')
        expect(body).toMatchObject({ Name: 'Kim', Id: ids['Kim'] })
      })

      it('takes password and PIN together, and neither alone', async () => {
        const to = (secret: string) => client.switchTo(olga, ids['Mats']!, secret)
        expect((await to('his own password/4711')).name).toBe('Mats')
        expect((await to('4711')).status).toBe(401)
        expect((await to('his own password')).status).toBe(401)
        expect((await to('his own password/4711')).name).toBe('Mats')
      })

      it('knows no users of others, and none that are hidden from the caller', async () => {
        expect((await client.switchTo(olga, 'f'.repeat(32), '')).status).toBe(404)
        const nora = await client.switchTo(olga, ids['Nora']!, '')
        expect((await client.switchTo(nora.token, ids['Secret']!, '')).status).toBe(404)
      })

      it('locks a user after too many wrong secrets, whoever tries, and no other', async () => {
        const wrong = () => client.switchTo(olga, ids['Lena']!, 'not it')
        for (const status of [401, 401, 401, 429]) expect((await wrong()).status).toBe(status)
        const right = await client.switchTo(olga, ids['Lena']!, 'her own password')
        expect(right.status).toBe(429)
        expect((await client.switchTo(olga, ids['Kim']!, '471100')).name).toBe('Kim')
        expect((await client.switchTo(olga, ids['Lena']!, 'her own password')).status).toBe(429)
      })

      it('counts guesses that come all at once', async () => {
        const guesses = await Promise.all(
          Array.from({ length: 20 }, (_, guess) =>
            client.switchTo(olga, ids['Kim']!, String(400_000 + guess)),
          ),
        )
        const refused = guesses.map(({ status }) => status).toSorted((a, b) => a - b)
        expect(refused).toEqual([...Array(3).fill(401), ...Array(17).fill(429)])
      })

      it('is refused to API keys, as everything here', async () => {
        const response = await fetch(`${nodes[0]!.url}/Auth/Keys?app=Dashboard`, {
          method: 'POST',
          headers: { 'x-emby-token': olga },
        })
        const { AccessToken: key } = (await response.json()) as { AccessToken: string }
        expect((await get(key, '/Users/Me')).status).toBe(200)
        expect((await client.users(key)).status).toBe(403)
        expect((await client.history(key)).status).toBe(403)
      })

      it('is nothing for those who are not signed in', async () => {
        expect((await client.users('0'.repeat(64))).status).toBe(401)
        expect((await client.history('0'.repeat(64))).status).toBe(401)
      })
    })

    describe('the history', () => {
      it('lists what was watched, the newest first, each with its title', async () => {
        const nora = (await client.switchTo(olga, ids['Nora']!, '')).token
        const [first, second] = await films(nora)
        await play(nora, first!.Id, 1)
        await play(nora, second!.Id, 0.5)
        const { items } = await client.history(nora)
        expect(items.map(({ item }) => item?.name)).toEqual([second!.Name, first!.Name])
        expect(items[0]).toMatchObject({
          userId: ids['Nora'],
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
        const secret = (await client.switchTo(olga, ids['Secret']!, '')).token
        const [film] = await films(secret)
        await play(secret, film!.Id, 1)
        const own = (await client.history(secret)).items
        expect(own.map(({ userId }) => userId)).toEqual([ids['Secret']])
        const all = (await client.history(olga)).items
        expect(new Set(all.map(({ userId }) => userId))).toEqual(
          new Set([ids['Secret'], ids['Nora']]),
        )
        expect((await client.clear(olga, ids['Secret']!)).cleared).toBe(1)
      })

      it('is read of one user where that is asked for, and may be', async () => {
        const nora = (await client.switchTo(olga, ids['Nora']!, '')).token
        const [film] = await films(olga)
        await play(olga, film!.Id, 1)
        const all = (await client.history(olga)).items
        expect(new Set(all.map(({ userId }) => userId))).toEqual(
          new Set([ids['Nora'], ids['Olga']]),
        )
        const one = await client.history(olga, { userId: ids['Nora']! })
        expect(new Set(one.items.map(({ userId }) => userId))).toEqual(new Set([ids['Nora']]))
        const others = await client.history(nora, { userId: ids['Olga']! })
        expect(new Set(others.items.map(({ userId }) => userId))).toEqual(new Set([ids['Olga']]))
        expect((await client.history(nora, { userId: ids['Kim']! })).status).toBe(403)
        // Whether there is such a user is not told.
        expect((await client.history(nora, { userId: ids['Secret']! })).status).toBe(403)
        expect((await client.history(nora, { userId: 'e'.repeat(32) })).status).toBe(403)
        expect((await client.history(olga, { userId: 'e'.repeat(32) })).status).toBe(404)
      })

      it('is the same for who shares it', async () => {
        const guest = (await client.switchTo(olga, ids['Guest']!, '')).token
        const [, , third] = await films(guest)
        await play(guest, third!.Id, 1)
        const own = await client.history(olga, { userId: ids['Olga']! })
        expect(own.items[0]).toMatchObject({ userId: ids['Olga'], played: true })
        expect((await client.history(guest, { userId: ids['Guest']! })).items).toEqual(own.items)
      })

      it('has pages that stay right while it is written', async () => {
        const nora = (await client.switchTo(olga, ids['Nora']!, '')).token
        const [show] = await series(nora)
        const { body } = await get(nora, `/Shows/${show!.Id}/Episodes`)
        const episodes = body.Items.filter(
          ({
            ParentIndexNumber,
            LocationType,
          }: {
            ParentIndexNumber: number
            LocationType: string
          }) => ParentIndexNumber > 0 && LocationType !== 'Virtual',
        )
        for (const { Id } of episodes) await play(nora, Id, 1)
        const whole = (await client.history(nora, { limit: 100 })).items
        const seen: string[] = []
        let cursor: string | null = null
        let pages = 0
        do {
          const page: Awaited<ReturnType<typeof client.history>> = await client.history(nora, {
            limit: 3,
            ...(cursor && { cursor }),
          })
          seen.push(...page.items.map(({ itemKey }) => itemKey))
          cursor = page.cursor
          // What comes in between is newer than every page.
          if (pages++ === 0) await play(nora, (await films(nora))[4]!.Id, 1)
        } while (cursor !== null)
        expect(seen).toEqual(whole.map(({ itemKey }) => itemKey))
        expect(pages).toBe(Math.ceil(whole.length / 3))
      })

      it.each([
        ['a cursor that was not given', { cursor: 'bm90IG9uZQ' }],
        ['a limit of nothing', { limit: 0 }],
        ['a limit above 500', { limit: 501 }],
      ])('refuses %s', async (_name, query) => {
        expect((await client.history(olga, query)).status).toBe(400)
      })
    })

    describe('activity', () => {
      it('counts for each user what the history holds', async () => {
        const { users } = await client.activity(olga)
        const nora = users.find(({ name }) => name === 'Nora')!
        expect(nora).toMatchObject({ locked: false, hidden: false, historyOf: null })
        const { items } = await client.history(olga, { userId: ids['Nora']!, limit: 500 })
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
          historyOf: ids['Olga'],
          counts: null,
        })
      })

      it('tells who watches now to the first user alone', async () => {
        const nora = (await client.switchTo(olga, ids['Nora']!, '')).token
        const [film] = await films(nora)
        await send(nora, 'POST', '/Sessions/Playing', { ItemId: film!.Id })
        expect((await client.activity(olga)).sessions?.length).toBeGreaterThan(0)
        const { users, sessions } = await client.activity(nora)
        expect(users.map(({ name }) => name)).toEqual(['Olga', 'Nora', 'Guest'])
        expect(sessions ?? []).toEqual([])
      })
    })

    describe('a show that is dropped', () => {
      it('leaves Next Up until it is played again', async () => {
        const nora = (await client.switchTo(olga, ids['Nora']!, '')).token
        const show = (await series(nora))[1]!
        const nextUp = async (): Promise<string[]> =>
          (await get(nora, '/Shows/NextUp')).body.Items.map(
            ({ SeriesId }: { SeriesId: string }) => SeriesId,
          )
        const { body } = await get(nora, `/Shows/${show.Id}/Episodes?season=1`)
        await play(nora, body.Items[0].Id, 1)
        expect(await nextUp()).toContain(show.Id)
        expect((await client.drop(nora, show.Id, true)).status).toBe(200)
        expect(await nextUp()).not.toContain(show.Id)
        expect((await client.drop(nora, show.Id, false)).status).toBe(200)
        expect(await nextUp()).toContain(show.Id)
        await client.drop(nora, show.Id, true)
        await play(nora, body.Items[1].Id, 1)
        expect(await nextUp()).toContain(show.Id)
      })
    })

    describe('played up to', () => {
      it('marks an episode and all before it, without specials and what is not aired', async () => {
        const nora = (await client.switchTo(olga, ids['Nora']!, '')).token
        const show = (await series(nora))[2]!
        const read = async () => (await get(nora, `/Shows/${show.Id}/Episodes`)).body.Items
        const all = await read()
        const target = all.find(
          (one: { ParentIndexNumber: number; IndexNumber: number }) =>
            one.ParentIndexNumber === 2 && one.IndexNumber === 2,
        )
        expect((await client.playedUpTo(nora, target.Id)).status).toBe(204)
        const played = (await read())
          .filter(({ UserData }: { UserData: { Played: boolean } }) => UserData.Played)
          .map(
            (one: { ParentIndexNumber: number; IndexNumber: number }) =>
              `${one.ParentIndexNumber}:${one.IndexNumber}`,
          )
        expect(played).toEqual(['1:1', '1:2', '1:3', '2:1', '2:2'])
        const before = (await client.history(nora, { limit: 5 })).items.map(({ sortAt }) => sortAt)
        expect((await client.playedUpTo(nora, target.Id)).status).toBe(204)
        const after = (await client.history(nora, { limit: 5 })).items.map(({ sortAt }) => sortAt)
        expect(after).toEqual(before)
      })

      it('is NOT_FOUND for what is no episode', async () => {
        const [show] = await series(olga)
        const [film] = await films(olga)
        expect((await client.playedUpTo(olga, show!.Id)).status).toBe(404)
        expect((await client.playedUpTo(olga, film!.Id)).status).toBe(404)
        expect((await client.playedUpTo(olga, 'a'.repeat(32))).status).toBe(404)
      })
    })

    describe('an export', () => {
      it('holds the history of everybody whom the caller may read, and comes back', async () => {
        const { file } = await client.export(olga)
        const { items } = await client.history(olga, { limit: 500 })
        const keyOf = ({ userId, itemKey }: { userId: string; itemKey: string }) =>
          `${userId} ${itemKey}`
        expect(file.items.map(keyOf).toSorted()).toEqual(items.map(keyOf).toSorted())
        const sent = JSON.stringify(file)
        const known = await client.import(olga, sent)
        expect(known.report).toMatchObject({ format: 'service', added: 0, updated: 0, cleared: 0 })

        const nora = { userId: ids['Nora']! }
        const before = (await client.history(olga, { ...nora, limit: 500 })).items
        expect((await client.clear(olga, ids['Nora']!)).cleared).toBe(before.length)
        expect((await client.history(olga, nora)).items).toEqual([])
        expect((await client.import(olga, sent)).report).toMatchObject({
          added: 0,
          cleared: before.length,
        })
        const tried = await client.import(olga, sent, { restore: true, dryRun: true })
        expect(tried.report).toMatchObject({ added: before.length })
        expect((await client.history(olga, nora)).items).toEqual([])
        const restored = await client.import(olga, sent, { restore: true })
        expect(restored.report).toMatchObject({ added: before.length })
        const after = (await client.history(olga, { ...nora, limit: 500 })).items
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
        const [film] = await films(olga)
        await send(olga, 'POST', `/UserPlayedItems/${film!.Id}`)
        const told = (entries: { userId: string; itemKey: string; durationMs?: number | null }[]) =>
          entries
            .map(({ userId, itemKey, durationMs }) => `${userId} ${itemKey} ${durationMs ?? null}`)
            .toSorted()
        const { items } = await client.history(olga, { limit: 500 })
        const { file } = await client.export(olga)
        expect(told(file.items)).toEqual(told(items))
        // Marked as watched, and never played: only its source says how long it is.
        const marked = items.find(({ item }) => item?.id === film!.Id)
        expect(marked?.durationMs).toBeGreaterThan(0)
      })

      it('of others holds what they may read, and is taken in for nobody else', async () => {
        const nora = (await client.switchTo(olga, ids['Nora']!, '')).token
        const { file } = await client.export(nora)
        expect(file.users.map(({ name }: { name: string }) => name)).toEqual([
          'Olga',
          'Nora',
          'Guest',
        ])
        const everybody = JSON.stringify((await client.export(olga)).file)
        const { report } = await client.import(nora, everybody)
        expect(report).toMatchObject({ added: 0, updated: 0 })
        expect(report.skipped[0].count).toBeGreaterThan(0)
      })
    })

    describe('an import', () => {
      it('takes in what another service exported, and finds it in the library', async () => {
        const { token } = await client.switchTo(olga, ids['Nora']!, '')
        const imdb = seriesId(3)
        const file = JSON.stringify([
          {
            watched_at: '2020-05-01T10:00:00.000Z',
            type: 'episode',
            episode: { season: 1, number: 2, ids: {} },
            show: { title: 'Show 3', year: 1993, ids: { imdb } },
          },
        ])
        expect((await client.import(token, file)).report).toMatchObject({
          format: 'trakt',
          added: 1,
        })
        expect((await client.import(token, file)).report).toMatchObject({ added: 0, unchanged: 1 })
        const show = (await series(token)).at(-1)!
        const { body } = await get(token, `/Shows/${show.Id}/Episodes?season=1`)
        expect(body.Items[1].UserData).toMatchObject({ Played: true, PlayCount: 1 })
        const imported = (await client.history(token, { limit: 500 })).items.find(
          ({ itemKey }) => itemKey === `${imdb}:1:2`,
        )
        expect(imported).toMatchObject({ origin: 'import', tracker: 'trakt', played: true })
        const local = (await client.history(token, { limit: 500, source: 'local' })).items
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
        expect((await client.import(olga, file)).status).toBe(400)
      })
    })

    describe('clearing', () => {
      it('removes what exists, and counts that alone', async () => {
        const [film] = await films(olga)
        await play(olga, film!.Id, 1)
        const { items } = await client.history(olga, { userId: ids['Olga']! })
        const key = items[0]!.itemKey
        const cleared = await client.clear(olga, ids['Olga']!, [key, key, 'tt0000404'])
        expect(cleared).toMatchObject({ cleared: 1 })
        expect((await client.clear(olga, ids['Olga']!, [key])).cleared).toBe(0)
        expect((await client.clear(olga, ids['Olga']!, [])).cleared).toBe(0)
        const after = (await client.history(olga, { userId: ids['Olga']! })).items
        expect(after.map(({ itemKey }) => itemKey)).not.toContain(key)
        expect(after).toHaveLength(items.length - 1)
      })

      it('is for the own history, and for the first user', async () => {
        const nora = (await client.switchTo(olga, ids['Nora']!, '')).token
        const guest = (await client.switchTo(olga, ids['Guest']!, '')).token
        expect((await client.clear(nora, ids['Olga']!)).status).toBe(403)
        expect((await client.clear(nora, ids['Secret']!)).status).toBe(403)
        expect((await client.clear(nora, 'c'.repeat(32))).status).toBe(403)
        expect((await client.clear(olga, 'c'.repeat(32))).status).toBe(404)
        // Whose history it is decides over all of it.
        expect((await client.clear(guest, ids['Guest']!)).status).toBe(403)
        expect((await client.clear(nora, ids['Nora']!)).cleared).toBeGreaterThan(0)
        const { users } = await client.activity(nora)
        expect(users.find(({ name }) => name === 'Nora')!.counts).toMatchObject({
          played: 0,
          inProgress: 0,
          lastAt: null,
        })
      })
    })
  })
})
