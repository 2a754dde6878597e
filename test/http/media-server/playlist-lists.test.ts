import { getLibraryApi } from '@jellyfin/sdk/lib/utils/api/library-api.js'
import { getPlaylistApi } from '@jellyfin/sdk/lib/utils/api/playlist-api.js'
import { getUserDataApi } from '@jellyfin/sdk/lib/utils/api/user-data-api.js'
import { getUserViewApi } from '@jellyfin/sdk/lib/utils/api/user-view-api.js'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { signInApp } from '../../support/media-client.ts'
import { startPlaylistHome } from '../../support/playlist-home.ts'
import type { PlaylistHome } from '../../support/playlist-home.ts'
import { serviceTargets } from '../../support/service-targets.ts'
import { suiteEndings } from '../../support/suite-endings.ts'

type App = Awaited<ReturnType<typeof signInApp>>

const minute = 600_000_000

describe.each(serviceTargets)('Playlists in lists on $name', ({ skip, start }) => {
  describe.skipIf(skip)('with the standard SDK', () => {
    const ends = suiteEndings()
    let home: PlaylistHome

    beforeAll(async () => {
      home = await startPlaylistHome(start, ends)
    })

    it('stand among the libraries as soon as there is one', async () => {
      const { olga, tv, kim, films, ask, statusOf, create } = home
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
      const { olga, ask, create } = home
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
      const { olga, nodes, films, create } = home
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
        // Another service is told the address.
        headers: { 'x-service-instance': 'another' },
      })
      expect(picture.status).toBe(302)
      expect(picture.headers.get('location')).toBe('https://pictures.example/movie-0.jpg')
    })

    it('are in a library that names no picture which is not there', async () => {
      const { olga, nodes, films, ask, create } = home
      await create(olga, { Ids: films.slice(0, 2) })
      const { body } = await ask(olga, 'GET', '/UserViews')
      const named = body.Items.flatMap((view: { Id: string; ImageTags: object }) =>
        Object.keys(view.ImageTags).map((type) => `/Items/${view.Id}/Images/${type}`),
      )
      const statuses = named.map(async (path: string) => {
        const headers = { 'x-service-instance': 'another', 'x-emby-token': olga.token }
        return (await fetch(nodes[0]!.url + path, { redirect: 'manual', headers })).status
      })
      expect(body.Items.at(-1).CollectionType).toBe('playlists')
      expect(await Promise.all(statuses)).toEqual(named.map(() => 302))
    })

    it('are found by kind, name, favourite and several kinds at once, in any order', async () => {
      const { olga, films, ask, create } = home
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
      const { olga, films, ask, create } = home
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
      const { olga, tv, films, shows, ask, create, titlesOf, idsIn } = home
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
      const { olga, films, shows, ask, create, idsIn } = home
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
      const { olga, tv, films, ask, statusOf, create } = home
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

    it('answer as the standard describes it', () => {
      const { answers } = home
      expect(answers.count()).toBeGreaterThan(20)
      expect(answers.problems).toEqual([])
    })
  })
})
