import { getGenreApi } from '@jellyfin/sdk/lib/utils/api/genre-api.js'
import { getImageApi } from '@jellyfin/sdk/lib/utils/api/image-api.js'
import { getLibraryApi } from '@jellyfin/sdk/lib/utils/api/library-api.js'
import { getMediaSegmentApi } from '@jellyfin/sdk/lib/utils/api/media-segment-api.js'
import { getUserViewApi } from '@jellyfin/sdk/lib/utils/api/user-view-api.js'
import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { startFilmSource } from '../../support/film-source.ts'
import { startListSource } from '../../support/list-source.ts'
import { signInApp } from '../../support/media-client.ts'
import { draw } from '../../support/picture-host.ts'
import { startService } from '../../support/service.ts'
import { startSkipServices } from '../../support/skip-services.ts'
import { startUpstream } from '../../support/upstream.ts'

const poster = await draw(400, 600).jpeg().toBuffer()
const host = await startUpstream(
  (_request, response) => void response.end(poster),
  '127.0.0.1',
  afterAll,
)
const skips = await startSkipServices(afterAll)
skips.sayUsual()
const { source: titles } = await startListSource({
  titles: [
    {
      id: 'tt2560140',
      type: 'series',
      name: 'Attack',
      moviedb_id: 1429,
      poster: `${host.url}/a.jpg`,
    },
  ],
  catalogs: [{ type: 'series', id: 'anime', name: 'Anime', titles: ['tt2560140'] }],
  episodes: (id) => [
    { id: `${id}:1:5`, title: 'Five', season: 1, episode: 5, released: '2013-05-01T00:00:00.000Z' },
  ],
  ends: afterAll,
})
const films = await startFilmSource({ films: 12, series: 0, ends: afterAll })
const service = await startService({ SKIP_SOURCES: skips.setting() }, afterAll)
await service.service.services.anime.useSample()
const owner = await service.createUser({ sources: [titles, films.source] })
const { app, userId } = await signInApp(service.url, owner)
const library = getLibraryApi(app)

async function first(type: 'Series' | 'Episode', parentId?: string): Promise<string> {
  const { data } = await library.getItems({
    recursive: true,
    includeItemTypes: [type],
    ...(parentId && { parentId }),
  })
  return data.Items!.find(({ Name }) => type === 'Episode' || Name === 'Attack')!.Id!
}

describe("An app made with the standard's SDK", () => {
  it('reads where an episode can be skipped, and of which kind each part is', async () => {
    const itemId = await first('Episode', await first('Series'))
    const { data } = await getMediaSegmentApi(app).getItemSegments({ itemId })
    expect(data.Items!.map(({ Type, StartTicks }) => [Type, StartTicks! / 1e7])).toEqual([
      ['Recap', 0],
      ['Intro', 30],
      ['Preview', 1_300],
    ])
    expect(data.Items!.every((one) => one.ItemId!.replaceAll('-', '') === itemId)).toBe(true)
    const intros = await getMediaSegmentApi(app).getItemSegments({
      itemId,
      includeSegmentTypes: ['Intro'],
    })
    expect(intros.data.TotalRecordCount).toBe(1)
  })

  it('shows a picture in the size and the format that it asks for', async () => {
    const { data: item } = await library.getItem({ userId, itemId: await first('Series') })
    const url = getImageApi(app).getItemImageUrl(item, 'Primary', { fillWidth: 200 })!
    const sent = async (accept: string) => fetch(url, { headers: { accept } })
    const types = await Promise.all(['image/avif', 'image/webp', 'image/jpeg'].map(sent))
    expect(types.map(({ headers }) => headers.get('content-type'))).toEqual([
      'image/avif',
      'image/webp',
      'image/jpeg',
    ])
    const { width, height } = await sharp(Buffer.from(await types[1]!.arrayBuffer())).metadata()
    expect(width / height).toBeCloseTo(2 / 3, 1)
    expect(width).toBeGreaterThanOrEqual(200)
  })

  it('chooses a genre by its id in a library that lists nothing without one', async () => {
    const { data: views } = await getUserViewApi(app).getUserViews({ userId })
    const parentId = views.Items!.find(({ Name }) => Name === 'By genre')!.Id!
    const { data: genres } = await getGenreApi(app).getGenres({ parentId })
    const count = async (name: string) => {
      const id = genres.Items!.find(({ Name }) => Name === name)!.Id!
      return (await library.getItems({ parentId, genreIds: [id] })).data.TotalRecordCount
    }
    expect(await count('Western')).toBe(6)
    expect(await count('None')).toBe(12)
  })
})
