import { getPlaylistApi } from '@jellyfin/sdk/lib/utils/api/playlist-api.js'
import { onTestFinished } from 'vitest'
import type { Ending } from './ending.ts'
import { startFilmSource } from './film-source.ts'
import { checkAnswers } from './jellyfin-schema.ts'
import { signInApp } from './media-client.ts'
import type { serviceTargets } from './service-targets.ts'

type App = Awaited<ReturnType<typeof signInApp>>

export type PlaylistHome = Awaited<ReturnType<typeof startPlaylistHome>>

/** An id that nothing has. */
export const nothing = '0'.repeat(32)

/**
 * A household of Olga (on a phone and a tv), Kim and Nora, and a stranger, with a source of 8 films and 2 series, and what
 * their apps do with playlists.
 */
export async function startPlaylistHome(
  start: (typeof serviceTargets)[number]['start'],
  ends: Ending,
) {
  const source = await startFilmSource({ films: 8, series: 2, ends })
  const nodes = await start({ RATE_LIMIT_SIGN_IN: 'off' }, ends)
  const [first] = nodes
  const config = {
    sources: [source.source],
    mediaServer: { owner: { name: 'Olga' }, users: [{ name: 'Kim' }, { name: 'Nora' }] },
  }
  const owner = await first!.createUser(config)
  const other = await first!.createUser(config)
  const of = (name: string) => ({ ...owner, uuid: `${owner.uuid}/${name}` })
  const olga = await signInApp(first!.url, owner, 'phone')
  const tv = await signInApp(nodes.at(-1)!.url, owner, 'tv')
  const kim = await signInApp(nodes.at(-1)!.url, of('Kim'), 'tablet')
  const nora = await signInApp(first!.url, of('Nora'), 'laptop')
  const stranger = await signInApp(first!.url, other, 'phone')
  const answers = checkAnswers(olga.app.axiosInstance, first!.url)

  async function ask(who: App, method: string, path: string, body?: object) {
    const response = await fetch(nodes.at(-1)!.url + path, {
      method,
      headers: { 'x-emby-token': who.token, 'content-type': 'application/json' },
      body: body ? JSON.stringify(body) : null,
    })
    const text = await response.text()
    // oxlint-disable-next-line typescript/no-explicit-any -- tests look into many shapes
    const answer: any = text === '' ? null : JSON.parse(text)
    return { status: response.status, body: answer }
  }

  const statusOf = async (...asked: Parameters<typeof ask>) => (await ask(...asked)).status

  async function idsOf(query: string): Promise<string[]> {
    const { body } = await ask(olga, 'GET', `/Items?recursive=true&sortBy=SortName&${query}`)
    return body.Items.map(({ Id }: { Id: string }) => Id)
  }

  /** As the web client makes it; gone when the test ends. */
  async function create(who: App, dto: object = {}): Promise<string> {
    const { data } = await getPlaylistApi(who.app).createPlaylist({
      createPlaylistDto: { Name: 'Evening', Ids: [], UserId: who.userId, ...dto },
    })
    onTestFinished(async () => void (await ask(who, 'DELETE', `/Items/${data.Id}`)))
    return data.Id!
  }

  async function titlesOf(who: App, playlistId: string) {
    const { data } = await getPlaylistApi(who.app).getPlaylistItems({
      playlistId,
      userId: who.userId,
    })
    return data.Items!
  }

  const idsIn = async (who: App, id: string) => (await titlesOf(who, id)).map((item) => item.Id)

  const films = await idsOf('includeItemTypes=Movie')
  const shows = await idsOf('includeItemTypes=Series')
  const people = { owner, olga, tv, kim, nora, stranger }
  return { ...people, nodes, config, answers, films, shows, ask, statusOf, create, titlesOf, idsIn }
}
