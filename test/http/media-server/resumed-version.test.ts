import { getSessionApi } from '@jellyfin/sdk/lib/utils/api/session-api.js'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { deviceProfiles } from '../../support/device-profiles.ts'
import { startFilmSource } from '../../support/film-source.ts'
import { senderOf, signInApp } from '../../support/media-client.ts'
import type { RunningService } from '../../support/service.ts'
import { serviceTargets } from '../../support/service-targets.ts'

type Source = {
  Id: string
  Path: string
  DefaultAudioStreamIndex?: number
  DefaultSubtitleStreamIndex?: number
  service: { id: string }
}
type Info = { MediaSources: Source[]; PlaySessionId: string }

const minute = 600_000_000
const names = [
  'Film.2160p.HEVC.Dual.Audio.English.Japanese.ENG.SUBS.mkv',
  'Film.1080p.x264.English.Japanese.German.ENG.SUBS.mkv',
  'Film.720p.x264.mp4',
  'Film.480p.x264.mp4',
]

describe.each(serviceTargets)('A title that was left half way on $name', ({ skip, start }) => {
  describe.skipIf(skip)('goes on in the version that was played', () => {
    const ends: (() => unknown)[] = []
    const files = [...names]
    let nodes: RunningService[] = []
    let tv: Awaited<ReturnType<typeof signIn>>
    let phone: typeof tv
    let kim: typeof tv
    let films: string[] = []
    let film = ''

    async function signIn(auth: { uuid: string; password: string }, device: string) {
      const { app, token } = await signInApp(nodes[0]!.url, auth, device)
      const ask = senderOf(nodes.at(-1)!.url, token)
      const send = async (path: string, body?: object, node = nodes.at(-1)!) =>
        (await ask(path, body, node.url)).body
      const info = (body: object = {}): Promise<Info> => send(`/Items/${film}/PlaybackInfo`, body)
      const order = async (body?: object) => (await info(body)).MediaSources.map(({ Path }) => Path)
      /** The first node hears of it. */
      async function watch(values: object, minutes = 30): Promise<void> {
        const report = { ItemId: film, ...values }
        await send('/Sessions/Playing', report, nodes[0])
        await send('/Sessions/Playing/Progress', { ...report, PositionTicks: minute }, nodes[0])
        await send(
          '/Sessions/Playing/Stopped',
          { ...report, PositionTicks: minutes * minute },
          nodes[0],
        )
      }
      return { app, send, info, order, watch }
    }

    beforeAll(async () => {
      const source = await startFilmSource({ films: 20, files, ends: (end) => void ends.push(end) })
      nodes = await start({ RATE_LIMIT_SIGN_IN: 'off' }, (end) => void ends.push(end))
      const owner = await nodes[0]!.createUser({
        sources: [source.source],
        sort: { global: [{ by: 'resolution', direction: 'desc' }] },
        mediaServer: { users: [{ name: 'Kim' }] },
      })
      tv = await signIn(owner, 'tv')
      phone = await signIn(owner, 'phone')
      kim = await signIn({ uuid: `${owner.uuid}/Kim`, password: owner.password }, 'tablet')
      const list = await tv.send('/Items?recursive=true&includeItemTypes=Movie&sortBy=SortName')
      films = list.Items.map(({ Id }: { Id: string }) => Id)
    })

    beforeEach(() => {
      films = films.slice(1)
      film = films[0]!
      files.splice(0, files.length, ...names)
    })

    afterAll(async () => {
      for (const end of ends.toReversed()) await end()
    })

    it('first, under the id of the item, on each device and for this user alone', async () => {
      expect(await tv.order()).toEqual(names)
      const { MediaSources } = await tv.info()
      await tv.watch({ MediaSourceId: MediaSources[2]!.Id })
      const resumed = [names[2], names[0], names[1], names[3]]
      for (const app of [tv, phone]) {
        const after = await app.info()
        expect(after.MediaSources.map(({ Path }) => Path)).toEqual(resumed)
        expect(after.MediaSources[0]).toMatchObject({ Id: film, service: MediaSources[2]!.service })
        const page = await app.send(`/Items/${film}`)
        expect(page.MediaSources.map(({ Path }: Source) => Path)).toEqual(resumed)
      }
      expect(await kim.order()).toEqual(names)
    })

    it('for who watched along, in place of what they played before', async () => {
      const { MediaSources } = await kim.info()
      await kim.watch({ MediaSourceId: MediaSources[1]!.Id }, 10)
      const sessions = (await tv.send('/Sessions')) as { Id: string; DeviceId: string }[]
      const { Id } = sessions.find(({ DeviceId }) => DeviceId === 'tv')!
      const { Id: userId } = await kim.send('/Users/Me')
      await tv.send(`/Sessions/${Id}/User/${userId}`, {})
      await tv.watch({ MediaSourceId: (await tv.info()).MediaSources[3]!.Id })
      await getSessionApi(tv.app).removeUserFromSession({ sessionId: Id, userId })
      expect((await kim.order())[0]).toBe(names[3])
    })

    it('until it is finished', async () => {
      const { MediaSources } = await tv.info()
      await tv.watch({ MediaSourceId: MediaSources[1]!.Id })
      expect((await tv.order())[0]).toBe(names[1])
      await tv.watch({ MediaSourceId: MediaSources[1]!.Id }, 89)
      expect(await tv.order()).toEqual(names)
    })

    it('also where the app names the item, or no version but its play', async () => {
      await tv.info({ DeviceProfile: deviceProfiles.infuse })
      const { MediaSources, PlaySessionId } = await tv.info({
        MediaSourceId: (await tv.info()).MediaSources[3]!.Id,
      })
      expect(MediaSources).toHaveLength(1)
      await tv.watch({ PlaySessionId })
      expect((await tv.order())[0]).toBe(names[3])
      const again = await tv.info()
      await tv.watch({ MediaSourceId: film, PlaySessionId: again.PlaySessionId }, 40)
      expect((await tv.order())[0]).toBe(names[3])
    })

    it('after the list was renewed, or the nearest one where it is gone', async () => {
      const { MediaSources } = await tv.info()
      await tv.watch({ MediaSourceId: MediaSources[2]!.Id })
      files.splice(0, files.length, 'New.2160p.mkv', ...names)
      expect((await tv.order({ Refresh: true }))[0]).toBe(names[2])
      files.splice(
        0,
        files.length,
        names[0]!,
        'Other.480p.mkv',
        'Other.720p.mp4',
        'Other.1080p.mkv',
      )
      expect((await tv.order({ Refresh: true }))[0]).toBe('Other.720p.mp4')
      files.splice(0, files.length, names[0]!, 'Other.1080p.mkv')
      expect(await tv.order({ Refresh: true })).toEqual([names[0], 'Other.1080p.mkv'])
    })

    it('or in the nearest one where its id is all that is left of it, also for a player without a token', async () => {
      const { MediaSources } = await tv.info()
      const { Id } = MediaSources[2]!
      await tv.watch({ MediaSourceId: Id })
      files.splice(0, files.length, names[0]!, 'Other.480p.mkv', 'Other.720p.mp4')
      // Older lists are kept for those who play from them.
      for (let renewed = 0; renewed < 3; renewed++) await tv.info({ Refresh: true })
      const named = await tv.info({ MediaSourceId: Id })
      expect(named.MediaSources.map(({ Path }) => Path)).toEqual(['Other.720p.mp4'])
      const addresses = [`/Videos/${Id}/stream`, `/Videos/${film}/stream.mp4?MediaSourceId=${Id}`]
      for (const address of addresses) {
        const answer = await fetch(nodes[0]!.url + address, { redirect: 'manual' })
        expect([answer.status, answer.headers.get('location')]).toEqual([
          302,
          'https://streams.example/video.mp4?version=2',
        ])
      }
    })

    it('or in the nearest one that the device can play', async () => {
      const { MediaSources } = await tv.info()
      const { Id } = MediaSources[2]!
      await tv.watch({ MediaSourceId: Id })
      files.splice(0, files.length, names[0]!, 'Other.720p.mkv', 'Next.720p.mp4')
      for (let renewed = 0; renewed < 3; renewed++) await tv.info({ Refresh: true })
      const DeviceProfile = deviceProfiles.web
      const pathOf = async ({ info }: typeof tv, body = {}) =>
        (await info({ MediaSourceId: Id, ...body })).MediaSources[0]!.Path
      expect(await pathOf(phone, { DeviceProfile })).toBe('Next.720p.mp4')
      expect(await pathOf(tv)).toBe('Other.720p.mkv')
    })

    it('after those that the device can play', async () => {
      const { MediaSources } = await tv.info()
      await tv.watch({ MediaSourceId: MediaSources[0]!.Id })
      const DeviceProfile = deviceProfiles.web
      expect(await phone.order({ DeviceProfile })).toEqual([names[2], names[3], names[0], names[1]])
    })

    it('also after a device that cannot play it chose another, which stays with that device', async () => {
      const { PlaySessionId } = await tv.info()
      await tv.watch({ PlaySessionId })
      const DeviceProfile = deviceProfiles.web
      const seen = (await phone.info({ DeviceProfile })).MediaSources
      expect(seen.map(({ Path }) => Path)).toEqual([names[2], names[3], names[0], names[1]])
      const MediaSourceId = seen[1]!.Id
      await phone.watch({ MediaSourceId, SubtitleStreamIndex: '-1' }, 40)
      expect((await tv.order())[0]).toBe(names[0])
      const again = (await phone.info()).MediaSources
      expect(again.map(({ Path }) => Path)).toEqual([names[3], names[2], names[0], names[1]])
      expect(again[0]!.DefaultSubtitleStreamIndex).toBe(-1)
      const [named] = (await phone.info({ MediaSourceId })).MediaSources
      expect(named!.DefaultSubtitleStreamIndex).toBe(-1)
      await tv.watch({ MediaSourceId: (await tv.info()).MediaSources[2]!.Id }, 45)
      expect((await phone.order())[0]).toBe(names[2])
    })

    it('with the sound and the subtitles that were chosen in it, and none in another version', async () => {
      const { MediaSources } = await tv.info()
      const MediaSourceId = MediaSources[1]!.Id
      const report = { ItemId: film, MediaSourceId }
      await tv.send('/Sessions/Playing', { ...report, AudioStreamIndex: '1' }, nodes[0])
      const chosen = { AudioStreamIndex: '2', SubtitleStreamIndex: '-1', PositionTicks: minute }
      await tv.send('/Sessions/Playing/Progress', { ...report, ...chosen }, nodes[0])
      await tv.send(
        '/Sessions/Playing/Stopped',
        { ...report, PositionTicks: 30 * minute },
        nodes[0],
      )
      const [first, ...others] = (await tv.info()).MediaSources
      expect(first).toMatchObject({
        Path: names[1],
        DefaultAudioStreamIndex: 2,
        DefaultSubtitleStreamIndex: -1,
      })
      for (const { DefaultAudioStreamIndex, DefaultSubtitleStreamIndex } of others) {
        expect([DefaultAudioStreamIndex, DefaultSubtitleStreamIndex]).toEqual([1, undefined])
      }
    })
  })
})

