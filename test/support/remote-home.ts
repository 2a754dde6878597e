import { getSessionApi } from '@jellyfin/sdk/lib/utils/api/session-api.js'
import { expect, onTestFinished } from 'vitest'
import { openAppSocket } from './app-socket.ts'
import type { Ending } from './ending.ts'
import { startFilmSource } from './film-source.ts'
import { checkAnswers } from './jellyfin-schema.ts'
import { signInApp } from './media-client.ts'
import type { serviceTargets } from './service-targets.ts'

type App = Awaited<ReturnType<typeof signInApp>>

export type RemoteHome = Awaited<ReturnType<typeof startRemoteHome>>

/**
 * A household of Olga (on `phone` and `tv`), Kim (`kim` and `kimTv`), Nora and Mats, and a stranger; what is controlled is
 * on the last node.
 */
export async function startRemoteHome(
  start: (typeof serviceTargets)[number]['start'],
  ends: Ending,
) {
  const apps: Record<string, App> = {}
  const source = await startFilmSource({ films: 4, series: 2, ends })
  const nodes = await start({ RATE_LIMIT_SIGN_IN: 'off' }, ends)
  const [first] = nodes
  const owner = await first!.createUser({
    sources: [source.source],
    mediaServer: {
      owner: { name: 'Olga' },
      users: [
        { name: 'Kim', password: 'her own password' },
        { name: 'Nora' },
        { name: 'Mats', pin: '471100' },
      ],
    },
  })
  const other = await first!.createUser({ sources: [source.source] })
  const of = (name: string) => ({ ...owner, uuid: `${owner.uuid}/${name}` })
  const kim = { uuid: `${owner.uuid}/Kim`, password: 'her own password' }
  apps['phone'] = await signInApp(first!.url, owner, 'phone')
  // What is controlled is on the other node, where there is one.
  apps['tv'] = await signInApp(nodes.at(-1)!.url, owner, 'tv')
  apps['kim'] = await signInApp(first!.url, kim, 'tablet')
  apps['kimTv'] = await signInApp(nodes.at(-1)!.url, kim, 'bedroom')
  apps['nora'] = await signInApp(first!.url, of('Nora'), 'laptop')
  const stranger = await signInApp(first!.url, other, 'phone')
  const answers = checkAnswers(apps['phone'].app.axiosInstance, first!.url)

  const urlOf = (name: string): string =>
    ['tv', 'kimTv'].includes(name) ? nodes.at(-1)!.url : nodes[0]!.url

  async function ask(who: App, method: string, path: string, body?: object) {
    const response = await fetch(nodes[0]!.url + path, {
      method,
      headers: { 'x-emby-token': who.token, 'content-type': 'application/json' },
      body: body ? JSON.stringify(body) : null,
    })
    const text = await response.text()
    // oxlint-disable-next-line typescript/no-explicit-any -- tests look into many shapes
    const answer: any = text === '' ? null : JSON.parse(text)
    return { status: response.status, body: answer }
  }

  async function sessionOf(name: string, by = 'phone') {
    const { data } = await getSessionApi(apps[by]!.app).getSessions()
    const device = { tv: 'tv', kimTv: 'bedroom', phone: 'phone', kim: 'tablet' }[name]
    return data.find(({ DeviceId }) => DeviceId === device)!
  }

  async function controllableBy(who: App, userId = who.userId): Promise<string[]> {
    const { data } = await getSessionApi(who.app).getSessions({ controllableByUserId: userId })
    return data.map(({ DeviceId }) => DeviceId!).toSorted()
  }

  /** An app that takes commands, as the web client says it; it leaves with the test. */
  async function listen(name: string, capabilities: object = {}) {
    await getSessionApi(apps[name]!.app).postFullCapabilities({
      clientCapabilitiesDto: {
        PlayableMediaTypes: ['Audio', 'Video'],
        SupportedCommands: ['SetVolume', 'DisplayMessage', 'PlayState'],
        SupportsMediaControl: true,
        SupportsPersistentIdentifier: false,
        ...capabilities,
      },
    })
    const socket = await openAppSocket(urlOf(name), apps[name]!.token, onTestFinished)
    await expect
      .poll(async () => (await sessionOf(name)).SupportsRemoteControl)
      .toBe(!('SupportsMediaControl' in capabilities))
    return { ...socket, id: (await sessionOf(name)).Id! }
  }

  async function itemsOf(query: string): Promise<string[]> {
    const { body } = await ask(apps['phone']!, 'GET', `/Items?sortBy=SortName&${query}`)
    return body.Items.map(({ Id }: { Id: string }) => Id)
  }

  return { nodes, apps, stranger, answers, urlOf, ask, sessionOf, controllableBy, listen, itemsOf }
}
