import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { operatorPassword } from '../browser-session.ts'
import type { Ending } from '../ending.ts'
import { filmId, startFilmSource } from '../film-source.ts'
import { signInApp } from '../media-client.ts'
import { basic, startService } from '../service.ts'
import type { Auth, RunningService } from '../service.ts'
import { startPlaylistHost } from './playlist-host.ts'
import type { Pattern } from './requests.ts'

/** A service with a household whose ids and secrets requests may use, made anew once a request has destroyed it. */
export async function createFuzzedHousehold(ends: Ending) {
  const host = await startPlaylistHost(ends)
  const source = await startFilmSource({
    films: 5,
    series: 2,
    videoUrl: host.playlist,
    picture: host.picture,
    ends,
  })
  const webApp = mkdtempSync(join(tmpdir(), 'web-app-'))
  ends(async () => rmSync(webApp, { recursive: true, force: true }))
  for (const name of ['index.html', 'app.js']) writeFileSync(join(webApp, name), '')
  const service = await startService(
    {
      ADMIN_PASSWORD: operatorPassword,
      ALIASED_CONFIGURATIONS: 'home:00000000-0000-4000-8000-000000000001:not-there',
      TRUSTED_PROXIES: '127.0.0.1',
      LOG_LEVEL: 'error',
      PIN_ATTEMPTS: '100',
      RATE_LIMIT_ANIME: 'off',
      RATE_LIMIT_SIGN_IN: 'off',
      SOURCE_TIMEOUT: '1s',
      WEB_APP_DIR: webApp,
    },
    ends,
  )
  await service.service.services.anime.useSample()

  async function create() {
    const owner = await service.createUser({
      sources: [source.source],
      stremio: { recordPlays: true },
      mediaServer: { users: [{ name: 'Kim', pin: '471100', personal: true }] },
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
    const version = MediaSources[1].Id as string
    const post = (path: string, json: object) =>
      service.request(path, { method: 'POST', headers, json })
    const key = await post('/Auth/Keys?app=fuzz', {})
    const playlist = await post('/Playlists', { Name: 'Fuzz', Ids: [film] })
    const collection = await post(`/Collections?name=Fuzz&ids=${film}`, {})
    return {
      film,
      series,
      season: (await ask(`/Shows/${series}/Seasons`)).Items[0].Id as string,
      episode: (await ask(`/Shows/${series}/Episodes`)).Items[0].Id as string,
      version,
      subtitle: subtitleOf(MediaSources[1]),
      library: (await ask('/UserViews')).Items[0].Id as string,
      genre: (await ask('/Genres')).Items[0].Id as string,
      playlist: (playlist.body as unknown as { Id: string }).Id,
      collection: (collection.body as unknown as { Id: string }).Id,
      play: await playLinkOf(service, owner),
      held: await heldSearchOf(service, owner),
      ...(await personalCodesOf(service, owner)),
      picture: service.service.services.pictureLinks.tokenOf(host.picture, 1)!,
      ...(await targetsOf(service, film, version)),
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

/** The sealed part of an address at which a player opens a film. */
async function playLinkOf(
  { request }: RunningService,
  { uuid, token }: Auth & { token: string },
): Promise<string> {
  const { text } = await request(`/stremio/${uuid}/${token}/stream/movie/${filmId(0)}.json`)
  return /\/stremio\/play\/([^/]+)\//.exec(text)![1]!
}

type Source = { MediaStreams: { Index: number; DeliveryUrl?: string }[] }

const subtitleOf = ({ MediaStreams }: Source): string =>
  `${MediaStreams.find(({ DeliveryUrl }) => DeliveryUrl !== undefined)!.Index}`

type Addresses = { readonly personalUrl: string | null; readonly personalManifestUrl: string }

/** Of the media server and of the addon of a user with addresses of their own. */
async function personalCodesOf({ graphql }: RunningService, auth: Auth) {
  const query = '{ serviceUsers { personalUrl personalManifestUrl } }'
  const { data } = await graphql(query, { auth })
  const all = data.serviceUsers as readonly Addresses[]
  const { personalUrl, personalManifestUrl } = all.find((one) => one.personalUrl !== null)!
  return {
    code: personalUrl!.split('/').at(-1)!,
    addonCode: personalManifestUrl.split('/').at(-2)!,
  }
}

/** What opens the parts of a playlist that is read as a page reads it. */
async function targetsOf(
  { request }: RunningService,
  film: string,
  version: string,
): Promise<{ readonly list: string; readonly part: string }> {
  const headers = { origin: 'https://page.example' }
  const read = async (path: string, kind: string): Promise<string> => {
    const { text } = await request(path, { headers })
    return new RegExp(`${kind}\\.\\w+\\?target=([\\w-]+)`).exec(text)![1]!
  }
  const list = await read(`/Videos/${film}/stream?mediaSourceId=${version}`, 'playlist')
  const part = await read(`/Videos/${version}/hls/playlist.m3u8?target=${list}`, 'segment')
  return { list, part }
}

async function heldSearchOf({ graphql }: RunningService, auth: Auth): Promise<string> {
  const search = `search(type: "movie", id: "${filmId(0)}", explain: true)`
  const { data } = await graphql(`{ ${search} { explanation { held } } }`, { auth })
  return data.search.explanation.held
}
