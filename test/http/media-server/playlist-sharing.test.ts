import { getPlaylistApi } from '@jellyfin/sdk/lib/utils/api/playlist-api.js'
import { beforeAll, describe, expect, it } from 'vitest'
import { signInApp } from '../../support/media-client.ts'
import { nothing, startPlaylistHome } from '../../support/playlist-home.ts'
import type { PlaylistHome } from '../../support/playlist-home.ts'
import { serviceTargets } from '../../support/service-targets.ts'
import { suiteEndings } from '../../support/suite-endings.ts'

type App = Awaited<ReturnType<typeof signInApp>>

describe.each(serviceTargets)('Playlists that are shared on $name', ({ skip, start }) => {
  describe.skipIf(skip)('with the standard SDK', () => {
    const ends = suiteEndings()
    let home: PlaylistHome

    beforeAll(async () => {
      home = await startPlaylistHome(start, ends)
    })

    it('are their owner’s alone unless shared, and answer others as if they were not', async () => {
      const { olga, kim, stranger, films, ask, statusOf, create, idsIn } = home
      const list = await create(olga, { Ids: [films[0]] })
      await create(kim)
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
        expect(body.Items).toHaveLength(who === kim ? 1 : 0)
        const { body: named } = await ask(who, 'GET', `/Items?ids=${list}`)
        expect(named.Items).toEqual([])
      }
      for (const path of [`/Items/${list}/Images`, `/Items/${list}/Images/Primary`])
        expect([path, await statusOf(kim, 'GET', path)]).toEqual([path, 404])
      const forOlga = { Name: 'x', UserId: olga.userId }
      expect(await statusOf(kim, 'POST', '/Playlists', forOlga)).toBe(403)
      expect(await idsIn(olga, list)).toEqual([films[0]])
    })

    it('are shared to be read or to be changed, and given back', async () => {
      const { olga, kim, nora, stranger, films, ask, statusOf, create, idsIn } = home
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
      const users = `{ playlistUsers(playlistId: "${list}") { userId canEdit } }`
      const over = async (who: App) =>
        home.nodes[0]!.graphql(users, {
          headers: { authorization: `MediaBrowser Token="${who.token}"` },
        })
      expect((await over(kim)).errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }])
      expect((await over(olga)).data.playlistUsers).toEqual([{ userId: kim.userId, canEdit: true }])
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

    it('tell nobody of a hidden user who made one or whom one is shared with', async () => {
      const { nodes, config, ask, create } = home
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

    it('answer as the standard describes it', () => {
      const { answers } = home
      expect(answers.count()).toBeGreaterThan(10)
      expect(answers.problems).toEqual([])
    })
  })
})
