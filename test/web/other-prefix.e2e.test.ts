import { getAuthenticationApi } from '@jellyfin/sdk/lib/utils/api/authentication-api.js'
import { getLibraryApi } from '@jellyfin/sdk/lib/utils/api/library-api.js'
import { getUserApi } from '@jellyfin/sdk/lib/utils/api/user-api.js'
import { describe, expect, it } from 'vitest'
import { noChromium } from '../support/browser.ts'
import { startFilmSource } from '../support/film-source.ts'
import { createApp, senderOf } from '../support/media-client.ts'
import { startService } from '../support/service.ts'
import { click, openPages, openSignedIn, shownIn } from '../support/web-pages.ts'

const videoUrl = 'https://videos.example/film.mkv'

describe.skipIf(noChromium)('Where the operator has set another MEDIA_SERVER_PREFIX,', () => {
  it('a film plays at the addresses that the page shows', async () => {
    const { source } = await startFilmSource({ films: 1, series: 1, videoUrl })
    const service = await startService({ MEDIA_SERVER_PREFIX: 'films' })
    const owner = await service.createUser({
      sources: [source],
      mediaServer: { owner: { name: 'Olga' }, users: [{ name: 'Kim', personal: true }] },
    })
    const { page, troubles } = await openPages(service.url)
    await openSignedIn(page, service.url, owner, 'media-server')
    await click(page, '::-p-aria([name="Details of Kim"])')
    const shown = [
      { server: await shownIn(page, 'Server of this household alone'), users: ['Olga', 'Kim'] },
      { server: await shownIn(page, 'Address of Kim'), users: ['Kim'] },
    ]
    for (const { server, users } of shown) {
      expect(server).toMatch(`${service.url}/films/`)
      const app = createApp(server)
      const { data: listed } = await getUserApi(app).getPublicUsers()
      expect(listed.map(({ Name }) => Name)).toEqual(users)
      const { data: signedIn } = await getAuthenticationApi(app).authenticateUserByName({
        authenticateUserByName: { Username: users.at(-1)!, Pw: owner.password },
      })
      app.update({ accessToken: signedIn.AccessToken! })
      const { data: found } = await getLibraryApi(app).getItems({
        userId: signedIn.User!.Id!,
        includeItemTypes: ['Movie'],
        recursive: true,
      })
      const id = found.Items![0]!.Id!
      const send = senderOf(server, signedIn.AccessToken!)
      const { body } = await send(`/Items/${id}/PlaybackInfo`, {})
      const played = await send(
        `/Videos/${id}/stream?Static=true&mediaSourceId=${body.MediaSources[0].Id}`,
      )
      expect(played.headers.get('location')).toMatch(videoUrl)
    }
    expect(troubles).toEqual([])
  }, 60_000)
})
