import { afterAll, describe, expect, it } from 'vitest'
import { startMediaHousehold } from '../../support/media-household.ts'

const { ask, faults, film, owner, post, show } = await startMediaHousehold(afterAll)
const megabyte = 1024 * 1024

describe('A body', () => {
  const signIn = (body: string, type?: string | null) =>
    post('/Users/AuthenticateByName', body, type)

  it.each([
    ['Username', 'Pw'],
    ['username', 'Pw'],
    ['userName', 'pw'],
    ['USERNAME', 'PW'],
  ])('may name its values %s and %s', async (name, password) => {
    const body = JSON.stringify({ [name]: owner.uuid, [password]: owner.password })
    expect((await signIn(body)).status).toBe(200)
  })

  it.each([
    ['application/json; charset=utf-8'],
    ['application/json;profile="PascalCase"'],
    ['text/json'],
    ['text/plain'],
    ['application/x-www-form-urlencoded'],
    ['application/octet-stream'],
    [null],
  ])('is JSON whatever it calls itself: %s', async (type) => {
    const body = JSON.stringify({ Username: owner.uuid, Pw: owner.password })
    expect((await signIn(body, type)).status).toBe(200)
    expect((await signIn(`\uFEFF\n ${body}\r\n`, type)).status).toBe(200)
  })

  it('may be a form', async () => {
    const form = new URLSearchParams({ Username: owner.uuid, Pw: owner.password })
    const { status } = await signIn(form.toString(), 'application/x-www-form-urlencoded')
    expect(status).toBe(200)
  })

  it('may write numbers and flags as text', async () => {
    const told = { ItemId: film, PositionTicks: '18000000000', IsPaused: 'True' }
    const more = { AudioStreamIndex: '1', SubtitleStreamIndex: '-1', VolumeLevel: '40' }
    const body = JSON.stringify({ ...told, ...more, BufferedRanges: [{}], ShuffleMode: 'Sorted' })
    expect((await post('/Sessions/Playing/Progress', body)).status).toBe(204)
    const { body: sessions } = await ask('/Sessions?deviceId=living-room')
    expect(sessions[0]).toMatchObject({
      NowPlayingItem: { Id: film },
      PlayState: {
        PositionTicks: 18_000_000_000,
        IsPaused: true,
        AudioStreamIndex: 1,
        SubtitleStreamIndex: -1,
        VolumeLevel: 40,
      },
    })
  })

  it('may hold one text where a list belongs', async () => {
    const types = async (value: unknown) => {
      const body = JSON.stringify({ PlayableMediaTypes: value, SupportedCommands: 'Play' })
      expect((await post('/Sessions/Capabilities/Full', body)).status).toBe(204)
      return (await ask('/Sessions?deviceId=living-room')).body[0].PlayableMediaTypes
    }
    expect(await types('Video')).toEqual(['Video'])
    expect(await types('Video,Audio')).toEqual(['Video', 'Audio'])
    expect(await types(['Audio', 'Hologram'])).toEqual(['Audio'])
  })

  it.each<[string, string | null]>([
    ['absent', null],
    ['empty', ''],
    ['blank', ' \n '],
    ['an empty object', '{}'],
    ['null', 'null'],
  ])('may be %s where everything in it may', async (_what, body) => {
    for (const type of ['application/json', 'text/plain', null]) {
      const { status, body: info } = await post(`/Items/${film}/PlaybackInfo`, body, type)
      expect(status).toBe(200)
      expect(info.MediaSources).toHaveLength(3)
    }
  })

  it('yields to the query', async () => {
    const [, second, third] = (await post(`/Items/${film}/PlaybackInfo`, '{}')).body.MediaSources
    const body = JSON.stringify({ MediaSourceId: second.Id })
    const path = `/Items/${film}/PlaybackInfo?mediaSourceId=${third.Id}`
    expect((await post(path, body)).body.MediaSources).toMatchObject([{ ETag: third.ETag }])
  })

  it.each(['{"ItemId":', "{'ItemId':'x'}", '{"a":1}{}', 'nonsense', '\0', '{"ItemId":"\0"}'])(
    'that is no JSON is refused: %j',
    async (body) => {
      const { status, body: said } = await post('/Sessions/Playing', body)
      expect(status).toBe(400)
      expect(said).toMatchObject({ status: 400, detail: expect.stringMatching(/JSON/) })
    },
  )

  it.each<[string, string]>([
    ['a list', '[{"ItemId":"x"}]'],
    ['a text', '"ItemId"'],
    ['a number', '1'],
    ['values of other kinds', '{"ItemId":{"ItemId":"x"}}'],
    ['an empty list', '{"ItemId":[]}'],
    ['no bounds', `${'['.repeat(500_000)}${']'.repeat(500_000)}`],
    ['names that mean something elsewhere', '{"__proto__":{"ItemId":"x"},"constructor":1}'],
  ])('of %s says nothing: what must be said is missing', async (_what, body) => {
    const { status, body: said } = await post('/Sessions/Playing', body)
    expect(status).toBe(400)
    expect(said.detail).toMatch(/ItemId/)
  })

  it('keeps of what an app remembers what it can read back', async () => {
    const path = '/DisplayPreferences/kinds?client=emby'
    const deep = `${'{"a":'.repeat(9_000)}1${'}'.repeat(9_000)}`
    const values = [
      `"customPrefs":{"theme":"dark","Size":2,"Wide":true,"none":null,"deep":${deep}}`,
      `"SortBy":["Name"],"SortOrder":"descending","ScrollDirection":"Sideways"`,
      `"PrimaryImageWidth":"300","ShowSidebar":"True","ShowBackdrop":${deep},"Other":1`,
    ]
    expect((await post(path, `{${values.join()}}`)).status).toBe(204)
    const { body } = await ask(path)
    expect(body).toMatchObject({ SortBy: 'Name', SortOrder: 'Descending', ShowSidebar: true })
    expect(body).toMatchObject({ ScrollDirection: 'Horizontal', PrimaryImageWidth: 300 })
    expect(body.CustomPrefs).toEqual({ theme: 'dark', Size: '2', Wide: 'true' })
    expect(body).toMatchObject({ ShowBackdrop: true, Client: 'emby', Id: 'kinds' })
    expect(body).not.toHaveProperty('Other')
  })

  it.each([1e300, -1e300, '1e400', 'NaN', 2 ** 63, 15_001.5])(
    'with a number that no film has is no failure of the server: %s',
    async (value) => {
      const numbers = ['RunTimeTicks', 'VolumeLevel', 'AudioStreamIndex', 'SubtitleStreamIndex']
      const told = Object.fromEntries(numbers.map((name) => [name, value]))
      for (const extra of [told, { PositionTicks: value }]) {
        const body = JSON.stringify({ ItemId: film, ...extra })
        const { status } = await post('/Sessions/Playing/Progress', body)
        expect([204, 400]).toContain(status)
      }
      const place = JSON.stringify({ PlaybackPositionTicks: value })
      expect([200, 400]).toContain((await post(`/UserItems/${film}/UserData`, place)).status)
      for (const name of ['limit', 'season', 'startIndex', 'activeWithinSeconds']) {
        const asked = `?${name}=${value}`
        for (const path of [`/Shows/${show}/Episodes`, `/Items/${film}/Similar`, '/Sessions'])
          expect((await ask(path + asked)).status).toBe(200)
        expect((await ask(`/Items/Latest${asked}`)).status).toBe(200)
      }
    },
  )

  it('of more than a megabyte is refused', async () => {
    const body = (size: number) => JSON.stringify({ ItemId: film, More: 'x'.repeat(size) })
    expect((await post('/Sessions/Playing/Progress', body(megabyte - 100))).status).toBe(204)
    expect((await post('/Sessions/Playing/Progress', body(megabyte))).status).toBe(413)
  })

  it('in an encoding of its own is refused', async () => {
    const headers = { 'content-encoding': 'gzip' }
    const { status } = await ask('/Sessions/Playing', { method: 'POST', headers, body: 'x' })
    expect(status).toBe(415)
  })
})

describe('Nothing of all this', () => {
  it('was a fault of the server', () => {
    expect(faults()).toEqual([])
  })
})
