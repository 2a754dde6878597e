import { getAuthenticationApi } from '@jellyfin/sdk/lib/utils/api/authentication-api.js'
import { getDisplayPreferenceApi } from '@jellyfin/sdk/lib/utils/api/display-preference-api.js'
import { getLibraryApi } from '@jellyfin/sdk/lib/utils/api/library-api.js'
import { getSessionApi } from '@jellyfin/sdk/lib/utils/api/session-api.js'
import { getShowApi } from '@jellyfin/sdk/lib/utils/api/show-api.js'
import { getUserApi } from '@jellyfin/sdk/lib/utils/api/user-api.js'
import { getUserDataApi } from '@jellyfin/sdk/lib/utils/api/user-data-api.js'
import { describe, expect, it } from 'vitest'
import { dialects } from '../../support/dialects.ts'
import { createApp } from '../../support/media-client.ts'
import { standardHome } from '../../support/standard-home.ts'

const hour = 36_000_000_000
const minute = hour / 60

describe.each(dialects)('A household on $name', ({ skip, createMigrated }) => {
  describe.skipIf(skip)('with the standard SDK', () => {
    const home = standardHome(createMigrated, { signedIn: true })

    it('keeps where a film was left, and counts one play when it ends', async () => {
      const id = await home.find('Film 4')
      const sessions = getSessionApi(home.app)
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
      const { data: resumable } = await getLibraryApi(home.app).getResumeItems({
        userId: home.userId,
      })
      expect(
        resumable.Items!.map((item) => [item.Id, item.UserData!.PlaybackPositionTicks]),
      ).toEqual([[id, 31 * minute]])
      await sessions.reportPlaybackStart({ playbackStartInfo: { ...report, PlaySessionId: 'two' } })
      await sessions.reportPlaybackStopped({
        playbackStopInfo: { ...report, PlaySessionId: 'two', PositionTicks: 89 * minute },
      })
      const { data: state } = await getUserDataApi(home.app).getItemUserData({
        itemId: id,
        userId: home.userId,
      })
      expect(state).toMatchObject({ Played: true, PlayCount: 1, PlaybackPositionTicks: 0 })
      expect(
        (await getLibraryApi(home.app).getResumeItems({ userId: home.userId })).data
          .TotalRecordCount,
      ).toBe(0)
    })

    it('goes on with the next episode, without specials and what is only announced', async () => {
      const show = await home.find('Show 2')
      const { data: seasons } = await getShowApi(home.app).getSeasons({
        seriesId: show,
        userId: home.userId,
      })
      expect(seasons.Items!.map(({ IndexNumber }) => IndexNumber)).toEqual([0, 1, 2, 3])
      const { data: episodes } = await getShowApi(home.app).getEpisodes({
        seriesId: show,
        userId: home.userId,
      })
      expect(episodes.TotalRecordCount).toBe(8)
      expect(episodes.Items!.at(-1)!.LocationType).toBe('Virtual')
      const { data: aired } = await getShowApi(home.app).getEpisodes({
        seriesId: show,
        userId: home.userId,
        isMissing: false,
      })
      expect(aired.TotalRecordCount).toBe(7)
      const first = aired.Items!.find(
        ({ ParentIndexNumber, IndexNumber }) => ParentIndexNumber === 1 && IndexNumber === 3,
      )!
      await getUserDataApi(home.app).markPlayedItem({ itemId: first.Id!, userId: home.userId })
      const { data: next } = await getShowApi(home.app).getNextUp({ userId: home.userId })
      expect(
        next.Items!.map(({ SeriesId, ParentIndexNumber, IndexNumber }) => [
          SeriesId,
          ParentIndexNumber,
          IndexNumber,
        ]),
      ).toEqual([[show, 2, 1]])
    })

    it('drops a series from Next Up until it is played again', async () => {
      const show = await home.find('Show 2')
      const nextUp = async () =>
        (await getShowApi(home.app).getNextUp({ userId: home.userId })).data.TotalRecordCount
      await getUserDataApi(home.app).updateUserItemRating({
        itemId: show,
        userId: home.userId,
        likes: false,
      })
      expect(await nextUp()).toBe(0)
      const { data: episodes } = await getShowApi(home.app).getEpisodes({
        seriesId: show,
        userId: home.userId,
        season: 2,
      })
      await getUserDataApi(home.app).markPlayedItem({
        itemId: episodes.Items![0]!.Id!,
        userId: home.userId,
      })
      expect(await nextUp()).toBe(1)
    })

    it('marks a whole series, and counts what is left of it', async () => {
      const show = await home.find('Show 5')
      const { data: before } = await getLibraryApi(home.app).getItem({
        itemId: show,
        userId: home.userId,
      })
      expect(before.UserData).toMatchObject({ Played: false, UnplayedItemCount: 6 })
      const { data: marked } = await getUserDataApi(home.app).markPlayedItem({
        itemId: show,
        userId: home.userId,
      })
      expect(marked).toMatchObject({ Played: true, UnplayedItemCount: 0 })
    })

    it('lets an app without the history feature derive it', async () => {
      const items = getLibraryApi(home.app)
      const { data: played } = await items.getItems({
        userId: home.userId,
        recursive: true,
        filters: ['IsPlayed'],
        includeItemTypes: ['Movie', 'Episode'],
        sortBy: ['DatePlayed'],
        sortOrder: ['Descending'],
        limit: 3,
      })
      expect(played.TotalRecordCount).toBe(9)
      expect(played.Items).toHaveLength(3)
      const id = await home.find('Film 9')
      await getUserDataApi(home.app).markFavoriteItem({ itemId: id, userId: home.userId })
      const { data: favourites } = await items.getItems({
        userId: home.userId,
        recursive: true,
        filters: ['IsFavorite'],
        limit: 0,
      })
      expect(favourites).toMatchObject({ TotalRecordCount: 1, Items: [] })
    })

    it('keeps what an app wants to remember', async () => {
      const preferences = getDisplayPreferenceApi(home.app)
      const key = { displayPreferencesId: 'usersettings', userId: home.userId, client: 'emby' }
      const { data: fresh } = await preferences.getDisplayPreferences(key)
      await preferences.updateDisplayPreferences({
        ...key,
        displayPreferencesDto: { ...fresh, CustomPrefs: { theme: 'dark' } },
      })
      const { data: kept } = await preferences.getDisplayPreferences(key)
      expect(kept.CustomPrefs).toEqual({ theme: 'dark' })
    })

    it('admits a device by a code that a signed-in one confirms', async () => {
      const tv = createApp(home.service.url, 'tv')
      const { data: request } = await getAuthenticationApi(tv).initiateQuickConnect()
      expect(request.Code).toMatch(/^\d{6}$/)
      await getAuthenticationApi(home.app).authorizeQuickConnect({
        code: request.Code!,
        userId: home.userId,
      })
      const redeem = () =>
        getAuthenticationApi(tv).authenticateWithQuickConnect({
          quickConnectDto: { Secret: request.Secret! },
        })
      expect((await redeem()).data.User!.Id).toBe(home.userId)
      await expect(redeem()).rejects.toMatchObject({ response: { status: expect.any(Number) } })
    })

    it('ends a sign-in', async () => {
      await getSessionApi(home.app).reportSessionEnded()
      await expect(getUserApi(home.app).getCurrentUser()).rejects.toMatchObject({
        response: { status: 401 },
      })
    })

    it('has answered as its description says throughout', () => {
      expect(home.answers.problems).toEqual([])
      expect(home.answers.count()).toBeGreaterThan(25)
    })
  })
})
