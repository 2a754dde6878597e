import { afterAll, describe, expect, it } from 'vitest'
import { seriesId, startFilmSource } from '../../support/film-source.ts'
import { senderOf, signInApp } from '../../support/media-client.ts'
import { startService } from '../../support/service.ts'
import { detectFromURL } from '../../support/stremio.ts'

const files = [
  'Show.2160p.WEB-DL.HEVC-ONE.mkv',
  'Show.1080p.WEB-DL.x264-ONE.mkv',
  'Show.1080p.BluRay.x264-TWO.mkv',
]
const source = await startFilmSource({ films: 1, files, groups: false, ends: afterAll })
const { url, createUser } = await startService({}, afterAll)

type Stream = { behaviorHints: { filename: string; bingeGroup: string } }

/** A household, the addon of each of its users, and an app of the first one. */
async function startHome(versions: object = {}) {
  const owner = await createUser({
    sources: [source.source],
    sort: { global: [{ by: 'resolution', direction: 'desc' }] },
    mediaServer: { owner: { name: 'Olga' }, users: [{ name: 'Kim' }], versions },
  })
  async function streams(episode: number, own = ''): Promise<Stream[]> {
    const address = `${url}/stremio/${owner.uuid}/${owner.token}${own}/manifest.json`
    const { addon } = await detectFromURL(address)
    return (await addon.get('stream', 'series', `${seriesId(1)}:1:${episode}`)).streams
  }
  const names = async (...asked: Parameters<typeof streams>): Promise<string[]> =>
    (await streams(...asked)).map(({ behaviorHints }) => behaviorHints.filename)

  const { token } = await signInApp(url, owner)
  const ask = senderOf(url, token)
  const send = async (path: string, body?: object) => (await ask(path, body)).body
  async function report(episode: number, file: string, ending: object): Promise<void> {
    const { Items: shows } = await send('/Items?recursive=true&searchTerm=Show 1')
    const { Items } = await send(`/Shows/${shows[0].Id}/Episodes?season=1`)
    const ItemId = Items[episode - 1].Id
    const { MediaSources } = await send(`/Items/${ItemId}/PlaybackInfo`, {})
    const { Id } = MediaSources.find(({ Path }: { Path: string }) => Path === file)
    await send('/Sessions/Playing', { ItemId, MediaSourceId: Id })
    await send('/Sessions/Playing/Stopped', { ItemId, MediaSourceId: Id, ...ending })
  }
  return { streams, names, report }
}

const watched = { PositionTicks: 89 * 600_000_000 }

describe('Streams of the next episode', () => {
  it('begin with the release that its user watched, in the same binge group', async () => {
    const { streams, names, report } = await startHome()
    expect(await names(1)).toEqual(files)
    await report(1, files[2]!, watched)
    for (const own of ['', '/u/Olga']) {
      expect(await names(2, own)).toEqual([files[2], files[0], files[1]])
    }
    expect(await names(2, '/u/Kim')).toEqual(files)
    const groups = (await streams(1)).map(({ behaviorHints }) => behaviorHints.bingeGroup)
    const [first] = await streams(2)
    expect(first!.behaviorHints.bingeGroup).toBe(groups[0])
    expect(first!.behaviorHints.bingeGroup).toMatch(/TWO$/)
  })

  it('stay in the order of the configuration where that says so', async () => {
    const { names, report } = await startHome({ remember: false })
    await report(1, files[2]!, watched)
    expect(await names(2)).toEqual(files)
  })

  it('end with links that failed', async () => {
    const { names, report } = await startHome()
    await report(1, files[0]!, { Failed: true, PositionTicks: 0 })
    expect((await names(1)).at(-1)).toBe(files[0])
    expect(await names(2)).toEqual(files)
  })
})
