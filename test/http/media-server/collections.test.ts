import { getCollectionApi } from '@jellyfin/sdk/lib/utils/api/collection-api.js'
import { getLibraryApi } from '@jellyfin/sdk/lib/utils/api/library-api.js'
import { getUserDataApi } from '@jellyfin/sdk/lib/utils/api/user-data-api.js'
import { getUserViewApi } from '@jellyfin/sdk/lib/utils/api/user-view-api.js'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { signInApp } from '../../support/media-client.ts'
import { nothing, startPlaylistHome } from '../../support/playlist-home.ts'
import type { PlaylistHome } from '../../support/playlist-home.ts'
import { serviceTargets } from '../../support/service-targets.ts'
import { suiteEndings } from '../../support/suite-endings.ts'

type App = Awaited<ReturnType<typeof signInApp>>

describe.each(serviceTargets)('Collections on $name', ({ skip, start }) => {
  describe.skipIf(skip)('with the standard SDK', () => {
    const ends = suiteEndings()
    let home: PlaylistHome

    beforeAll(async () => {
      home = await startPlaylistHome(start, ends)
    })

    async function create(who: App, ids: readonly string[], name = 'Trilogy'): Promise<string> {
      const api = getCollectionApi(who.app)
      const { data } = await api.createCollection({ name, ids: [...ids] })
      onTestFinished(async () => void (await home.ask(home.olga, 'DELETE', `/Items/${data.Id}`)))
      return data.Id!
    }

    const idsIn = async (who: App, parentId: string) =>
      (await getLibraryApi(who.app).getItems({ parentId })).data.Items!.map(({ Id }) => Id)

    const found = async (who: App, searchTerm: string) =>
      (
        await getLibraryApi(who.app).getItems({
          searchTerm,
          recursive: true,
          includeItemTypes: ['BoxSet'],
        })
      ).data.Items!.map(({ Id }) => Id)

    it('are made, filled, emptied, renamed and deleted, and seen by the household', async () => {
      const { olga, tv, kim, films, shows, ask, statusOf } = home
      const api = getCollectionApi(olga.app)
      const id = await create(olga, [films[0]!, shows[0]!])
      await api.addToCollection({ collectionId: id, ids: [films[1]!, films[0]!] })
      expect(await idsIn(tv, id)).toEqual([films[0], shows[0], films[1]])
      await api.removeFromCollection({ collectionId: id, ids: [shows[0]!, nothing] })
      expect(await idsIn(kim, id)).toEqual([films[0], films[1]])
      const { body: item } = await ask(kim, 'GET', `/Items/${id}`)
      expect(item).toMatchObject({
        Name: 'Trilogy',
        Type: 'BoxSet',
        IsFolder: true,
        ChildCount: 2,
        CanDelete: false,
        ImageTags: { Primary: expect.any(String) },
      })
      expect(await statusOf(olga, 'POST', `/Items/${id}`, { ...item, Name: 'Saga' })).toBe(204)
      expect(await found(tv, 'saga')).toEqual([id])
      expect((await ask(olga, 'GET', '/Items/Counts')).body.BoxSetCount).toBe(1)
      await getLibraryApi(olga.app).deleteItem({ itemId: id })
      expect(await statusOf(tv, 'GET', `/Items/${id}`)).toBe(404)
      expect(await found(tv, 'saga')).toEqual([])
    })

    it('are a library of their own, while there are any', async () => {
      const { olga, kim, films } = home
      const viewsOf = async (who: App) => (await getUserViewApi(who.app).getUserViews()).data.Items!
      expect((await viewsOf(kim)).map(({ Name }) => Name)).not.toContain('Collections')
      const id = await create(olga, films.slice(0, 2))
      const view = (await viewsOf(kim)).find(({ Name }) => Name === 'Collections')!
      expect(view).toMatchObject({ CollectionType: 'boxsets', Type: 'CollectionFolder' })
      expect(await idsIn(kim, view.Id!)).toEqual([id])
      const all = getLibraryApi(kim.app)
      const { data } = await all.getItems({ recursive: true, includeItemTypes: ['Playlist'] })
      expect(data.Items).toEqual([])
    })

    it('are changed by who made them and by the first user alone', async () => {
      const { olga, kim, nora, stranger, films, statusOf } = home
      const id = await create(kim, [films[0]!])
      const add = `/Collections/${id}/Items?ids=${films[1]}`
      expect(await statusOf(nora, 'POST', add)).toBe(403)
      expect(await statusOf(nora, 'DELETE', `/Items/${id}`)).toBe(403)
      expect(await statusOf(nora, 'POST', `/Items/${id}`, { Name: 'Mine' })).toBe(403)
      expect(await statusOf(stranger, 'POST', add)).toBe(404)
      expect(await statusOf(stranger, 'GET', `/Items/${id}`)).toBe(404)
      expect(await statusOf(olga, 'POST', add)).toBe(204)
      expect(await idsIn(kim, id)).toEqual([films[0], films[1]])
      expect(await statusOf(olga, 'DELETE', `/Items/${id}`)).toBe(204)
    })

    it('are removed together only by who may remove each of them', async () => {
      const { olga, kim, nora, films, statusOf, create: createPlaylist } = home
      const foreign = await create(olga, [films[0]!])
      const [own, other] = [await createPlaylist(kim), await createPlaylist(kim)]
      expect(await statusOf(kim, 'DELETE', `/Items?ids=${own},${foreign}`)).toBe(403)
      expect(await statusOf(kim, 'GET', `/Items/${own}`)).toBe(200)
      expect(await statusOf(nora, 'GET', `/Items/${foreign}`)).toBe(200)
      expect(await statusOf(kim, 'DELETE', `/Items?ids=${own},${other},${own}`)).toBe(204)
      expect(await statusOf(kim, 'GET', `/Items/${own}`)).toBe(404)
      expect(await statusOf(kim, 'GET', `/Items/${other}`)).toBe(404)
    })

    it('are favourites of each user, and neither played nor shared as playlists', async () => {
      const { olga, kim, films, statusOf, create: createPlaylist } = home
      const id = await create(olga, [films[0]!])
      const { data } = await getUserDataApi(kim.app).markFavoriteItem({ itemId: id })
      expect(data.IsFavorite).toBe(true)
      const { data: favorites } = await getLibraryApi(kim.app).getItems({
        recursive: true,
        isFavorite: true,
        includeItemTypes: ['BoxSet'],
      })
      expect(favorites.Items!.map(({ Id }) => Id)).toEqual([id])
      expect(await statusOf(olga, 'POST', `/UserPlayedItems/${id}`)).toBe(400)
      expect(await statusOf(olga, 'GET', `/Playlists/${id}`)).toBe(404)
      expect(await statusOf(olga, 'POST', `/Playlists/${id}/Items?ids=${films[1]}`)).toBe(404)
      const playlist = await createPlaylist(olga)
      const add = `/Collections/${playlist}/Items?ids=${films[1]}`
      const { status, body } = await home.ask(olga, 'POST', add)
      expect([status, body.detail]).toEqual([404, 'There is no such collection.'])
    })

    it('refuse what cannot be meant', async () => {
      const { olga, statusOf } = home
      expect(await statusOf(olga, 'POST', '/Collections?name=%20')).toBe(400)
      expect(await statusOf(olga, 'POST', `/Collections?name=${'a'.repeat(201)}`)).toBe(400)
      expect(await statusOf(olga, 'POST', `/Collections?name=a&ids=${nothing}`)).toBe(404)
      expect(await statusOf(olga, 'POST', `/Collections/${nothing}/Items?ids=a`)).toBe(404)
      const id = await create(olga, [])
      expect(await statusOf(olga, 'POST', `/Collections/${id}/Items`)).toBe(400)
      expect(await idsIn(olga, id)).toEqual([])
    })
  })
})