describe('A version that failed', () => {
  it('comes last, whichever interface is told', async () => {
    const source = await startFilmSource({ films: 3, files: names, ends: afterAll })
    const [node] = await serviceTargets[0].start({}, afterAll)
    const owner = await node!.createUser({ sources: [source.source] })
    const { token } = await signInApp(node!.url, owner, 'tv')
    const ask = senderOf(node!.url, token)
    const post = async (path: string, body: object) => (await ask(path, body)).body
    const list = await ask('/Items?recursive=true&includeItemTypes=Movie')
    const { Items } = list.body as { Items: { Id: string }[] }
    const tell = {
      rest: (itemId: string, sourceId: string) =>
        post('/Sessions/Playing/Stopped', {
          ItemId: itemId,
          MediaSourceId: sourceId,
          Failed: true,
        }),
      graphql: (itemId: string, sourceId: string) =>
        post('/graphql', {
          query: `mutation { reportPlayback(itemId: "${itemId}", event: STOP, mediaSourceId: "${sourceId}", failed: true) }`,
        }),
      first: (itemId: string) =>
        post('/graphql', {
          query: `mutation { reportPlayback(itemId: "${itemId}", event: PROGRESS, failed: true) }`,
        }),
    }
    for (const [place, name] of (['rest', 'graphql', 'first'] as const).entries()) {
      const id = Items[place]!.Id
      const before = (await post(`/Items/${id}/PlaybackInfo`, {})).MediaSources as Source[]
      await tell[name](id, before[0]!.Id)
      const after = (await post(`/Items/${id}/PlaybackInfo`, {})).MediaSources as Source[]
      expect([name, after.map(({ service }) => service.id)]).toEqual([
        name,
        [...before.slice(1), before[0]!].map(({ service }) => service.id),
      ])
      expect(after[0]!.Id).toBe(id)
    }
  })
})
