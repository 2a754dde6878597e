import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { openAppSocket } from '../../support/app-socket.ts'
import { closed, closesIn, startTimedHome } from '../../support/timed-home.ts'
import { startUpstream } from '../../support/upstream.ts'
import { until } from '../../support/until.ts'

/** A film that begins and never ends. */
const video = await startUpstream(
  ({ method }, response) => {
    response.writeHead(200, { 'content-type': 'video/x-matroska', 'content-length': '1000000000' })
    if (method === 'HEAD') response.end()
    else response.write(Buffer.alloc(1_000_000))
  },
  '127.0.0.1',
  afterAll,
)
const { service, owner, olga, kim, signIn, limit, send, film } = await startTimedHome(
  afterAll,
  `${video.url}/film.mkv`,
)

const { MediaSources } = JSON.parse(
  (await send(kim.token, 'POST', `/Items/${film}/PlaybackInfo`, {})).text,
)
const comeBack = /come back on \w+day at 00:00 \(Etc\/GMT/

const asked = [
  ['GET', '/Users/Me'],
  ['GET', '/Items?recursive=true'],
  ['POST', `/Items/${film}/PlaybackInfo`, {}],
  ['POST', '/Sessions/Playing', { ItemId: film }],
  ['POST', '/Sessions/Playing/Progress', { ItemId: film, PositionTicks: 6e9 }],
  ['POST', '/graphql', { query: '{ household { ownerId } }' }],
  ['POST', '/graphql', { query: '{ search(type: "movie", id: "tt1000001") { filtered } }' }],
] as const

async function answersOf(token: string) {
  const found: [path: string, status: number, text: string][] = []
  for (const [method, path, body] of asked) {
    const { status, text } = await send(token, method, path, body)
    found.push([path, status, text])
  }
  return found
}

describe('Outside the hours of a user', () => {
  beforeEach(() => limit({ accessSchedules: closed() }))

  it('everything that asks as the user is refused, with the time to come back', async () => {
    const answers = await answersOf(kim.token)
    for (const [path, status, text] of answers) {
      const isRefused = path === '/graphql' ? text.includes('FORBIDDEN') : status === 403
      expect([path, isRefused, text]).toEqual([path, true, expect.stringMatching(comeBack)])
    }
  })

  it('signing in is refused, and switching to the user', async () => {
    const response = await fetch(`${service.url}/Users/AuthenticateByName`, {
      method: 'POST',
      headers: { authorization: 'MediaBrowser Client="A", Device="B", DeviceId="C", Version="1"' },
      body: JSON.stringify({ Username: `${owner.uuid}/Kim`, Pw: owner.password }),
    })
    expect(response.status).toBe(403)
    expect(await response.text()).toMatch(comeBack)
    const body = { UserId: kim.userId, Pw: '' }
    expect((await send(olga.token, 'POST', '/Service/Token', body)).status).toBe(403)
  })

  it('what ends a visit is let through: a stop, switching to somebody else, signing out', async () => {
    await limit({})
    const { token } = await signIn('Kim', 'leaving')
    expect((await send(token, 'POST', '/Sessions/Playing', { ItemId: film })).status).toBe(204)
    await limit({ accessSchedules: closed() })
    const stop = { ItemId: film, PositionTicks: 6e9 }
    expect((await send(token, 'POST', '/Sessions/Playing/Stopped', stop)).status).toBe(204)
    const query = `mutation { reportPlayback(itemId: "${film}", event: STOP) pingPlayback }`
    expect((await send(token, 'POST', '/graphql', { query })).text).toMatch(/FORBIDDEN/)
    const body = { UserId: olga.userId, Pw: owner.password }
    const switched = await send(token, 'POST', '/Service/Token', body)
    expect([switched.status, JSON.parse(switched.text).User.Name]).toEqual([200, 'Olga'])
    expect((await send(token, 'POST', '/Sessions/Logout')).status).toBe(204)
    await limit({})
    expect((await send(token, 'GET', '/Users/Me')).status).toBe(401)
  })

  it('a web socket is refused', async () => {
    await expect(openAppSocket(service.url, kim.token, afterAll)).rejects.toThrow(/403/)
  })

  it('others go on as before, and the user again once the hours are others', async () => {
    expect((await answersOf(olga.token)).filter(([, status]) => status >= 400)).toEqual([])
    await limit({ accessSchedules: closesIn(3_600_000) })
    expect((await send(kim.token, 'GET', '/Users/Me')).status).toBe(200)
    await signIn('Kim', 'another')
  })

  it('the addon of the user shows one stream that says why, and empty lists', async () => {
    const base = `/stremio/${owner.uuid}/${owner.token}/u/Kim`
    const { body, status } = await service.request(`${base}/stream/movie/tt1000001.json`)
    const { streams } = body as unknown as { streams: { description: string }[] }
    expect([status, streams.length]).toEqual([200, 1])
    expect(JSON.stringify(streams)).toMatch(comeBack)
    const { text } = await service.request(`${base}/catalog/movie/films.json`)
    expect(JSON.parse(text).metas).toEqual([])
  })
})

it('A stream of the addon that is recorded opens within the hours of its user alone', async () => {
  await limit({})
  const base = `/stremio/${owner.uuid}/${owner.token}/u/Kim`
  const { text } = await service.request(`${base}/stream/movie/tt1000000.json`)
  const address = JSON.parse(text).streams[0].url as string
  expect(address).toContain('/stremio/play/')
  const open = () => fetch(address, { method: 'HEAD', redirect: 'manual' })
  expect((await open()).status).toBeLessThan(400)
  await limit({ accessSchedules: closed() })
  expect((await open()).status).toBe(403)
})

describe('When the hours of a user end', () => {
  it('the app is told to stop and why, and its web socket closes', async () => {
    await limit({})
    const socket = await openAppSocket(service.url, kim.token, afterAll)
    const bystander = await openAppSocket(service.url, olga.token, afterAll)
    await limit({ accessSchedules: closesIn(1_500) })
    expect((await send(kim.token, 'GET', '/Users/Me')).status).toBe(200)
    expect((await socket.hear('Playstate')).Data.Command).toBe('Stop')
    const { Data } = await socket.hear('GeneralCommand')
    expect(Data.Name).toBe('DisplayMessage')
    expect(Data.Arguments.Text).toMatch(comeBack)
    await until('the web socket to close', () => socket.isClosed(), Boolean)
    expect([bystander.isClosed(), bystander.heard('Playstate')]).toEqual([false, 0])
    expect((await send(kim.token, 'GET', '/Users/Me')).status).toBe(403)
  })
})

describe('What the service carries for a user', () => {
  it('ends with the hours', async () => {
    await limit({})
    await limit({ accessSchedules: closesIn(2_500) })
    const path = `/Videos/${film}/stream?mediaSourceId=${MediaSources[0].Id}`
    const response = await fetch(`${service.url}${path}&api_key=${kim.token}`)
    expect(response.status).toBe(200)
    await expect(response.arrayBuffer()).rejects.toThrow('terminated')
    expect((await fetch(`${service.url}${path}&api_key=${kim.token}`)).status).toBe(403)
  })

  it('ends with hours that were set since', async () => {
    await limit({})
    const path = `/Videos/${film}/stream?mediaSourceId=${MediaSources[0].Id}`
    const response = await fetch(`${service.url}${path}&api_key=${kim.token}`)
    expect(response.status).toBe(200)
    await limit({ accessSchedules: closed() })
    await expect(response.arrayBuffer()).rejects.toThrow('terminated')
  })
})

describe('The hours of a user', () => {
  it('are in the policy that apps read, of others only for the first user', async () => {
    await limit({ accessSchedules: [{ dayOfWeek: 'Weekend', startHour: 0, endHour: 23.5 }] })
    const policyOf = async (id: string) =>
      JSON.parse((await send(olga.token, 'GET', `/Users/${id}`)).text).Policy.AccessSchedules
    const hours = { DayOfWeek: 'Weekend', StartHour: 0, EndHour: 23.5 }
    expect(await policyOf(kim.userId)).toEqual([{ Id: 1, UserId: kim.userId, ...hours }])
    expect(await policyOf(olga.userId)).toEqual([])
  })

  it.each([
    [{ dayOfWeek: 'Someday', startHour: 1, endHour: 2 }, /dayOfWeek/],
    [{ dayOfWeek: 'Monday', startHour: 22, endHour: 6 }, /endHour: must be above startHour/],
    [{ dayOfWeek: 'Monday', startHour: 0, endHour: 25 }, /endHour/],
    [{ dayOfWeek: 'Monday', startHour: -1, endHour: 2 }, /startHour/],
  ])('cannot be %j', async (schedule, message) => {
    const users = [{ name: 'Kim', accessSchedules: [schedule] }]
    const json = { config: { mediaServer: { users } }, password: 'correct horse' }
    const { status, body } = await service.request('/api/v1/user', { method: 'POST', json })
    expect([status, body.error?.message]).toEqual([400, expect.stringMatching(message)])
  })

  it('need a time zone that there is', async () => {
    const json = { config: { mediaServer: { timeZone: 'Mars/Base' } }, password: 'correct horse' }
    const { status, body } = await service.request('/api/v1/user', { method: 'POST', json })
    expect([status, body.error?.message]).toEqual([400, expect.stringMatching(/IANA/)])
  })
})
