import { getSessionApi } from '@jellyfin/sdk/lib/utils/api/session-api.js'
import { getUserDataApi } from '@jellyfin/sdk/lib/utils/api/user-data-api.js'
import { getLibraryApi } from '@jellyfin/sdk/lib/utils/api/library-api.js'
import { afterAll, expect, it, onTestFinished, vi } from 'vitest'
import { WebSocket } from 'ws'
import { startFilmSource } from '../../support/film-source.ts'
import { sendRaw } from '../../support/raw-http.ts'
import { signInApp } from '../../support/media-client.ts'
import { startService } from '../../support/service.ts'
import { until } from '../../support/until.ts'

type Message = { MessageType: string; MessageId?: string; Data?: unknown }

const source = await startFilmSource({ films: 3, series: 1, ends: afterAll })
const service = await startService({}, afterAll)
const owner = await service.createUser({
  sources: [source.source],
  mediaServer: { users: [{ name: 'Kim', password: 'her own password' }] },
})
const home = await signInApp(service.url, owner)
const kim = await signInApp(
  service.url,
  { uuid: `${owner.uuid}/Kim`, password: 'her own password' },
  'tablet',
)

/** A connection that remembers what it was told; ends with the test. */
async function connect(path: string, headers: Record<string, string> = {}) {
  const messages: Message[] = []
  const socket = new WebSocket(service.url.replace('http', 'ws') + path, { headers })
  onTestFinished(() => socket.terminate())
  socket.on('message', (data: Buffer) => messages.push(JSON.parse(data.toString())))
  await new Promise((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  async function hear(type: string): Promise<Message> {
    return expect
      .poll(() => messages.find((message) => message.MessageType === type))
      .toBeDefined()
      .then(() => messages.find((message) => message.MessageType === type)!)
  }
  return { socket, messages, hear, say: (message: object) => socket.send(JSON.stringify(message)) }
}

async function firstFilm(): Promise<string> {
  const { data } = await getLibraryApi(home.app).getItems({
    recursive: true,
    includeItemTypes: ['Movie'],
  })
  return data.Items![0]!.Id!
}

it.each([
  ['a token in the query', (token: string) => [`/socket?api_key=${token}`, {}]],
  ['its newer name', (token: string) => [`/socket?ApiKey=${token}&deviceId=x`, {}]],
  [
    'the header',
    (token: string) => ['/socket', { authorization: `MediaBrowser Token="${token}"` }],
  ],
  ['an older address in any case', (token: string) => [`/emby/SOCKET?api_key=${token}`, {}]],
  ['the prefix', (token: string) => [`/media/socket?api_key=${token}`, {}]],
] as [string, (token: string) => [string, Record<string, string>]][])(
  'opens with %s, and says at once how often to say something',
  async (_name, form) => {
    const { hear } = await connect(...form(home.token))
    expect(await hear('ForceKeepAlive')).toMatchObject({ Data: 60, MessageId: expect.any(String) })
  },
)

it('is refused without a token that works, and at any other path', async () => {
  await expect(connect('/socket')).rejects.toThrow('401')
  await expect(connect('/socket?api_key=nonsense')).rejects.toThrow('401')
  await expect(connect(`/elsewhere?api_key=${home.token}`)).rejects.toThrow('404')
})

it('answers that it is alive, and overlooks what it does not know', async () => {
  const { hear, say, socket } = await connect(`/socket?api_key=${home.token}`)
  socket.send('not JSON')
  say({ MessageType: 'Unheard' })
  say({ MessageType: 'KeepAlive' })
  expect(await hear('KeepAlive')).toMatchObject({ MessageId: expect.any(String) })
})

it('tells an app what its user did elsewhere, and nobody else', async () => {
  const own = await connect(`/socket?api_key=${home.token}`)
  const other = await connect(`/socket?api_key=${kim.token}`)
  const itemId = await firstFilm()
  await getUserDataApi(home.app).markFavoriteItem({ itemId })
  const { Data } = await own.hear('UserDataChanged')
  expect(Data).toMatchObject({
    UserId: home.userId,
    UserDataList: [{ ItemId: itemId, IsFavorite: true }],
  })
  expect(other.messages.map(({ MessageType }) => MessageType)).not.toContain('UserDataChanged')
})

it('tells who wants to know what plays', async () => {
  const { hear, say, messages } = await connect(`/socket?api_key=${home.token}`)
  say({ MessageType: 'SessionsStart', Data: '0,1000' })
  await hear('Sessions')
  messages.length = 0
  const itemId = await firstFilm()
  await getSessionApi(kim.app).reportPlaybackStart({
    playbackStartInfo: { ItemId: itemId, PositionTicks: 0, CanSeek: true },
  })
  const { Data } = await hear('Sessions')
  expect(Data).toEqual(
    expect.arrayContaining([expect.objectContaining({ UserName: 'Kim', DeviceId: 'tablet' })]),
  )
})

it('keeps at most twenty connections of a user', async () => {
  const all = await Promise.all(
    Array.from({ length: 24 }, () => connect(`/socket?api_key=${kim.token}`)),
  )
  await expect
    .poll(() => all.filter(({ socket }) => socket.readyState === WebSocket.OPEN).length)
    .toBe(20)
})

it('tells what plays once where it is asked to wait without end', async () => {
  const { say, messages } = await connect(`/socket?api_key=${home.token}`)
  const heard = (type: string) => messages.filter(({ MessageType }) => MessageType === type).length
  const ask = () => say({ MessageType: 'SessionsStart', Data: '0,Infinity' })
  ask()
  await until('the first', () => heard('Sessions') > 0)
  for (let times = 1; times <= 50; times++) {
    ask()
    say({ MessageType: 'KeepAlive' })
    await until('the answer behind it', () => heard('KeepAlive') === times)
  }
  expect(heard('Sessions')).toBe(1)
})

it('tells what plays no more often than once a second, however often it is asked for', async () => {
  const { say, messages } = await connect(`/socket?api_key=${home.token}`)
  const told = () => messages.filter(({ MessageType }) => MessageType === 'Sessions').length
  const askOften = () => {
    for (let times = 0; times < 50; times++) say({ MessageType: 'SessionsStart', Data: '0,0' })
    return told()
  }
  // From before the first one: on a busy machine it is seen late, and those after it seem to come sooner.
  const begun = performance.now()
  await until('the first', askOften)
  await until('three more', askOften, (count) => count >= 4)
  // Each takes a moment of its own to be made.
  expect(performance.now() - begun).toBeGreaterThan(2_500)
})

it('does not keep from answering who asks for another protocol', async () => {
  const { status } = await sendRaw(
    service.port,
    'GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: h2c\r\n\r\n',
  )
  expect(status).toBe(200)
})

it('ends when its device is signed out', async () => {
  const guest = await signInApp(service.url, owner, 'guest')
  const { socket } = await connect(`/socket?api_key=${guest.token}`)
  const closed = new Promise((resolve) => {
    socket.once('close', resolve)
  })
  await getSessionApi(guest.app).reportSessionEnded()
  expect(await closed).toBe(1008)
})

it('ends when the server stops, which does not wait for it', async () => {
  const own = await startService()
  const user = await own.createUser()
  const { token } = await signInApp(own.url, user)
  const socket = new WebSocket(`${own.url.replace('http', 'ws')}/socket?api_key=${token}`)
  await new Promise((resolve) => {
    socket.once('open', resolve)
  })
  const closed = new Promise((resolve) => {
    socket.once('close', resolve)
  })
  // Whatever it would wait for: the clock stands still.
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  await own.close()
  expect(await closed).toBe(1001)
})

it.each([
  ['data of another kind', '{"MessageType":"SessionsStart","Data":{"toString":1}}'],
  [
    'nesting without end',
    `{"MessageType":"SessionsStart","Data":${'['.repeat(30_000)}${']'.repeat(30_000)}}`,
  ],
  ['what is no JSON', 'not JSON'],
  ['a number', '7'],
])('goes on for everybody else after %s', async (_name, text) => {
  const mean = await connect(`/socket?api_key=${kim.token}`)
  mean.socket.send(text)
  mean.socket.send(Buffer.from([0, 1, 2, 255]))
  const other = await connect(`/socket?api_key=${home.token}`)
  other.say({ MessageType: 'KeepAlive' })
  await other.hear('KeepAlive')
  expect((await fetch(`${service.url}/healthz`)).status).toBe(200)
})
