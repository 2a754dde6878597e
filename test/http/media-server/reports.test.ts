import { afterAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { startFilmSource } from '../../support/film-source.ts'
import { signInApp } from '../../support/media-client.ts'
import { startService } from '../../support/service.ts'

const minute = 600_000_000

// Films of ninety minutes.
const source = await startFilmSource({ films: 60, series: 1, ends: afterAll })
const service = await startService({}, afterAll)
const owner = await service.createUser({ sources: [source.source] })

type App = Awaited<ReturnType<typeof open>>

/** An app on a device of its own, which speaks to the paths as they are. */
async function open(device: string) {
  const { token } = await signInApp(service.url, owner, device)
  async function send(method: string, path: string, body?: object) {
    const response = await fetch(service.url + path, {
      method,
      headers: { 'x-emby-token': token, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, body: text.startsWith('{') ? JSON.parse(text) : text }
  }
  async function report(kind: 'start' | 'progress' | 'stop', values: object): Promise<number> {
    const path = { start: '', progress: '/Progress', stop: '/Stopped' }[kind]
    return (await send('POST', `/Sessions/Playing${path}`, { ItemId: film, ...values })).status
  }
  async function state(id = film) {
    return (await send('GET', `/UserItems/${id}/UserData`)).body
  }
  return { send, report, state }
}

let film = ''
let next = 0
const tv: App = await open('tv')
const { body: list } = await tv.send('GET', '/Items?recursive=true&includeItemTypes=Movie')

beforeEach(() => {
  film = list.Items[next++].Id
})

describe('A place in a film', () => {
  it.each([
    ['is forgotten below five percent', 4, { PlaybackPositionTicks: 0, Played: false }],
    ['is kept from five percent on', 5, { PlaybackPositionTicks: 5 * minute, Played: false }],
    ['is kept below ninety percent', 80, { PlaybackPositionTicks: 80 * minute, Played: false }],
    [
      'means the end from ninety percent on',
      81,
      { PlaybackPositionTicks: 0, Played: true, PlayCount: 1 },
    ],
  ])('%s', async (_name, minutes, expected) => {
    await tv.report('start', { PositionTicks: 0 })
    expect(await tv.report('stop', { PositionTicks: minutes * minute })).toBe(204)
    expect(await tv.state()).toMatchObject(expected)
  })

  it('is measured by the length that the app tells, where it tells one', async () => {
    await tv.report('start', { PositionTicks: 0, RunTimeTicks: 200 * minute })
    await tv.report('stop', { PositionTicks: 81 * minute, RunTimeTicks: 200 * minute })
    expect(await tv.state()).toMatchObject({ PlaybackPositionTicks: 81 * minute, Played: false })
  })

  it('is never kept in what is shorter than five minutes', async () => {
    await tv.report('stop', { PositionTicks: 2 * minute, RunTimeTicks: 4 * minute })
    expect(await tv.state()).toMatchObject({ PlaybackPositionTicks: 0, Played: false })
  })

  it('before the beginning is refused, and changes nothing', async () => {
    await tv.report('stop', { PositionTicks: 30 * minute })
    expect(await tv.report('stop', { PositionTicks: -1 })).toBe(400)
    expect(await tv.state()).toMatchObject({ PlaybackPositionTicks: 30 * minute })
  })

  it('stands where a report names none', async () => {
    await tv.report('start', {})
    await tv.report('progress', { PositionTicks: 30 * minute })
    await tv.report('progress', { IsPaused: true })
    await tv.report('stop', {})
    expect(await tv.state()).toMatchObject({ PlaybackPositionTicks: 30 * minute })
  })
})

describe('One play', () => {
  it('counts once, however often its end is told', async () => {
    await tv.report('start', { PlaySessionId: 'a' })
    await tv.report('progress', { PlaySessionId: 'a', PositionTicks: 82 * minute })
    await tv.report('progress', { PlaySessionId: 'a', PositionTicks: 83 * minute })
    await tv.report('stop', { PlaySessionId: 'a', PositionTicks: 84 * minute })
    await tv.report('stop', { PlaySessionId: 'a', PositionTicks: 84 * minute })
    expect(await tv.state()).toMatchObject({ Played: true, PlayCount: 1 })
  })

  it('counts once when its reports come all at once, and when only some of them name it', async () => {
    await tv.report('start', { PlaySessionId: 'a' })
    await Promise.all(
      [82, 83, 84, 85].map((minutes) => tv.report('progress', { PositionTicks: minutes * minute })),
    )
    await tv.report('stop', { PositionTicks: 86 * minute })
    await tv.report('stop', { PlaySessionId: 'a', PositionTicks: 86 * minute })
    expect(await tv.state()).toMatchObject({ Played: true, PlayCount: 1 })
  })

  it('counts where its start was never told', async () => {
    await tv.report('stop', { PositionTicks: 85 * minute })
    expect(await tv.state()).toMatchObject({ Played: true, PlayCount: 1 })
  })

  it('and another one count twice', async () => {
    for (const session of ['a', 'b']) {
      await tv.report('start', { PlaySessionId: session })
      await tv.report('stop', { PlaySessionId: session, PositionTicks: 85 * minute })
    }
    expect(await tv.state()).toMatchObject({ PlayCount: 2 })
  })

  it('is not undone by a report that was on its way when it ended', async () => {
    await tv.report('start', { PlaySessionId: '' })
    await tv.report('stop', { PlaySessionId: '', PositionTicks: 85 * minute })
    await tv.report('progress', { PlaySessionId: '', PositionTicks: 40 * minute })
    expect(await tv.state()).toMatchObject({ Played: true, PlaybackPositionTicks: 0 })
  })

  it('goes on where the same film was begun again at once, whatever still comes of the first', async () => {
    await tv.report('start', { PlaySessionId: 'first' })
    await tv.report('stop', { PlaySessionId: 'first', PositionTicks: 20 * minute })
    await tv.report('start', { PlaySessionId: 'second' })
    await tv.report('progress', { PlaySessionId: 'second', PositionTicks: 50 * minute })
    await tv.report('progress', { PlaySessionId: 'first', PositionTicks: 19 * minute })
    expect(await tv.state()).toMatchObject({ PlaybackPositionTicks: 50 * minute })
  })

  it('keeps its last place when another film begins on the same device without a stop', async () => {
    const other = list.Items[next++].Id
    await tv.report('start', {})
    await tv.report('progress', { PositionTicks: 33 * minute })
    await tv.report('start', { ItemId: other })
    await tv.report('progress', { ItemId: other, PositionTicks: 10 * minute })
    expect(await tv.state()).toMatchObject({ PlaybackPositionTicks: 33 * minute })
    expect(await tv.state(other)).toMatchObject({ PlaybackPositionTicks: 10 * minute })
  })

  it('that failed leaves no trace', async () => {
    await tv.report('start', {})
    await tv.report('stop', { PositionTicks: 0, Failed: true })
    expect(await tv.state()).toMatchObject({ Played: false, PlayCount: 0 })
  })
})

describe('Several devices', () => {
  it('play the same film at the same time, and the last report is where it is resumed', async () => {
    const tablet = await open('tablet')
    await tv.report('start', {})
    await tablet.report('start', {})
    await tv.report('progress', { PositionTicks: 20 * minute })
    await tablet.report('progress', { PositionTicks: 50 * minute })
    await tv.report('stop', { PositionTicks: 21 * minute })
    await tablet.report('stop', { PositionTicks: 51 * minute })
    expect(await tv.state()).toMatchObject({ PlaybackPositionTicks: 51 * minute })
  })

  it('lose nothing when they report all at once', async () => {
    const apps = await Promise.all(Array.from({ length: 8 }, (_, index) => open(`many-${index}`)))
    const films = apps.map((_, index) => list.Items[next + index].Id as string)
    next += apps.length
    await Promise.all(
      apps.flatMap((app, index) =>
        [10, 20, 30].map((minutes) =>
          app.report('progress', { ItemId: films[index], PositionTicks: minutes * minute }),
        ),
      ),
    )
    await Promise.all(
      apps.map((app, index) =>
        app.report('stop', { ItemId: films[index], PositionTicks: 40 * minute }),
      ),
    )
    for (const id of films) {
      expect(await tv.state(id)).toMatchObject({ PlaybackPositionTicks: 40 * minute })
    }
  })
})

describe('Older apps', () => {
  it('report in the query of other paths', async () => {
    const path = `/PlayingItems/${film}`
    expect((await tv.send('POST', `${path}?CanSeek=true`)).status).toBe(204)
    await tv.send('POST', `${path}/Progress?positionTicks=${20 * minute}`)
    expect((await tv.send('DELETE', `${path}?PositionTicks=${25 * minute}`)).status).toBe(204)
    expect(await tv.state()).toMatchObject({ PlaybackPositionTicks: 25 * minute })
  })
})

describe('What plays now', () => {
  async function playing(): Promise<object[]> {
    const { body } = await tv.send('GET', '/Sessions?deviceId=tv')
    const sessions = typeof body === 'string' ? JSON.parse(body) : body
    return sessions.filter(({ NowPlayingItem }: { NowPlayingItem?: object }) => NowPlayingItem)
  }

  it('is listed with its latest place, and no longer when it has stopped', async () => {
    await tv.report('start', { CanSeek: true })
    await tv.report('progress', { PositionTicks: 20 * minute, IsPaused: true })
    expect(await playing()).toEqual([
      expect.objectContaining({
        NowPlayingItem: expect.objectContaining({ Id: film }),
        PlayState: expect.objectContaining({ PositionTicks: 20 * minute, IsPaused: true }),
      }),
    ])
    await tv.report('stop', { PositionTicks: 21 * minute })
    expect(await playing()).toEqual([])
  })

  it('is no longer listed when nothing was heard of it for five minutes', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    await tv.report('start', {})
    expect(await playing()).toHaveLength(1)
    vi.setSystemTime(Date.now() + 301_000)
    expect(await playing()).toEqual([])
  })
})
