import { getItemUpdateApi } from '@jellyfin/sdk/lib/utils/api/item-update-api.js'
import { getLibraryApi } from '@jellyfin/sdk/lib/utils/api/library-api.js'
import { getPlaylistApi } from '@jellyfin/sdk/lib/utils/api/playlist-api.js'
import { getUserDataApi } from '@jellyfin/sdk/lib/utils/api/user-data-api.js'
import { getUserViewApi } from '@jellyfin/sdk/lib/utils/api/user-view-api.js'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { openAppSocket } from '../../support/app-socket.ts'
import type { Ending } from '../../support/ending.ts'
import { startFilmSource } from '../../support/film-source.ts'
import { checkAnswers } from '../../support/jellyfin-schema.ts'
import { signInApp } from '../../support/media-client.ts'
import { serviceTargets } from '../../support/service-targets.ts'
import type { Auth, RunningService } from '../../support/service.ts'

type App = Awaited<ReturnType<typeof signInApp>>

const minute = 600_000_000
const nothing = '0'.repeat(32)

describe.each(serviceTargets)('Playlists on $name', ({ skip, start }) => {
  describe.skipIf(skip)('with the standard SDK', () => {
    const endings: (() => Promise<void>)[] = []
    const ends: Ending = (end) => void endings.push(end)
    let nodes: RunningService[] = []
    let owner: Auth
    let olga: App
    let tv: App
    let kim: App
    let nora: App
    let stranger: App
    let films: string[] = []
    let shows: string[] = []
    let config: { sources: unknown[]; mediaServer: object }
    let answers: ReturnType<typeof checkAnswers>

    beforeAll(async () => {
      const source = await startFilmSource({ films: 8, series: 2, ends })
      nodes = await start({ RATE_LIMIT_SIGN_IN: 'off' }, ends)
      const [first] = nodes
      config = {
        sources: [source.source],
        mediaServer: { owner: { name: 'Olga' }, users: [{ name: 'Kim' }, { name: 'Nora' }] },
      }
      owner = await first!.createUser(config)
      const other = await first!.createUser(config)
      const of = (name: string) => ({ ...owner, uuid: `${owner.uuid}/${name}` })
      olga = await signInApp(first!.url, owner, 'phone')
      tv = await signInApp(nodes.at(-1)!.url, owner, 'tv')
      kim = await signInApp(nodes.at(-1)!.url, of('Kim'), 'tablet')
      nora = await signInApp(first!.url, of('Nora'), 'laptop')
      stranger = await signInApp(first!.url, other, 'phone')
      answers = checkAnswers(olga.app.axiosInstance, first!.url)
      films = await idsOf('includeItemTypes=Movie')
      shows = await idsOf('includeItemTypes=Series')
    })

    afterAll(async () => {
      for (const end of endings.toReversed()) await end()
    })

    async function idsOf(query: string): Promise<string[]> {
      const { body } = await ask(olga, 'GET', `/Items?recursive=true&sortBy=SortName&${query}`)
      return body.Items.map(({ Id }: { Id: string }) => Id)
    }

    async function ask(who: App, method: string, path: string, body?: object) {
      const response = await fetch(nodes.at(-1)!.url + path, {
        method,
        headers: { 'x-emby-token': who.token, 'content-type': 'application/json' },
        body: body ? JSON.stringify(body) : null,
      })
      const text = await response.text()
      // oxlint-disable-next-line typescript/no-explicit-any -- tests look into many shapes
      const answer: any = text === '' ? null : JSON.parse(text)
      return { status: response.status, body: answer }
    }

    const statusOf = async (...asked: Parameters<typeof ask>) => (await ask(...asked)).status

    /** As the web client makes it; gone when the test ends. */
    async function create(who: App, dto: object = {}): Promise<string> {
      const { data } = await getPlaylistApi(who.app).createPlaylist({
        createPlaylistDto: { Name: 'Evening', Ids: [], UserId: who.userId, ...dto },
      })
      onTestFinished(async () => void (await ask(who, 'DELETE', `/Items/${data.Id}`)))
      return data.Id!
    }

    async function titlesOf(who: App, playlistId: string) {
      const { data } = await getPlaylistApi(who.app).getPlaylistItems({
        playlistId,
        userId: who.userId,
      })
      return data.Items!
    }

    const idsIn = async (who: App, id: string) => (await titlesOf(who, id)).map((item) => item.Id)

    it('are made, filled, moved, emptied and seen on every device of their user', async () => {
      const api = getPlaylistApi(olga.app)
      const list = await create(olga, { Ids: [films[0], films[1]] })
      await api.addItemToPlaylist({ playlistId: list, ids: [films[2]!], userId: olga.userId })
      expect(await idsIn(tv, list)).toEqual(films.slice(0, 3))
      const entries = (await titlesOf(olga, list)).map((item) => item.PlaylistItemId!)
      expect(new Set(entries).size).toBe(3)
      expect(entries).toEqual(entries.map(() => expect.stringMatching(/^[\da-f]{32}$/)))
      await api.moveItem({ playlistId: list, itemId: entries[2]!, newIndex: 0 })
      expect(await idsIn(tv, list)).toEqual([films[2], films[0], films[1]])
      await api.moveItem({ playlistId: list, itemId: entries[2]!, newIndex: 99 })
      expect(await idsIn(tv, list)).toEqual([films[0], films[1], films[2]])
      await api.removeItemFromPlaylist({ playlistId: list, entryIds: [entries[0]!, nothing] })
      expect(await idsIn(tv, list)).toEqual([films[1], films[2]])
      expect((await api.getPlaylist({ playlistId: list })).data).toEqual({
        OpenAccess: false,
        Shares: [],
        ItemIds: [films[1], films[2]],
      })
    })

    it('are made by the older form in the query, and hold a title once', async () => {
      const [a, b] = films
      const path = `/Playlists?name=Old%20way&ids=${a},${b},${a}&userId=${olga.userId}&mediaType=Video`
      const { status, body } = await ask(olga, 'POST', path)
      expect(status).toBe(200)
      expect(await statusOf(olga, 'POST', `/Playlists/${body.Id}/Items?ids=${b}`)).toBe(204)
      expect(await idsIn(olga, body.Id)).toEqual([a, b])
      expect(await statusOf(olga, 'DELETE', `/Items?ids=${body.Id}`)).toBe(204)
      expect(await statusOf(olga, 'GET', `/Playlists/${body.Id}`)).toBe(404)
    })

    it('are renamed and replaced, by their own form and by that of the metadata editor', async () => {
      const api = getPlaylistApi(olga.app)
      const list = await create(olga, { Ids: films.slice(0, 3) })
      const nameOf = async () => (await ask(tv, 'GET', `/Items/${list}`)).body.Name
      await api.updatePlaylist({ playlistId: list, updatePlaylistDto: { Name: 'Night' } })
      expect(await nameOf()).toBe('Night')
      expect(await idsIn(olga, list)).toHaveLength(3)
      const Ids = [films[4]!, films[0]!]
      await api.updatePlaylist({ playlistId: list, updatePlaylistDto: { Ids, IsPublic: true } })
      expect(await idsIn(tv, list)).toEqual([films[4], films[0]])
      expect((await api.getPlaylist({ playlistId: list })).data.OpenAccess).toBe(true)
      const { data: item } = await getLibraryApi(olga.app).getItem({ itemId: list })
      expect(await statusOf(olga, 'GET', `/Items/${list}/MetadataEditor`)).toBe(200)
      await getItemUpdateApi(olga.app).updateItem({
        itemId: list,
        baseItemDto: { ...item, Name: 'Morning' },
      })
      expect(await nameOf()).toBe('Morning')
      await api.updatePlaylist({ playlistId: list, updatePlaylistDto: { Ids: [] } })
      expect(await idsIn(tv, list)).toEqual([])
    })

    it('stand among the libraries as soon as there is one', async () => {
      const views = async (who: App) => {
        const { data } = await getUserViewApi(who.app).getUserViews({ userId: who.userId })
        return data.Items!.filter(({ CollectionType }) => CollectionType === 'playlists')
      }
      expect(await views(olga)).toEqual([])
      const list = await create(olga, { Ids: films.slice(0, 2) })
      const [view] = await views(tv)
      expect(view).toMatchObject({ Name: 'Playlists', Type: 'CollectionFolder', ChildCount: 1 })
      expect(await views(kim)).toEqual([])
      expect((await ask(olga, 'GET', `/Items/${view!.Id}`)).body.Name).toBe('Playlists')
      expect(
        (await ask(olga, 'GET', `/Items?userId=${olga.userId}`)).body.Items.at(-1),
      ).toMatchObject({ Id: view!.Id })
      const { body } = await ask(olga, 'GET', `/Items?parentId=${view!.Id}&sortBy=SortName`)
      expect(body).toMatchObject({ TotalRecordCount: 1, Items: [{ Id: list, Type: 'Playlist' }] })
      for (const path of [
        `/Items/Latest?parentId=${view!.Id}`,
        `/UserItems/Resume?parentId=${view!.Id}`,
        `/Shows/NextUp?parentId=${view!.Id}`,
        `/Items/Filters?parentId=${view!.Id}`,
        `/Genres?parentId=${view!.Id}`,
        `/Items/${list}/Similar`,
        `/Items/${list}/Ancestors`,
      ]) {
        expect([path, await statusOf(olga, 'GET', path)]).toEqual([path, 200])
      }
    })

    it('take the place among the libraries that their user gives them, or none', async () => {
      await create(olga)
      const views = async (path = '/UserViews'): Promise<string[]> =>
        (await ask(olga, 'GET', path)).body.Items.map(({ Id }: { Id: string }) => Id)
      const own = await views()
      const shelf = own.at(-1)!
      const choose = (chosen: object) => ask(olga, 'POST', '/Users/Configuration', chosen)
      onTestFinished(async () => void (await choose({})))
      await choose({ OrderedViews: [shelf] })
      const first = [shelf, ...own.slice(0, -1)]
      expect([await views(), await views('/Items')]).toEqual([first, first])
      await choose({ MyMediaExcludes: [shelf] })
      const others = own.slice(0, -1)
      expect([await views(), await views('/Items')]).toEqual([others, others])
      expect(await views('/UserViews?includeHidden=true')).toEqual(own)
      expect(await views(`/Items?parentId=${shelf}`)).toHaveLength(1)
    })

    it('say how much they hold, and show the picture of their first title', async () => {
      const list = await create(olga, { Name: 'Twelve', Ids: films.slice(0, 2) })
      const { data: item } = await getLibraryApi(olga.app).getItem({ itemId: list })
      expect(item).toMatchObject({
        Name: 'Twelve',
        Type: 'Playlist',
        MediaType: 'Video',
        IsFolder: true,
        CanDelete: true,
        ChildCount: 2,
        RunTimeTicks: 180 * minute,
        ImageTags: { Primary: expect.any(String) },
        UserData: { Played: false, IsFavorite: false, UnplayedItemCount: 2 },
      })
      const picture = await fetch(`${nodes[0]!.url}/Items/${list}/Images/Primary`, {
        redirect: 'manual',
      })
      expect(picture.status).toBe(302)
      expect(picture.headers.get('location')).toBe('https://pictures.example/movie-0.jpg')
    })

    it('are found by kind, name, favourite and several kinds at once, in any order', async () => {
      const [a, b] = [await create(olga, { Name: 'Zebras' }), await create(olga, { Name: 'Apes' })]
      const list = async (query: string): Promise<string[]> =>
        (await ask(olga, 'GET', `/Items?recursive=true&${query}`)).body.Items.map(
          ({ Id }: { Id: string }) => Id,
        )
      expect(await list('includeItemTypes=Playlist&sortBy=SortName')).toEqual([b, a])
      expect(await list('includeItemTypes=Playlist&sortBy=SortName&sortOrder=Descending')).toEqual([
        a,
        b,
      ])
      expect(await list('includeItemTypes=Playlist&sortBy=DateCreated&limit=1')).toEqual([a])
      expect(await list('includeItemTypes=Playlist&searchTerm=ape')).toEqual([b])
      expect((await ask(olga, 'GET', '/Search/Hints?searchTerm=ape')).body).toMatchObject({
        SearchHints: [{ Id: b, Type: 'Playlist' }],
        TotalRecordCount: 1,
      })
      await getUserDataApi(olga.app).markFavoriteItem({ itemId: a })
      expect(await list('includeItemTypes=Playlist&filters=IsFavorite')).toEqual([a])
      expect(await list('includeItemTypes=Playlist&isFavorite=false')).toEqual([b])
      await getUserDataApi(olga.app).unmarkFavoriteItem({ itemId: a })
      expect(await list('includeItemTypes=Playlist&filters=IsFavorite')).toEqual([])
      const mixed = await list('includeItemTypes=Movie,Playlist&sortBy=SortName')
      expect(mixed).toEqual([b, ...films, a])
      const page = await ask(
        olga,
        'GET',
        '/Items?recursive=true&includeItemTypes=Movie,Playlist&sortBy=SortName&startIndex=8&limit=3',
      )
      expect(page.body.Items.map(({ Id }: { Id: string }) => Id)).toEqual([films[7], a])
      expect(page.body.TotalRecordCount).toBe(10)
      expect((await ask(olga, 'GET', '/Playlists')).body.TotalRecordCount).toBe(2)
    })

    it('keep to every rule of a list among other titles', async () => {
      const [a, b] = [
        await create(olga, { Name: 'Zebras' }),
        await create(olga, { Name: 'Film 3a' }),
      ]
      const [first, second, third, fourth] = films as [string, string, string, string]
      const list = async (query: string): Promise<string[]> =>
        (await ask(olga, 'GET', `/Items?recursive=true&${query}`)).body.Items.map(
          ({ Id }: { Id: string }) => Id,
        )
      const both = 'includeItemTypes=Movie,Playlist'
      const all = [first, second, third, fourth, b, ...films.slice(4), a]
      expect(await list(`${both}&sortBy=SortName`)).toEqual(all)
      expect(await list(`${both}&sortBy=SortName&sortOrder=Descending`)).toEqual(all.toReversed())
      expect(await list(`${both}&sortBy=SortName&adjacentTo=${b}`)).toEqual([fourth, b, films[4]])
      const newest = await list(`${both}&sortBy=DateCreated&sortOrder=Descending`)
      expect(newest.slice(0, 2)).toEqual([b, a])
      expect((await list(`${both}&sortBy=Random`)).toSorted()).toEqual(all.toSorted())
      expect((await list(`${both}&searchTerm=film 3`)).slice(0, 2)).toEqual([fourth, b])
      expect(await list(`ids=${b},${first},${a}`)).toEqual([b, first, a])
      expect(await list(`ids=${b},${first},${a}&sortBy=SortName`)).toEqual([first, b, a])
      expect(await list(`ids=${b},${first},${a}&startIndex=1&limit=1`)).toEqual([first])
      for (const ids of [
        [a, b],
        [b, a],
      ])
        expect(await list(`ids=${ids.join()}`)).toEqual(ids)
      expect(await list(`ids=${b},${a}&excludeItemIds=${a}`)).toEqual([b])
      for (const id of [a, second]) await getUserDataApi(olga.app).markFavoriteItem({ itemId: id })
      onTestFinished(async () => {
        await getUserDataApi(olga.app).unmarkFavoriteItem({ itemId: second })
      })
      const favorites = [a, second]
      expect(await list(`${both}&filters=IsFavorite&sortBy=SortName&sortOrder=Descending`)).toEqual(
        favorites,
      )
      expect(await list(`ids=${a},${b},${second},${first}&filters=IsFavorite`)).toEqual(favorites)
      const liked = await list(`${both}&sortBy=IsFavoriteOrLiked,SortName&sortOrder=Descending`)
      expect(liked).toEqual([
        ...favorites,
        ...all.toReversed().filter((id) => !favorites.includes(id)),
      ])
      expect(await list(`${both}&nameStartsWith=Film 3`)).toEqual([fourth, b])
      expect(await list('includeItemTypes=Playlist&mediaTypes=Video&sortBy=SortName')).toEqual([
        b,
        a,
      ])
      expect(await list('includeItemTypes=Playlist&mediaTypes=Audio')).toEqual([])
    })

    it('take the aired regular episodes of a series or season, and the titles of a playlist', async () => {
      const { body: all } = await ask(olga, 'GET', `/Shows/${shows[0]}/Episodes?isMissing=false`)
      const regular = all.Items.filter(
        ({ ParentIndexNumber }: { ParentIndexNumber: number }) => ParentIndexNumber > 0,
      )
      const ids = regular.map(({ Id }: { Id: string }) => Id)
      const whole = await create(olga, { Ids: [shows[0]] })
      expect(await idsIn(tv, whole)).toEqual(ids)
      const season = await create(olga, { Ids: [regular[0].SeasonId, films[0]] })
      expect(await idsIn(tv, season)).toEqual([...ids.slice(0, 3), films[0]])
      const both = await create(olga, { Ids: [season] })
      await getPlaylistApi(olga.app).addItemToPlaylist({ playlistId: both, ids: [whole] })
      expect(await idsIn(tv, both)).toEqual([...ids.slice(0, 3), films[0], ...ids.slice(3)])
      expect((await titlesOf(olga, whole))[0]).toMatchObject({
        Type: 'Episode',
        SeriesName: 'Show 0',
        Name: 'Part 1.1',
        SeriesId: shows[0],
        ParentIndexNumber: 1,
        IndexNumber: 1,
      })
    })

    it('are played as apps ask for them: as the parent of a list, shuffled or by kind', async () => {
      const list = await create(olga, { Ids: [films[3], films[1], shows[0]] })
      const play = async (query: string) => {
        const path = `/Items?parentId=${list}&filters=IsNotFolder&recursive=true&mediaTypes=Audio,Video&${query}`
        const { body } = await ask(olga, 'GET', path)
        return body.Items.map(({ Id }: { Id: string }) => Id)
      }
      const all = await idsIn(olga, list)
      expect(all).toHaveLength(8)
      expect(await play('')).toEqual(all)
      expect(new Set(await play('sortBy=Random'))).toEqual(new Set(all))
      expect(await play('includeItemTypes=Movie')).toEqual([films[3], films[1]])
      expect(await play('startIndex=1&limit=2')).toEqual(all.slice(1, 3))
      const { body } = await ask(olga, 'GET', `/Playlists/${list}/Items?startIndex=6&limit=5`)
      expect(body).toMatchObject({ StartIndex: 6, TotalRecordCount: 8 })
      expect(body.Items).toHaveLength(2)
    })

    it('are played when all of their titles are, and mark them', async () => {
      const list = await create(olga, { Ids: [films[5], films[6]] })
      const data = async () => (await ask(olga, 'GET', `/UserItems/${list}/UserData`)).body
      await getUserDataApi(olga.app).markPlayedItem({ itemId: films[5]! })
      expect(await data()).toMatchObject({
        Played: false,
        UnplayedItemCount: 1,
        PlayedPercentage: 50,
      })
      const { data: marked } = await getUserDataApi(tv.app).markPlayedItem({ itemId: list })
      expect(marked).toMatchObject({ Played: true, UnplayedItemCount: 0 })
      const { body } = await ask(olga, 'GET', `/UserItems/${films[6]}/UserData`)
      expect(body.Played).toBe(true)
      expect(await data()).toMatchObject({ Played: true })
      await getUserDataApi(olga.app).markUnplayedItem({ itemId: list })
      expect(await data()).toMatchObject({ Played: false, UnplayedItemCount: 2 })
      expect(await statusOf(olga, 'POST', `/UserItems/${list}/Rating?likes=true`)).toBe(400)
      expect(await statusOf(olga, 'POST', '/Sessions/Playing', { ItemId: list })).toBe(400)
      const { body: history } = await ask(olga, 'GET', '/Service/History')
      expect(history.items.map(({ kind }: { kind: string }) => kind)).not.toContain('playlist')
    })

    it('are their owner’s alone unless shared, and answer others as if they were not', async () => {
      const list = await create(olga, { Ids: [films[0]] })
      for (const who of [kim, stranger]) {
        for (const [method, path] of [
          ['GET', `/Playlists/${list}`],
          ['POST', `/Playlists/${list}`],
          ['GET', `/Playlists/${list}/Items`],
          ['POST', `/Playlists/${list}/Items?ids=${films[1]}`],
          ['DELETE', `/Playlists/${list}/Items?entryIds=${nothing}`],
          ['POST', `/Playlists/${list}/Items/${nothing}/Move/0`],
          ['GET', `/Playlists/${list}/Users`],
          ['GET', `/Playlists/${list}/Users/${who.userId}`],
          ['POST', `/Playlists/${list}/Users/${who.userId}`],
          ['DELETE', `/Playlists/${list}/Users/${who.userId}`],
          ['GET', `/Items/${list}`],
          ['POST', `/Items/${list}`],
          ['DELETE', `/Items/${list}`],
          ['GET', `/Items?parentId=${list}`],
        ] as const) {
          const body = method === 'POST' ? {} : undefined
          expect([path, await statusOf(who, method, path, body)]).toEqual([path, 404])
        }
        const { body } = await ask(who, 'GET', '/Items?recursive=true&includeItemTypes=Playlist')
        expect(body.Items).toEqual([])
        const { body: named } = await ask(who, 'GET', `/Items?ids=${list}`)
        expect(named.Items).toEqual([])
      }
      const forOlga = { Name: 'x', UserId: olga.userId }
      expect(await statusOf(kim, 'POST', '/Playlists', forOlga)).toBe(403)
      expect(await idsIn(olga, list)).toEqual([films[0]])
    })

    it('are shared to be read or to be changed, and given back', async () => {
      const api = getPlaylistApi(olga.app)
      const list = await create(olga, {
        Ids: [films[0]],
        Users: [{ UserId: kim.userId, CanEdit: false }],
      })
      const rightsOf = async (who: App, userId = who.userId) => {
        const { status, body } = await ask(who, 'GET', `/Playlists/${list}/Users/${userId}`)
        return status === 200 ? body.CanEdit : status
      }
      const add = (who: App, id: string) =>
        statusOf(who, 'POST', `/Playlists/${list}/Items?ids=${id}`)
      expect([await rightsOf(olga), await rightsOf(kim), await rightsOf(nora)]).toEqual([
        true,
        false,
        404,
      ])
      expect(await idsIn(kim, list)).toEqual([films[0]])
      expect(await add(kim, films[1]!)).toBe(403)
      expect((await ask(kim, 'GET', `/Items/${list}`)).body.CanDelete).toBe(false)
      await api.updatePlaylistUser({
        playlistId: list,
        userId: kim.userId,
        updatePlaylistUserDto: { CanEdit: true },
      })
      expect(await rightsOf(kim)).toBe(true)
      expect(await add(kim, films[1]!)).toBe(204)
      expect(
        await statusOf(kim, 'POST', `/Playlists/${list}`, { Name: 'Ours', IsPublic: false }),
      ).toBe(204)
      expect(await statusOf(kim, 'POST', `/Playlists/${list}`, { IsPublic: true })).toBe(403)
      expect(await statusOf(kim, 'DELETE', `/Items/${list}`)).toBe(403)
      expect(await statusOf(kim, 'GET', `/Playlists/${list}/Users`)).toBe(403)
      expect(await statusOf(kim, 'POST', `/Playlists/${list}/Users/${nora.userId}`, {})).toBe(403)
      const { data } = await api.getPlaylistUsers({ playlistId: list })
      expect(data).toEqual([{ UserId: kim.userId, CanEdit: true }])
      const unknown = `/Playlists/${list}/Users/${stranger.userId}`
      expect(await statusOf(olga, 'POST', unknown, { CanEdit: true })).toBe(404)
      expect(await statusOf(kim, 'DELETE', `/Playlists/${list}/Users/${kim.userId}`)).toBe(204)
      expect(await statusOf(kim, 'GET', `/Playlists/${list}`)).toBe(404)
      await api.updatePlaylist({ playlistId: list, updatePlaylistDto: { IsPublic: true } })
      expect(await idsIn(nora, list)).toEqual([films[0], films[1]])
      expect(await add(nora, films[2]!)).toBe(403)
      expect(await statusOf(stranger, 'GET', `/Playlists/${list}`)).toBe(404)
    })

    it('say what is wrong: names, titles, entries and too much of anything', async () => {
      const list = await create(olga, { Ids: [films[0]] })
      const genres = (await ask(olga, 'GET', '/Genres')).body.Items
      const tries: [string, string, object | undefined, number][] = [
        ['POST', '/Playlists', {}, 400],
        ['POST', '/Playlists', { Name: ' \n ' }, 400],
        ['POST', '/Playlists', { Name: 'x'.repeat(201) }, 400],
        ['POST', '/Playlists', { Name: 'x', Ids: [nothing] }, 404],
        ['POST', '/Playlists', { Name: 'x', Users: [{ UserId: nothing }] }, 404],
        ['POST', `/Playlists/${list}`, { Name: 'x'.repeat(201) }, 400],
        ['POST', `/Playlists/${list}/Items`, undefined, 400],
        ['POST', `/Playlists/${list}/Items?ids=${genres[0].Id}`, undefined, 404],
        ['DELETE', `/Playlists/${list}/Items`, undefined, 400],
        ['POST', `/Playlists/${list}/Items/${nothing}/Move/0`, undefined, 404],
        ['POST', `/Playlists/${list}/Items/nonsense/Move/0`, undefined, 404],
        ['POST', `/Playlists/${list}/Items/${nothing}/Move/x`, undefined, 400],
        ['POST', `/Playlists/${films[0]}/Items?ids=${films[1]}`, undefined, 404],
        ['GET', `/Playlists/${films[0]}`, undefined, 404],
        ['DELETE', `/Playlists/${list}/Users/${kim.userId}`, undefined, 404],
        ['DELETE', `/Items/${films[0]}`, undefined, 403],
        ['POST', `/Items/${films[0]}`, { Name: 'Mine' }, 403],
        ['DELETE', `/Items/${nothing}`, undefined, 404],
      ]
      for (const [method, path, body, status] of tries) {
        const answer = await ask(olga, method, path, body)
        const asked = `${method} ${path} ${JSON.stringify(body)}`
        expect([asked, answer.status]).toEqual([asked, status])
        expect(answer.body.detail).toMatch(/\w+ \w+/)
      }
      // What is gone is left out where something else is named.
      const ids = `${nothing},${films[1]}`
      expect(await statusOf(olga, 'POST', `/Playlists/${list}/Items?ids=${ids}`)).toBe(204)
      expect(await idsIn(olga, list)).toEqual([films[0], films[1]])
    })

    it('lose nothing when two devices change them at once', async () => {
      const list = await create(olga, { Ids: [films[0]] })
      const add = (who: App, id: string) =>
        getPlaylistApi(who.app).addItemToPlaylist({ playlistId: list, ids: [id] })
      await Promise.all(films.slice(1).map((id, index) => add(index % 2 ? olga : tv, id)))
      expect(new Set(await idsIn(olga, list))).toEqual(new Set(films))
    })

    it('are told to apps that are connected, on every node', async () => {
      const socket = await openAppSocket(nodes.at(-1)!.url, tv.token, onTestFinished)
      await socket.hear('ForceKeepAlive')
      const list = await create(olga)
      await socket.hear('LibraryChanged')
      await getUserDataApi(olga.app).markFavoriteItem({ itemId: list })
      // Marks made just before may be told first.
      let told: { ItemId: string }[] = []
      while (!told.some(({ ItemId }) => ItemId === list)) {
        told = (await socket.hear('UserDataChanged')).Data.UserDataList
      }
      expect(told).toContainEqual(expect.objectContaining({ ItemId: list, IsFavorite: true }))
    })

    it('are the same over GraphQL', async () => {
      const graphql = async (who: App, query: string, variables: object = {}) => {
        const headers = { authorization: `MediaBrowser Token="${who.token}"` }
        const { data, errors } = await nodes[0]!.graphql(query, { headers, variables })
        return errors ? errors[0]!.extensions!.code : data
      }
      const made = await graphql(
        olga,
        'mutation ($ids: [ID!]!) { createPlaylist(name: "Over GraphQL", itemIds: $ids) { id } }',
        { ids: films.slice(0, 2) },
      )
      const { id } = made.createPlaylist
      const fields =
        'name open isOwner canEdit owner { name } users { user { name } canEdit } titles { totalCount nodes { id playlistEntryId } }'
      const read = `query ($id: ID!) { playlist(id: $id) { ${fields} } }`
      const { playlist } = await graphql(tv, read, { id })
      expect(playlist).toEqual({
        name: 'Over GraphQL',
        open: false,
        isOwner: true,
        canEdit: true,
        owner: { name: 'Olga' },
        users: [],
        titles: {
          totalCount: 2,
          nodes: films
            .slice(0, 2)
            .map((film) => ({ id: film, playlistEntryId: expect.any(String) })),
        },
      })
      const entryId = playlist.titles.nodes[1].playlistEntryId
      const change = async (mutation: string, variables: object) =>
        graphql(
          olga,
          `mutation ($id: ID!, $x: ID!) { ${mutation} { titles { nodes { id } } users { user { name } } } }`,
          { id, ...variables },
        )
      const idsAfter = async (mutation: string, x: string) =>
        Object.values(await change(mutation, { x })).flatMap((one) =>
          (one as { titles: { nodes: { id: string }[] } }).titles.nodes.map((node) => node.id),
        )
      expect(
        await idsAfter('movePlaylistEntry(playlistId: $id, entryId: $x, position: 0)', entryId),
      ).toEqual([films[1], films[0]])
      expect(await idsAfter('addToPlaylist(playlistId: $id, itemIds: [$x])', films[2]!)).toEqual([
        films[1],
        films[0],
        films[2],
      ])
      expect(
        await idsAfter('removeFromPlaylist(playlistId: $id, entryIds: [$x])', entryId),
      ).toEqual([films[0], films[2]])
      expect(await graphql(kim, read, { id })).toEqual({ playlist: null })
      const shared = await change('sharePlaylist(playlistId: $id, userId: $x)', { x: kim.userId })
      expect(shared.sharePlaylist.users).toEqual([{ user: { name: 'Kim' } }])
      expect((await graphql(kim, '{ playlists { id canEdit } }')).playlists).toEqual([
        { id, canEdit: false },
      ])
      const remove = 'mutation ($id: ID!) { deletePlaylist(playlistId: $id) }'
      expect(await graphql(kim, remove, { id })).toBe('FORBIDDEN')
      expect(await graphql(stranger, remove, { id })).toBe('NOT_FOUND')
      expect(await graphql(olga, remove, { id })).toEqual({ deletePlaylist: true })
      expect(await graphql(olga, read, { id })).toEqual({ playlist: null })
    })

    it('answer as the standard describes it', () => {
      expect(answers.count()).toBeGreaterThan(20)
      expect(answers.problems).toEqual([])
    })

    it('tell nobody of a hidden user who made one or whom one is shared with', async () => {
      const hidden = await nodes[0]!.createUser({
        ...config,
        mediaServer: {
          owner: { name: 'Olga' },
          users: [{ name: 'Kim', hidden: true }, { name: 'Nora' }, { name: 'Hugo', hidden: true }],
        },
      })
      const as = (name: string) =>
        signInApp(nodes[0]!.url, { ...hidden, uuid: `${hidden.uuid}/${name}` }, name)
      const [own, ghost, guest] = [
        await signInApp(nodes[0]!.url, hidden, 'own'),
        await as('Kim'),
        await as('Nora'),
      ]
      const { userId: hugo } = await as('Hugo')
      const made = await create(ghost, { Name: 'Open', IsPublic: true })
      const Users = [guest.userId, hugo].map((UserId) => ({ UserId, CanEdit: false }))
      const shared = await create(own, { Name: 'Shared', Users })
      const query = '{ playlists { name owner { name } users { userId user { name } } } }'
      const headers = { authorization: `MediaBrowser Token="${guest.token}"` }
      const { data } = await nodes[0]!.graphql(query, { headers })
      const nora = { userId: guest.userId, user: { name: 'Nora' } }
      expect(data.playlists).toEqual([
        { name: 'Shared', owner: { name: 'Olga' }, users: [nora] },
        { name: 'Open', owner: null, users: [] },
      ])
      const sharesOf = async (who: App, id: string) =>
        (await ask(who, 'GET', `/Playlists/${id}`)).body.Shares.map(
          ({ UserId }: { UserId: string }) => UserId,
        )
      expect(await sharesOf(guest, shared)).toEqual([guest.userId])
      expect((await sharesOf(own, shared)).toSorted()).toEqual([guest.userId, hugo].toSorted())
      expect(await sharesOf(guest, made)).toEqual([])
    })

    it('keep titles whose source is gone, by what was known of them', async () => {
      const list = await create(olga, { Ids: [films[0], shows[0]] })
      const before = await titlesOf(olga, list)
      await nodes[0]!.request('/api/v1/user', {
        method: 'PUT',
        auth: owner,
        json: { config: { ...config, sources: [] } },
      })
      const after = await titlesOf(tv, list)
      const shown = (items: typeof before) =>
        items.map(({ Id, Name, Type, SeriesName, RunTimeTicks, PlaylistItemId }) => ({
          Id,
          Name,
          Type,
          SeriesName,
          RunTimeTicks,
          PlaylistItemId,
        }))
      expect(after).toHaveLength(7)
      expect(shown(after)).toEqual(shown(before))
      await getPlaylistApi(tv.app).moveItem({
        playlistId: list,
        itemId: after[0]!.PlaylistItemId!,
        newIndex: 6,
      })
      expect((await idsIn(tv, list)).at(-1)).toBe(films[0])
    })

    it('go with the user whom they belong to, and with the configuration', async () => {
      await create(kim, { Name: 'Kim’s', IsPublic: true })
      const own = await create(olga, { Users: [{ UserId: kim.userId, CanEdit: true }] })
      const visible = async () =>
        (await ask(olga, 'GET', '/Items?recursive=true&includeItemTypes=Playlist')).body.Items.map(
          ({ Name }: { Name: string }) => Name,
        )
      expect(await visible()).toEqual(['Evening', 'Kim’s'])
      await nodes[0]!.request('/api/v1/user', {
        method: 'PUT',
        auth: owner,
        json: { config: { ...config, mediaServer: { users: [{ name: 'Nora' }] } } },
      })
      await expect.poll(visible).toEqual(['Evening'])
      await expect
        .poll(async () => (await ask(olga, 'GET', `/Playlists/${own}`)).body.Shares)
        .toEqual([])
      await nodes[0]!.request('/api/v1/user', { method: 'DELETE', auth: owner })
      expect(await statusOf(olga, 'GET', `/Playlists/${own}`)).toBe(401)
    })
  })
})
