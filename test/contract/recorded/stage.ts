import { startFilmSource } from '../../support/film-source.ts'
import { startService } from '../../support/service.ts'
import type { Ending } from '../../support/ending.ts'
import { startUpstream } from '../../support/upstream.ts'
import type { Upstream } from '../../support/upstream.ts'
import type { KnownTexts } from './names.ts'
import { createRecorder } from './recorder.ts'

const film = Buffer.from('0123456789'.repeat(10))
export const password = 'correct horse'
export const kimsPin = '471100'

/** A service with a fresh data folder, sources for it, and a recorder of what it answers. */
export async function startStage(ends: Ending, env: Readonly<Record<string, string>> = {}) {
  const known: KnownTexts = new Map()
  const service = await startService(
    {
      RATE_LIMIT_SIGN_IN: 'off',
      RATE_LIMIT_ANIME: 'off',
      SECRET_KEY: 'ab'.repeat(32),
      PICTURES: 'redirect',
      ...env,
    },
    ends,
  )
  known.set(service.url, 'http://service')
  known.set(service.url.replace('http://', ''), 'service')
  known.set(`"WebSocketPortNumber":${service.port}`, '"WebSocketPortNumber":"<port>"')

  /** Gives a source an address that is the same in every run. */
  function name<T extends Upstream>(as: string, upstream: T): T {
    known.set(upstream.url, `http://${as}`)
    known.set(upstream.host, as)
    return upstream
  }

  /** A file of 100 bytes that can be asked for in parts. */
  async function startVideos() {
    const videos = await startUpstream(
      ({ headers, method }, response) => {
        const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '') ?? []
        const begin = Number(from ?? 0)
        const part = film.subarray(begin, to ? Number(to) + 1 : film.length)
        response.writeHead(from === undefined ? 200 : 206, {
          'content-type': 'video/mp4',
          'content-length': part.length,
          'accept-ranges': 'bytes',
          ...(from !== undefined && {
            'content-range': `bytes ${begin}-${begin + part.length - 1}/${film.length}`,
          }),
        })
        response.end(method === 'HEAD' ? undefined : part)
      },
      '127.0.0.1',
      ends,
    )
    return name('videos', videos)
  }

  return { service, recorder: createRecorder(service.url, known), name, startVideos, ends }
}

/** The same with a household of Olga, Kim, who has a PIN, and Nora, who has not; Olga and Kim are signed in. */
export async function startHousehold(ends: Ending, mediaServer: object = {}) {
  const stage = await startStage(ends)
  const { service, recorder } = stage
  const videos = await stage.startVideos()
  const films = stage.name(
    'films',
    await startFilmSource({
      films: 8,
      series: 3,
      episodesPerSeason: 2,
      videoUrl: `${videos.url}/video.mp4`,
      ends,
    }),
  )
  const owner = await service.createUser(
    {
      name: 'Home',
      sources: [films.source],
      mediaServer: {
        owner: { name: 'Olga' },
        users: [
          { name: 'Kim', pin: kimsPin },
          { name: 'Nora', avatar: 'https://pictures.example/nora.png' },
        ],
        ...mediaServer,
      },
    },
    password,
  )
  recorder.keep('uuid', owner.uuid)
  recorder.keep('encryptedPassword', owner.token)

  async function signIn(username: string, secret: string, device: string) {
    const { body } = await service.request('/Users/AuthenticateByName', {
      method: 'POST',
      headers: { authorization: deviceHeader(device) },
      json: { Username: username, Pw: secret },
    })
    const answer = body as unknown as { AccessToken: string; User: { Id: string } }
    recorder.keep('AccessToken', answer.AccessToken)
    return { token: answer.AccessToken, userId: answer.User.Id }
  }

  const olga = await signIn(owner.uuid, password, 'living-room')
  const kim = await signIn(`${owner.uuid}/Kim`, `${password}/${kimsPin}`, 'phone')

  async function idsOf(query: string): Promise<string[]> {
    const { body } = await service.request(`/Items?recursive=true&sortBy=SortName&${query}`, {
      headers: { 'x-emby-token': olga.token },
    })
    return (body as unknown as { Items: { Id: string }[] }).Items.map(({ Id }) => Id)
  }

  return {
    ...stage,
    owner,
    olga,
    kim,
    signIn,
    films: await idsOf('includeItemTypes=Movie'),
    shows: await idsOf('includeItemTypes=Series'),
    asOlga: (path: string, asked: object = {}) =>
      recorder.ask(path, { token: olga.token, ...asked }),
    asKim: (path: string, asked: object = {}) => recorder.ask(path, { token: kim.token, ...asked }),
  }
}

export function deviceHeader(device: string): string {
  return `MediaBrowser Client="Recorder", Device="The ${device}", DeviceId="${device}", Version="1.0"`
}
