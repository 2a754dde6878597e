import { getItemUpdateApi } from '@jellyfin/sdk/lib/utils/api/item-update-api.js'
import { getLibraryApi } from '@jellyfin/sdk/lib/utils/api/library-api.js'
import { getPlaylistApi } from '@jellyfin/sdk/lib/utils/api/playlist-api.js'
import { getUserDataApi } from '@jellyfin/sdk/lib/utils/api/user-data-api.js'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { openAppSocket } from '../../support/app-socket.ts'
import type { signInApp } from '../../support/media-client.ts'
import { nothing, startPlaylistHome } from '../../support/playlist-home.ts'
import type { PlaylistHome } from '../../support/playlist-home.ts'
import { serviceTargets } from '../../support/service-targets.ts'
import { suiteEndings } from '../../support/suite-endings.ts'

type App = Awaited<ReturnType<typeof signInApp>>

describe.each(serviceTargets)('Playlists on $name', ({ skip, start }) => {
  describe.skipIf(skip)('with the standard SDK', () => {
    const ends = suiteEndings()
    let home: PlaylistHome

    beforeAll(async () => {
      home = await startPlaylistHome(start, ends)
    })

    it('are made, filled, moved, emptied and seen on every device of their user', async () => {
      const { olga, tv, films, create, titlesOf, idsIn } = home
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
      const { olga, films, ask, statusOf, idsIn } = home
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
      const { olga, tv, films, ask, statusOf, create, idsIn } = home
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

    it('say what is wrong: names, titles, entries and too much of anything', async () => {
      const { olga, kim, films, ask, statusOf, create, idsIn } = home
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
      const { olga, tv, films, create, idsIn } = home
      const list = await create(olga, { Ids: [films[0]] })
      const add = (who: App, id: string) =>
        getPlaylistApi(who.app).addItemToPlaylist({ playlistId: list, ids: [id] })
      await Promise.all(films.slice(1).map((id, index) => add(index % 2 ? olga : tv, id)))
      expect(new Set(await idsIn(olga, list))).toEqual(new Set(films))
    })

    it('are told to apps that are connected, on every node', async () => {
      const { olga, tv, nodes, create } = home
      const socket = await openAppSocket(nodes.at(-1)!.url, tv.token, onTestFinished)
      await socket.hear('ForceKeepAlive')
      const list = await create(olga)
      await socket.hear('LibraryChanged')
      await getUserDataApi(olga.app).markFavoriteItem({ itemId: list })
      const { Data } = await socket.hear('UserDataChanged')
      expect(Data.UserDataList).toMatchObject([{ ItemId: list, IsFavorite: true }])
    })

    it('are the same over GraphQL', async () => {
      const { olga, tv, kim, stranger, nodes, films } = home
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
      const { answers } = home
      expect(answers.count()).toBeGreaterThan(20)
      expect(answers.problems).toEqual([])
    })

    it('keep titles whose source is gone, by what was known of them', async () => {
      const { owner, olga, tv, nodes, config, films, shows, create, titlesOf, idsIn } = home
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
      const { owner, olga, kim, nodes, config, ask, statusOf, create } = home
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
