import { getAuthenticationApi } from '@jellyfin/sdk/lib/utils/api/authentication-api.js'
import { getLibraryApi } from '@jellyfin/sdk/lib/utils/api/library-api.js'
import { getMediaInfoApi } from '@jellyfin/sdk/lib/utils/api/media-info-api.js'
import { getSystemApi } from '@jellyfin/sdk/lib/utils/api/system-api.js'
import { getUserApi } from '@jellyfin/sdk/lib/utils/api/user-api.js'
import { getUserViewApi } from '@jellyfin/sdk/lib/utils/api/user-view-api.js'
import { describe, expect, it } from 'vitest'
import { dialects } from '../../support/dialects.ts'
import { createApp } from '../../support/media-client.ts'
import { standardHome } from '../../support/standard-home.ts'

const hour = 36_000_000_000

describe.each(dialects)('A household on $name', ({ skip, createMigrated }) => {
  describe.skipIf(skip)('with the standard SDK', () => {
    const home = standardHome(createMigrated)

    it('is found as a standard server', async () => {
      const { data } = await getSystemApi(home.app).getPublicSystemInfo()
      expect(data).toMatchObject({
        ProductName: 'Jellyfin Server',
        Version: expect.stringMatching(/^10\.11\.\d+$/),
        Id: expect.stringMatching(/^[\da-f]{32}$/),
        StartupWizardCompleted: true,
      })
    })

    it('tells nobody who lives in it', async () => {
      expect((await getUserApi(home.app).getPublicUsers()).data).toEqual([])
    })

    it('opens with its UUID and password', async () => {
      const api = getAuthenticationApi(home.app)
      const wrong = api.authenticateUserByName({
        authenticateUserByName: { Username: home.owner.uuid, Pw: 'not it' },
      })
      await expect(wrong).rejects.toMatchObject({ response: { status: 401 } })
      const { data } = await api.authenticateUserByName({
        authenticateUserByName: { Username: home.owner.uuid, Pw: home.owner.password },
      })
      expect(data.User).toMatchObject({ Name: 'Olga', Policy: {}, Configuration: {} })
      home.app.update({ accessToken: data.AccessToken! })
      home.userId = data.User!.Id!
      expect((await getUserApi(home.app).getCurrentUser()).data.Id).toBe(home.userId)
    })

    it('opens for another of its users with password and PIN together', async () => {
      const kim = createApp(home.service.url, 'tablet')
      const signIn = (secret: string) =>
        getAuthenticationApi(kim).authenticateUserByName({
          authenticateUserByName: { Username: `${home.owner.uuid}/Kim`, Pw: secret },
        })
      await expect(signIn(home.owner.password)).rejects.toMatchObject({ response: { status: 401 } })
      const { data } = await signIn(`${home.owner.password}/4711`)
      expect(data.User!.Name).toBe('Kim')
    })

    it('shows its catalogs as libraries', async () => {
      const { data } = await getUserViewApi(home.app).getUserViews({ userId: home.userId })
      expect(
        data.Items!.map(({ Name, CollectionType, Type }) => [Name, CollectionType, Type]),
      ).toEqual([
        ['All films', 'movies', 'CollectionFolder'],
        ['All shows', 'tvshows', 'CollectionFolder'],
        ['By genre', 'movies', 'CollectionFolder'],
      ])
    })

    it('lists, sorts and counts whole libraries', async () => {
      const [films] = (await getUserViewApi(home.app).getUserViews({ userId: home.userId })).data
        .Items!
      const { data } = await getLibraryApi(home.app).getItems({
        userId: home.userId,
        parentId: films!.Id!,
        sortBy: ['SortName'],
        sortOrder: ['Descending'],
        startIndex: 5,
        limit: 3,
      })
      expect(data.TotalRecordCount).toBe(30)
      expect(data.StartIndex).toBe(5)
      expect(data.Items!.map(({ Name }) => Name)).toEqual(['Film 24', 'Film 23', 'Film 22'])
    })

    it('finds titles by name', async () => {
      const { data } = await getLibraryApi(home.app).getItems({
        userId: home.userId,
        searchTerm: 'film 12',
        recursive: true,
        includeItemTypes: ['Movie'],
      })
      expect(data.Items!.map(({ Name }) => Name)).toEqual(['Film 12'])
    })

    it('gives each source one question for a page, and no stream source any', async () => {
      expect(home.source.counts.stream).toBe(0)
      expect(home.source.counts.meta).toBe(0)
    })

    it('opens a film with its versions, the same ones in the same order as for playing', async () => {
      const id = await home.find('Film 3')
      const { data: film } = await getLibraryApi(home.app).getItem({
        itemId: id,
        userId: home.userId,
      })
      expect(film).toMatchObject({
        Id: id,
        Type: 'Movie',
        MediaType: 'Video',
        RunTimeTicks: 1.5 * hour,
        ProviderIds: { Imdb: 'tt1000006' },
        People: expect.arrayContaining([expect.objectContaining({ Name: 'Dora Director' })]),
      })
      const { data: info } = await getMediaInfoApi(home.app).getPostedPlaybackInfo({
        itemId: id,
        userId: home.userId,
      })
      const identity = ({ Id, ETag, Name }: { Id?: unknown; ETag?: unknown; Name?: unknown }) => [
        Id,
        ETag,
        Name,
      ]
      expect(info.MediaSources!.map(identity)).toEqual(film.MediaSources!.map(identity))
      expect(info.MediaSources).toHaveLength(3)
      expect(info.MediaSources![0]!.Id).toBe(id)
      expect(info.PlaySessionId).toMatch(/^[\da-f]{32}$/)
    })

    it('opens one version like an item, and plays that one alone', async () => {
      const id = await home.find('Film 3')
      const { data: film } = await getLibraryApi(home.app).getItem({
        itemId: id,
        userId: home.userId,
      })
      const second = film.MediaSources![1]!
      const { data: version } = await getLibraryApi(home.app).getItem({
        itemId: second.Id!,
        userId: home.userId,
      })
      expect(version.Id).toBe(second.Id)
      expect(version.MediaSources!.map(({ Id }) => Id)).toEqual([second.Id])
      const { data: info } = await getMediaInfoApi(home.app).getPostedPlaybackInfo({
        itemId: id,
        playbackInfoDto: { UserId: home.userId, MediaSourceId: second.Id! },
      })
      expect(info.MediaSources!.map(({ ETag }) => ETag)).toEqual([second.ETag])
    })

    it('leads to the upstream address without a token', async () => {
      const id = await home.find('Film 3')
      const response = await fetch(`${home.service.url}/Videos/${id}/stream.mp4?static=true`, {
        redirect: 'manual',
      })
      expect(response.status).toBe(302)
      expect(response.headers.get('location')).toBe('https://streams.example/video.mp4?version=0')
    })

    it('has answered as its description says throughout', () => {
      expect(home.answers.problems).toEqual([])
      expect(home.answers.count()).toBeGreaterThan(15)
    })
  })
})
