import type { Ending } from '../ending.ts'
import { startFilmSource } from '../film-source.ts'
import { signInApp } from '../media-client.ts'
import { basic, startService } from '../service.ts'
import type { Pattern } from './requests.ts'

/** A service with a household whose ids and secrets requests may use, made anew once a request has destroyed it. */
export async function createFuzzedHousehold(ends: Ending) {
  const source = await startFilmSource({ films: 5, series: 2, ends })
  const service = await startService(
    {
      ALIASED_CONFIGURATIONS: 'home:00000000-0000-4000-8000-000000000001:not-there',
      TRUSTED_PROXIES: '127.0.0.1',
      LOG_LEVEL: 'error',
      PIN_ATTEMPTS: '100',
      RATE_LIMIT_ANIME: 'off',
      RATE_LIMIT_SIGN_IN: 'off',
      SOURCE_TIMEOUT: '1s',
    },
    ends,
  )
  service.service.services.anime.useSample()

  async function create() {
    const owner = await service.createUser({
      sources: [source.source],
      mediaServer: { users: [{ name: 'Kim', pin: '471100' }] },
    })
    const { token, userId } = await signInApp(service.url, owner, 'fuzzed')
    const headers = { authorization: `MediaBrowser Token="${token}"` }
    // oxlint-disable-next-line typescript/no-explicit-any -- answers of the standard
    const ask = async (path: string): Promise<any> =>
      (await service.request(path, { headers })).body
    const first = async (type: string): Promise<string> =>
      (await ask(`/Items?recursive=true&limit=1&includeItemTypes=${type}`)).Items[0].Id
    const film = await first('Movie')
    const series = await first('Series')
    const { MediaSources } = await ask(`/Items/${film}/PlaybackInfo`)
    const key = await service.request('/Auth/Keys?app=fuzz', { method: 'POST', headers })
    return {
      film,
      series,
      season: (await ask(`/Shows/${series}/Seasons`)).Items[0].Id as string,
      episode: (await ask(`/Shows/${series}/Episodes`)).Items[0].Id as string,
      version: MediaSources[1].Id as string,
      library: (await ask('/UserViews')).Items[0].Id as string,
      genre: (await ask('/Genres')).Items[0].Id as string,
      user: userId,
      uuid: owner.uuid,
      secret: owner.token,
      password: owner.password,
      basic: basic(owner),
      token,
      key: (key.body as unknown as { AccessToken: string }).AccessToken,
    }
  }

  let current = await create()
  let renewing: Promise<unknown> | undefined

  async function renew(): Promise<void> {
    const { film, token, uuid, password } = current
    const headers = { authorization: `MediaBrowser Token="${token}"` }
    const [item, user] = await Promise.all([
      service.request(`/Items/${film}`, { headers }),
      service.request('/api/v1/user', { auth: { uuid, password } }),
    ])
    if (item.status !== 200 || user.status !== 200) current = await create()
  }

  return {
    service,
    /** All routes of the service, and the paths that are made from GraphQL. */
    patterns: [...service.service.paths.all(), ...(await restPatterns(service))],
    /** Looks once for requests that ask together. */
    household: async (): Promise<Readonly<Record<string, string>>> => {
      await (renewing ??= renew().finally(() => {
        renewing = undefined
      }))
      return current
    },
  }
}

async function restPatterns({ request }: Awaited<ReturnType<typeof startService>>) {
  const { body } = await request('/rest/openapi.json')
  const { paths } = body as unknown as { paths: Record<string, object> }
  return Object.entries(paths).flatMap(([path, operations]): Pattern[] =>
    Object.keys(operations).map((method) => ({
      method: method.toUpperCase(),
      path: `/rest${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    })),
  )
}
