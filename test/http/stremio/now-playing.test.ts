import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { sourceAt } from '../../support/addon.ts'
import { listen } from '../../support/event-stream.ts'
import { senderOf, signInApp } from '../../support/media-client.ts'
import { serviceTargets } from '../../support/service-targets.ts'
import { detectFromURL, serveAddon } from '../../support/stremio.ts'
import { until } from '../../support/until.ts'

const url = 'http://files.example/Some.Film.2020.1080p.WEB-DL.x264-GRP.mkv'
const source = await serveAddon(
  {
    id: 'org.example.films',
    version: '1.0.0',
    name: 'Films',
    description: 'Films as files elsewhere',
    types: ['movie'],
    resources: ['stream', 'meta'],
    idPrefixes: ['tt'],
    catalogs: [],
  },
  {
    stream: () => ({ streams: [{ name: 'Films 1080p', url }] }),
    meta: ({ type, id }) => ({ meta: { id, type, name: 'Some Film', runtime: '90 min' } }),
  },
  afterAll,
)
const fields = `id user { name } client deviceName remoteControllable companions { id } item { name }
  nowPlaying { positionMs durationMs delivery version { resolution source } }`
const shown = {
  id: expect.stringMatching(/^[0-9a-f]{32}$/),
  user: { name: 'Olga' },
  client: 'Stremio',
  deviceName: 'Stremio',
  remoteControllable: false,
  companions: [],
  item: { name: 'Some Film' },
  nowPlaying: {
    positionMs: null,
    durationMs: 5_400_000,
    delivery: 'REDIRECT',
    version: { resolution: '1080p', source: 'Films' },
  },
}

describe.each(serviceTargets)('What plays in Stremio now, $name', async ({ skip, start }) => {
  const nodes = skip ? [] : await start({}, afterAll)
  const [first, last] = [nodes[0]!, nodes.at(-1)!]

  async function playing() {
    const user = await first.createUser({
      sources: [sourceAt(source.url, 'Films')],
      stremio: { recordPlays: true },
      mediaServer: { owner: { name: 'Olga' } },
    })
    const events = await listen(last.url, `subscription { sessionsChanged { ${fields} } }`, {
      authorization: `Basic ${btoa(`${user.uuid}:${user.password}`)}`,
    })
    onTestFinished(events.stop)
    expect((await events.next()).data.sessionsChanged).toEqual([])
    const address = `${first.url}/stremio/${user.uuid}/${user.token}/manifest.json`
    const { addon } = await detectFromURL(address)
    const { streams } = await addon.get('stream', 'movie', 'tt1000001')
    const answer = await fetch(streams[0].url, { redirect: 'manual' })
    expect(answer.headers.get('location')).toBe(url)
    return { user, events }
  }

  it.skipIf(skip)('is a session, told to dashboards as it begins', async () => {
    const { user, events } = await playing()
    expect((await events.next()).data.sessionsChanged).toEqual([shown])
    const ask = async (filter: string) =>
      (await last.graphql(`{ sessions${filter} { ${fields} } }`, { auth: user })).data.sessions
    expect(await ask('')).toEqual([shown])
    expect(await ask('(deviceId: "stremio")')).toEqual([shown])
    expect(await ask('(deviceId: "another")')).toEqual([])
    expect(await ask('(controllable: true)')).toEqual([])
  })

  it.skipIf(skip)('is shown to apps, which cannot control it', async () => {
    const { user } = await playing()
    const { token } = await signInApp(last.url, user)
    const send = senderOf(last.url, token)
    const session = await until(
      'the session',
      async () => {
        const { body } = await send('/Sessions')
        return (body as unknown as { Id: string; Client: string }[]).find(
          ({ Client }) => Client === 'Stremio',
        )
      },
      Boolean,
    )
    expect(session).toMatchObject({
      UserName: 'Olga',
      SupportsRemoteControl: false,
      NowPlayingItem: { Name: 'Some Film' },
    })
    const { status } = await send(`/Sessions/${session!.Id}/Playing/Stop`, {})
    expect(status).toBe(404)
  })
})
