import { getAuthenticationApi } from '@jellyfin/sdk/lib/utils/api/authentication-api.js'
import { getDisplayPreferenceApi } from '@jellyfin/sdk/lib/utils/api/display-preference-api.js'
import { getLibraryApi } from '@jellyfin/sdk/lib/utils/api/library-api.js'
import { getMediaInfoApi } from '@jellyfin/sdk/lib/utils/api/media-info-api.js'
import { getSessionApi } from '@jellyfin/sdk/lib/utils/api/session-api.js'
import { getShowApi } from '@jellyfin/sdk/lib/utils/api/show-api.js'
import { getSystemApi } from '@jellyfin/sdk/lib/utils/api/system-api.js'
import { getUserApi } from '@jellyfin/sdk/lib/utils/api/user-api.js'
import { getUserDataApi } from '@jellyfin/sdk/lib/utils/api/user-data-api.js'
import { getUserViewApi } from '@jellyfin/sdk/lib/utils/api/user-view-api.js'
import type { Api } from '@jellyfin/sdk'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dialects } from '../../support/dialects.ts'
import { startFilmSource } from '../../support/film-source.ts'
import { checkAnswers } from '../../support/jellyfin-schema.ts'
import { createApp } from '../../support/media-client.ts'
import { startService } from '../../support/service.ts'
import type { Auth, RunningService } from '../../support/service.ts'

const hour = 36_000_000_000
const minute = hour / 60

