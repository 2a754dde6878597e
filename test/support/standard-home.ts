import type { Api } from '@jellyfin/sdk'
import { getAuthenticationApi } from '@jellyfin/sdk/lib/utils/api/authentication-api.js'
import { getLibraryApi } from '@jellyfin/sdk/lib/utils/api/library-api.js'
import { afterAll, beforeAll } from 'vitest'
import type { dialects } from './dialects.ts'
import { startFilmSource } from './film-source.ts'
import { checkAnswers } from './jellyfin-schema.ts'
import { createApp } from './media-client.ts'
import { startService } from './service.ts'
import type { Auth, RunningService } from './service.ts'

/**
 * A household of Olga and Kim, whose PIN is 4711, and an app made with the standard SDK, which is Olga's where it is
 * signed in. Call it in a `describe`.
 */
export function standardHome(
  createMigrated: (typeof dialects)[number]['createMigrated'],
  { signedIn = false } = {},
) {
  const endings: (() => unknown)[] = []
  const home = {
    service: undefined as unknown as RunningService,
    owner: undefined as unknown as Auth,
    source: undefined as unknown as Awaited<ReturnType<typeof startFilmSource>>,
    app: undefined as unknown as Api,
    /** Of Olga, once the app has signed in. */
    userId: '',
    answers: undefined as unknown as ReturnType<typeof checkAnswers>,
    find,
  }

  async function find(name: string): Promise<string> {
    const { data } = await getLibraryApi(home.app).getItems({
      userId: home.userId,
      searchTerm: name,
      recursive: true,
    })
    return data.Items!.find((item) => item.Name === name)!.Id!
  }

  beforeAll(async () => {
    const database = await createMigrated()
    endings.push(database.dispose)
    const ends = (end: () => unknown): void => void endings.push(end)
    home.source = await startFilmSource({ ends })
    home.service = await startService(
      database.settings.dialect === 'mysql'
        ? { DATABASE_URL: database.settings.url, SECRET_KEY: 'ab'.repeat(32) }
        : {},
      ends,
    )
    home.owner = await home.service.createUser({
      name: 'Our home',
      sources: [home.source.source],
      mediaServer: { owner: { name: 'Olga' }, users: [{ name: 'Kim', pin: '4711' }] },
    })
    home.app = createApp(home.service.url)
    home.answers = checkAnswers(home.app.axiosInstance, home.service.url)
    if (signedIn) {
      const { uuid, password } = home.owner
      const { data } = await getAuthenticationApi(home.app).authenticateUserByName({
        authenticateUserByName: { Username: uuid, Pw: password },
      })
      home.app.update({ accessToken: data.AccessToken! })
      home.userId = data.User!.Id!
    }
  })

  afterAll(async () => {
    for (const end of endings.toReversed()) await end()
  })
  return home
}
