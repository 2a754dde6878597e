import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { deviceProfiles } from '../../support/device-profiles.ts'
import { startFilmSource } from '../../support/film-source.ts'
import { senderOf, signInApp } from '../../support/media-client.ts'
import type { RunningService } from '../../support/service.ts'
import { serviceTargets } from '../../support/service-targets.ts'

type Source = { Id: string; Path: string; service: { bingeGroup?: string } }

const minute = 600_000_000
const names = [
  'Show.2160p.WEB-DL.HEVC-ONE.mkv',
  'Show.1080p.WEB-DL.x264-ONE.mkv',
  'Show.1080p.BluRay.x264-TWO.mkv',
  'Show.720p.WEB-DL.x264-ONE.mkv',
]

describe.each(serviceTargets)('The next episode on $name', ({ skip, start }) => {
  describe.skipIf(skip)('begins with the release that its series was watched in', () => {
    const ends: (() => unknown)[] = []
    const files = [...names]
    let nodes: RunningService[] = []
    let shows: string[] = []
    let episodes: string[] = []
    let source: Awaited<ReturnType<typeof startFilmSource>>

    async function viewer(mediaServer: object = {}, from = source) {
      const owner = await nodes[0]!.createUser({
        sources: [from.source],
        sort: { global: [{ by: 'resolution', direction: 'desc' }] },
        mediaServer: { users: [{ name: 'Kim' }], ...mediaServer },
      })
      const tv = await device(owner, 'tv')
      return { owner, ...tv }
    }

    async function device(auth: { uuid: string; password: string }, name: string) {
      const { token } = await signInApp(nodes[0]!.url, auth, name)
      const ask = senderOf(nodes.at(-1)!.url, token)
      const send = async (path: string, body?: object) => (await ask(path, body)).body
      const sources = async (episode: number, body: object = {}): Promise<Source[]> =>
        (await send(`/Items/${episodes[episode]}/PlaybackInfo`, body)).MediaSources
      const order = async (episode: number) =>
        (await sources(episode)).map(({ Path }: Source) => Path)
      async function watch(episode: number, file: string, minutes = 89): Promise<void> {
        const { Id } = (await sources(episode)).find(({ Path }) => Path === file)!
        const report = { ItemId: episodes[episode], MediaSourceId: Id }
        await send('/Sessions/Playing', report)
        await send('/Sessions/Playing/Stopped', { ...report, PositionTicks: minutes * minute })
      }
      return { send, sources, order, watch }
    }

    async function open(send: Awaited<ReturnType<typeof device>>['send'], show = 0): Promise<void> {
      const list = await send('/Items?recursive=true&includeItemTypes=Series&sortBy=SortName')
      shows = list.Items.map(({ Id }: { Id: string }) => Id)
      const { Items } = await send(`/Shows/${shows[show]}/Episodes`)
      episodes = Items.filter(
        (item: { ParentIndexNumber: number }) => item.ParentIndexNumber > 0,
      ).map(({ Id }: { Id: string }) => Id)
    }

    beforeAll(async () => {
      source = await startFilmSource({ films: 1, files, ends: (end) => void ends.push(end) })
      nodes = await start({ RATE_LIMIT_SIGN_IN: 'off' }, (end) => void ends.push(end))
    })
    beforeEach(() => void files.splice(0, files.length, ...names))
    afterAll(async () => {
      for (const end of ends.toReversed()) await end()
    })

    it('on every device, also where the first was watched to its end', async () => {
      const { owner, send, order, watch } = await viewer()
      await open(send)
      expect(await order(1)).toEqual(names)
      await watch(0, names[2]!)
      expect(await order(1)).toEqual([names[2], names[0], names[1], names[3]])
      const phone = await device(owner, 'phone')
      expect((await phone.order(2))[0]).toBe(names[2])
    })

    it('in its binge group, which is made where the source names none', async () => {
      const { send, sources, watch } = await viewer(
        {},
        await startFilmSource({ files, groups: false }),
      )
      await open(send)
      await watch(0, names[2]!)
      const watched = (await sources(0)).find(({ Path }) => Path === names[2])
      const group = watched!.service.bingeGroup
      expect(group).toMatch(/1080p\|BluRay\|TWO$/)
      expect((await sources(1)).map(({ service }) => service.bingeGroup === group)).toEqual([
        true,
        false,
        false,
        false,
      ])
    })

    it('or the nearest one, as the newest choice says', async () => {
      const { send, order, watch } = await viewer()
      await open(send)
      await watch(0, names[2]!)
      files.splice(0, files.length, names[0]!, names[1]!)
      expect(await order(1)).toEqual([names[1], names[0]])
      await watch(1, names[0]!)
      files.splice(0, files.length, ...names.toReversed())
      expect((await order(2))[0]).toBe(names[0])
    })

    it('also where a device in between could not play it, and keeps its own', async () => {
      const { owner, send, order, watch } = await viewer()
      await open(send)
      const mp4 = [names[0]!, 'Show.1080p.WEB-DL.x264-ONE.mp4', 'Show.720p.WEB-DL.x264-TWO.mp4']
      files.splice(0, files.length, ...mp4)
      await watch(0, mp4[0]!)
      const phone = await device(owner, 'phone')
      await phone.sources(1, { DeviceProfile: deviceProfiles.web })
      expect((await phone.order(1))[0]).toBe(mp4[1])
      await phone.watch(1, mp4[2]!)
      expect(await order(2)).toEqual(mp4)
      expect(await phone.order(2)).toEqual([mp4[2], mp4[1], mp4[0]])
    })

    it('save where an episode was left half way in another', async () => {
      const { send, order, watch } = await viewer()
      await open(send)
      await watch(1, names[3]!, 30)
      await watch(0, names[2]!)
      expect((await order(1))[0]).toBe(names[3])
      expect((await order(2))[0]).toBe(names[2])
    })

    it('of this user and this series alone', async () => {
      const { owner, send, watch, order } = await viewer()
      await open(send)
      await watch(0, names[2]!)
      const kim = await device({ ...owner, uuid: `${owner.uuid}/Kim` }, 'tablet')
      expect(await kim.order(1)).toEqual(names)
      await open(send, 1)
      expect(await order(1)).toEqual(names)
    })

    it('until the history is cleared', async () => {
      const { send, watch, order } = await viewer()
      await open(send)
      await watch(0, names[2]!)
      const { Id } = await send('/Users/Me')
      await send('/graphql', { query: `mutation { clearHistory(userId: "${Id}") }` })
      expect(await order(1)).toEqual(names)
    })

    it('not at all where the configuration says so, save what was left half way', async () => {
      const { send, watch, order } = await viewer({ versions: { remember: false } })
      await open(send)
      await watch(0, names[2]!)
      expect(await order(1)).toEqual(names)
      await watch(1, names[3]!, 30)
      expect((await order(1))[0]).toBe(names[3])
    })
  })
})