describe.each(dialects)('A household on $name', ({ skip, createDatabase }) => {
  describe.skipIf(skip)('with the standard SDK', () => {
    const endings: (() => unknown)[] = []
    let service: RunningService
    let owner: Auth
    let source: Awaited<ReturnType<typeof startFilmSource>>
    let app: Api
    let userId = ''
    let answers: ReturnType<typeof checkAnswers>

    beforeAll(async () => {
      const database = await createDatabase()
      endings.push(database.dispose)
      const ends = (end: () => unknown): void => void endings.push(end)
      source = await startFilmSource({ ends })
      service = await startService(
        database.settings.dialect === 'mysql'
          ? { DATABASE_URL: database.settings.url, SECRET_KEY: 'ab'.repeat(32) }
          : {},
        ends,
      )
      owner = await service.createUser({
        name: 'Our home',
        sources: [source.source],
        mediaServer: { owner: { name: 'Olga' }, users: [{ name: 'Kim', pin: '4711' }] },
      })
      app = createApp(service.url)
      answers = checkAnswers(app.axiosInstance, service.url)
    })

    afterAll(async () => {
      for (const end of endings.toReversed()) await end()
    })

    it('is found as a standard server', async () => {
      const { data } = await getSystemApi(app).getPublicSystemInfo()
      expect(data).toMatchObject({
        ProductName: 'Jellyfin Server',
        Version: expect.stringMatching(/^10\.11\.\d+$/),
        Id: expect.stringMatching(/^[\da-f]{32}$/),
        StartupWizardCompleted: true,
      })
    })

    it('tells nobody who lives in it', async () => {
      expect((await getUserApi(app).getPublicUsers()).data).toEqual([])
    })

    it('opens with its UUID and password', async () => {
      const api = getAuthenticationApi(app)
      const wrong = api.authenticateUserByName({
        authenticateUserByName: { Username: owner.uuid, Pw: 'not it' },
      })
      await expect(wrong).rejects.toMatchObject({ response: { status: 401 } })
      const { data } = await api.authenticateUserByName({
        authenticateUserByName: { Username: owner.uuid, Pw: owner.password },
      })
      expect(data.User).toMatchObject({ Name: 'Olga', Policy: {}, Configuration: {} })
      app.update({ accessToken: data.AccessToken! })
      userId = data.User!.Id!
      expect((await getUserApi(app).getCurrentUser()).data.Id).toBe(userId)
    })

    it('opens for another of its users with password and PIN together', async () => {
      const kim = createApp(service.url, 'tablet')
      const signIn = (secret: string) =>
        getAuthenticationApi(kim).authenticateUserByName({
          authenticateUserByName: { Username: `${owner.uuid}/Kim`, Pw: secret },
        })
      await expect(signIn(owner.password)).rejects.toMatchObject({ response: { status: 401 } })
      const { data } = await signIn(`${owner.password}/4711`)
      expect(data.User!.Name).toBe('Kim')
    })

    it('shows its catalogs as libraries', async () => {
      const { data } = await getUserViewApi(app).getUserViews({ userId })
      expect(
        data.Items!.map(({ Name, CollectionType, Type }) => [Name, CollectionType, Type]),
      ).toEqual([
        ['All films', 'movies', 'CollectionFolder'],
        ['All shows', 'tvshows', 'CollectionFolder'],
        ['By genre', 'movies', 'CollectionFolder'],
      ])
    })

    it('lists, sorts and counts whole libraries', async () => {
      const [films] = (await getUserViewApi(app).getUserViews({ userId })).data.Items!
      const { data } = await getLibraryApi(app).getItems({
        userId,
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
      const { data } = await getLibraryApi(app).getItems({
        userId,
        searchTerm: 'film 12',
        recursive: true,
        includeItemTypes: ['Movie'],
      })
      expect(data.Items!.map(({ Name }) => Name)).toEqual(['Film 12'])
    })

    it('gives each source one question for a page, and no stream source any', async () => {
      expect(source.counts.stream).toBe(0)
      expect(source.counts.meta).toBe(0)
    })

    async function find(name: string): Promise<string> {
      const { data } = await getLibraryApi(app).getItems({
        userId,
        searchTerm: name,
        recursive: true,
      })
      return data.Items!.find((item) => item.Name === name)!.Id!
    }

    it('opens a film with its versions, the same ones in the same order as for playing', async () => {
      const id = await find('Film 3')
      const { data: film } = await getLibraryApi(app).getItem({ itemId: id, userId })
      expect(film).toMatchObject({
        Id: id,
        Type: 'Movie',
        MediaType: 'Video',
        RunTimeTicks: 1.5 * hour,
        ProviderIds: { Imdb: 'tt1000006' },
        People: expect.arrayContaining([expect.objectContaining({ Name: 'Dora Director' })]),
      })
      const { data: info } = await getMediaInfoApi(app).getPostedPlaybackInfo({
        itemId: id,
        userId,
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
      const id = await find('Film 3')
      const { data: film } = await getLibraryApi(app).getItem({ itemId: id, userId })
      const second = film.MediaSources![1]!
      const { data: version } = await getLibraryApi(app).getItem({ itemId: second.Id!, userId })
      expect(version.Id).toBe(second.Id)
      expect(version.MediaSources!.map(({ Id }) => Id)).toEqual([second.Id])
      const { data: info } = await getMediaInfoApi(app).getPostedPlaybackInfo({
        itemId: id,
        playbackInfoDto: { UserId: userId, MediaSourceId: second.Id! },
      })
      expect(info.MediaSources!.map(({ ETag }) => ETag)).toEqual([second.ETag])
    })

    it('leads to the upstream address without a token', async () => {
      const id = await find('Film 3')
      const response = await fetch(`${service.url}/Videos/${id}/stream.mp4?static=true`, {
        redirect: 'manual',
      })
      expect(response.status).toBe(302)
      expect(response.headers.get('location')).toBe('https://streams.example/video.mp4?version=0')
    })

    it('keeps where a film was left, and counts one play when it ends', async () => {
      const id = await find('Film 4')
      const sessions = getSessionApi(app)
      const report = { ItemId: id, PlaySessionId: 'one', CanSeek: true }
      await sessions.reportPlaybackStart({ playbackStartInfo: report })
      await sessions.reportPlaybackProgress({
        playbackProgressInfo: { ...report, PositionTicks: 30 * minute },
      })
      const { data: playing } = await sessions.getSessions()
      expect(playing.find(({ NowPlayingItem }) => NowPlayingItem)).toMatchObject({
        NowPlayingItem: { Id: id, Name: 'Film 4' },
        PlayState: { PositionTicks: 30 * minute },
      })
      await sessions.reportPlaybackStopped({
        playbackStopInfo: { ...report, PositionTicks: 31 * minute },
      })
      const { data: resumable } = await getLibraryApi(app).getResumeItems({ userId })
      expect(
        resumable.Items!.map((item) => [item.Id, item.UserData!.PlaybackPositionTicks]),
      ).toEqual([[id, 31 * minute]])
      await sessions.reportPlaybackStart({ playbackStartInfo: { ...report, PlaySessionId: 'two' } })
      await sessions.reportPlaybackStopped({
        playbackStopInfo: { ...report, PlaySessionId: 'two', PositionTicks: 89 * minute },
      })
      const { data: state } = await getUserDataApi(app).getItemUserData({ itemId: id, userId })
      expect(state).toMatchObject({ Played: true, PlayCount: 1, PlaybackPositionTicks: 0 })
      expect((await getLibraryApi(app).getResumeItems({ userId })).data.TotalRecordCount).toBe(0)
    })

    it('goes on with the next episode, without specials and what is only announced', async () => {
      const show = await find('Show 2')
      const { data: seasons } = await getShowApi(app).getSeasons({ seriesId: show, userId })
      expect(seasons.Items!.map(({ IndexNumber }) => IndexNumber)).toEqual([0, 1, 2, 3])
      const { data: episodes } = await getShowApi(app).getEpisodes({ seriesId: show, userId })
      expect(episodes.TotalRecordCount).toBe(8)
      expect(episodes.Items!.at(-1)!.LocationType).toBe('Virtual')
      const { data: aired } = await getShowApi(app).getEpisodes({
        seriesId: show,
        userId,
        isMissing: false,
      })
      expect(aired.TotalRecordCount).toBe(7)
      const first = aired.Items!.find(
        ({ ParentIndexNumber, IndexNumber }) => ParentIndexNumber === 1 && IndexNumber === 3,
      )!
      await getUserDataApi(app).markPlayedItem({ itemId: first.Id!, userId })
      const { data: next } = await getShowApi(app).getNextUp({ userId })
      expect(
        next.Items!.map(({ SeriesId, ParentIndexNumber, IndexNumber }) => [
          SeriesId,
          ParentIndexNumber,
          IndexNumber,
        ]),
      ).toEqual([[show, 2, 1]])
    })

    it('drops a series from Next Up until it is played again', async () => {
      const show = await find('Show 2')
      const nextUp = async () => (await getShowApi(app).getNextUp({ userId })).data.TotalRecordCount
      await getUserDataApi(app).updateUserItemRating({ itemId: show, userId, likes: false })
      expect(await nextUp()).toBe(0)
      const { data: episodes } = await getShowApi(app).getEpisodes({
        seriesId: show,
        userId,
        season: 2,
      })
      await getUserDataApi(app).markPlayedItem({ itemId: episodes.Items![0]!.Id!, userId })
      expect(await nextUp()).toBe(1)
    })

    it('marks a whole series, and counts what is left of it', async () => {
      const show = await find('Show 5')
      const { data: before } = await getLibraryApi(app).getItem({ itemId: show, userId })
      expect(before.UserData).toMatchObject({ Played: false, UnplayedItemCount: 6 })
      const { data: marked } = await getUserDataApi(app).markPlayedItem({ itemId: show, userId })
      expect(marked).toMatchObject({ Played: true, UnplayedItemCount: 0 })
    })

    it('lets an app without the history feature derive it', async () => {
      const items = getLibraryApi(app)
      const { data: played } = await items.getItems({
        userId,
        recursive: true,
        filters: ['IsPlayed'],
        includeItemTypes: ['Movie', 'Episode'],
        sortBy: ['DatePlayed'],
        sortOrder: ['Descending'],
        limit: 3,
      })
      expect(played.TotalRecordCount).toBe(9)
      expect(played.Items).toHaveLength(3)
      const id = await find('Film 9')
      await getUserDataApi(app).markFavoriteItem({ itemId: id, userId })
      const { data: favourites } = await items.getItems({
        userId,
        recursive: true,
        filters: ['IsFavorite'],
        limit: 0,
      })
      expect(favourites).toMatchObject({ TotalRecordCount: 1, Items: [] })
    })

    it('keeps what an app wants to remember', async () => {
      const preferences = getDisplayPreferenceApi(app)
      const key = { displayPreferencesId: 'usersettings', userId, client: 'emby' }
      const { data: fresh } = await preferences.getDisplayPreferences(key)
      await preferences.updateDisplayPreferences({
        ...key,
        displayPreferencesDto: { ...fresh, CustomPrefs: { theme: 'dark' } },
      })
      const { data: kept } = await preferences.getDisplayPreferences(key)
      expect(kept.CustomPrefs).toEqual({ theme: 'dark' })
    })

    it('admits a device by a code that a signed-in one confirms', async () => {
      const tv = createApp(service.url, 'tv')
      const { data: request } = await getAuthenticationApi(tv).initiateQuickConnect()
      expect(request.Code).toMatch(/^\d{6}$/)
      await getAuthenticationApi(app).authorizeQuickConnect({ code: request.Code!, userId })
      const redeem = () =>
        getAuthenticationApi(tv).authenticateWithQuickConnect({
          quickConnectDto: { Secret: request.Secret! },
        })
      expect((await redeem()).data.User!.Id).toBe(userId)
      await expect(redeem()).rejects.toMatchObject({ response: { status: expect.any(Number) } })
    })

    it('ends a sign-in', async () => {
      await getSessionApi(app).reportSessionEnded()
      await expect(getUserApi(app).getCurrentUser()).rejects.toMatchObject({
        response: { status: 401 },
      })
    })

    it('has answered as its description says throughout', () => {
      expect(answers.problems).toEqual([])
      expect(answers.count()).toBeGreaterThan(40)
    })
  })
})
