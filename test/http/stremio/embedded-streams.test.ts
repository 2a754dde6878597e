import { afterAll, describe, expect, it } from 'vitest'
import { sourceAt } from '../../support/addon.ts'
import { senderOf, signInApp } from '../../support/media-client.ts'
import { startService } from '../../support/service.ts'
import { detectFromURL, serveAddon } from '../../support/stremio.ts'
import type { AddonClient } from '../../support/stremio.ts'

const file = (name: string) => ({ name, url: `https://cdn.example/${name}`, title: name })
const search = 'stremio:///search?search=Ada'
const links = [
  { name: 'Home', category: 'Website', url: 'https://channel.example/' },
  { name: 'Ada', category: 'Guests', url: search },
  { name: 'Sequel', category: 'Franchise', url: 'stremio:///detail/movie/own:film' },
  { name: 'Bob', category: 'Cast', url: 'stremio:///search?search=Bob' },
  { name: 'Bad', category: 'Other', url: 'javascript:alert(1)' },
  {
    name: 'Lists',
    category: 'Other',
    url: 'stremio:///discover/https%3A%2F%2Fa.example/movie/top',
  },
  { name: 'Drama', category: 'Genres', url: 'stremio:///search?search=Drama' },
]
const channel = {
  id: 'own:channel',
  type: 'channel',
  name: 'Channel',
  links,
  behaviorHints: { hasScheduledVideos: true },
  director: ['Dora'],
  writer: ['Will'],
  videos: [
    {
      id: 'own:channel:a',
      title: 'First',
      released: '2020-01-01',
      streams: [
        file('First.480p.WEB.mp4'),
        file('First.1080p.WEB.mp4'),
        file('First.360p.WEB.mp4'),
      ],
    },
    { id: 'own:channel:b', title: 'Second', released: '2020-01-02' },
    {
      id: 'own:channel:night',
      title: 'Third',
      released: '2020-01-03',
      streams: [file('Third.720p.WEB.mp4')],
    },
  ],
}
/** A video that says more of itself than its channel does. */
const night = { id: 'own:channel:night', type: 'channel', name: 'Third', genres: ['Horror'] }
const film = {
  id: 'own:film',
  type: 'movie',
  name: 'Film',
  behaviorHints: { defaultVideoId: 'own:film' },
  videos: [{ id: 'own:film', title: 'Film', streams: [file('Film.720p.WEB.mp4')] }],
}
const horror = {
  id: 'own:horror',
  type: 'channel',
  name: 'Horror',
  genres: ['Horror'],
  videos: [{ id: 'own:horror:a', title: 'Night', streams: [file('Night.720p.WEB.mp4')] }],
}
const metas: Readonly<Record<string, object>> = {
  [`channel ${channel.id}`]: channel,
  [`channel ${horror.id}`]: horror,
  [`channel ${night.id}`]: night,
  [`movie ${film.id}`]: film,
  'movie own:plain': { id: 'own:plain', type: 'movie', name: 'Plain' },
}

const addon = await serveAddon(
  {
    id: 'test.own',
    version: '1.0.0',
    name: 'Own',
    description: 'titles with streams inside',
    types: ['channel', 'movie'],
    resources: ['catalog', 'meta'],
    idPrefixes: ['own:', 'tt'],
    catalogs: [{ type: 'channel', id: 'all', name: 'Channels' }],
  },
  {
    catalog: () => ({
      metas: [channel, { ...horror, genres: [] }].map(({ videos: _videos, ...listed }) => listed),
    }),
    meta: ({ type, id }) => ({ meta: metas[`${type} ${id}`] ?? null }),
  },
  afterAll,
)
const hinting = await serveAddon(
  {
    id: 'test.hints',
    version: '1.0.0',
    name: 'Hints',
    description: 'says of every title that another video opens',
    types: ['movie'],
    resources: ['meta'],
    idPrefixes: ['own:plain', 'tt'],
    catalogs: [],
  },
  {
    meta: ({ type, id }) => ({
      meta: { id, type, name: 'Hint', behaviorHints: { defaultVideoId: 'tt0000666' } },
    }),
  },
  afterAll,
)
const service = await startService({}, afterAll)
const owner = await service.createUser({
  sources: [sourceAt(addon.url, 'Own'), sourceAt(hinting.url, 'Hints')],
  filters: { resolution: { exclude: ['360p'] } },
  sort: { global: [{ by: 'resolution', direction: 'desc' }] },
  mediaServer: { owner: { name: 'Olga' }, users: [{ name: 'Kim', blockedGenres: ['Horror'] }] },
})
const clientOf = async (user = ''): Promise<AddonClient> =>
  (await detectFromURL(`${service.url}/stremio/${owner.uuid}/${owner.token}${user}/manifest.json`))
    .addon
const own = await clientOf()

describe('Streams inside a title of a source', () => {
  it('are streams of its video, by the rules of the configuration', async () => {
    expect(own.isSupported('stream', 'channel', 'own:channel:a')).toBe(true)
    const { streams } = await own.get('stream', 'channel', 'own:channel:a')
    expect(streams.map(({ url }: { url: string }) => url)).toEqual([
      'https://cdn.example/First.1080p.WEB.mp4',
      'https://cdn.example/First.480p.WEB.mp4',
    ])
    expect(await own.get('stream', 'movie', 'own:film')).toMatchObject({
      streams: [{ url: 'https://cdn.example/Film.720p.WEB.mp4' }],
    })
  })

  it('are none of another video, title or id of a database', async () => {
    for (const [type, id] of [
      ['channel', 'own:channel:b'],
      ['channel', 'own:channel'],
      ['movie', 'own:channel:a'],
      ['movie', 'tt0063350'],
    ]) {
      const { streams } = await own.get('stream', type, id)
      expect([type, id, streams.filter(({ url }: { url?: string }) => url)]).toEqual([type, id, []])
    }
  })

  it('are withheld from a user who may not watch the title, and given of others', async () => {
    const kim = await clientOf('/u/Kim')
    const urlsOf = async (reader: AddonClient, id: string) =>
      (await reader.get('stream', 'channel', id)).streams.flatMap(
        ({ url }: { url?: string }) => url ?? [],
      )
    expect(await urlsOf(own, 'own:horror:a')).toEqual(['https://cdn.example/Night.720p.WEB.mp4'])
    expect(await urlsOf(kim, 'own:horror:a')).toEqual([])
    expect(await urlsOf(kim, 'own:channel:a')).toHaveLength(2)
    expect(await urlsOf(own, night.id)).toEqual(['https://cdn.example/Third.720p.WEB.mp4'])
    expect(await urlsOf(kim, night.id)).toEqual([])
  })

  it('play in apps of the media server', async () => {
    const { token } = await signInApp(service.url, owner)
    const send = senderOf(service.url, token)
    const { body: series } = await send('/Items?recursive=true&includeItemTypes=Series')
    const { body: episodes } = await send(`/Shows/${series.Items[0].Id}/Episodes`)
    const { body } = await send(`/Items/${episodes.Items[0].Id}/PlaybackInfo`, {})
    expect(body.MediaSources.map(({ Path }: { Path: string }) => Path)).toEqual([
      'First.1080p.WEB.mp4',
      'First.480p.WEB.mp4',
    ])
  })
})

const people = [
  { name: 'Bob', category: 'Cast', url: 'stremio:///search?search=Bob' },
  { name: 'Dora', category: 'Directors', url: 'stremio:///search?search=Dora' },
  { name: 'Will', category: 'Writers', url: 'stremio:///search?search=Will' },
]

describe('A title of a source keeps', () => {
  it('its people', async () => {
    const { meta } = await own.get('meta', 'channel', channel.id)
    expect(meta).toMatchObject({ cast: ['Bob'], director: ['Dora'], writer: ['Will'] })
  })

  it('links that are safe to open, beside those that are made of its people', async () => {
    const { meta } = await own.get('meta', 'channel', channel.id)
    expect(meta.links).toEqual([...people, links[0], links[1], links[2]])
  })

  it('no links for a user who may not watch everything', async () => {
    const { meta } = await (await clientOf('/u/Kim')).get('meta', 'channel', channel.id)
    expect(meta.links).toEqual(people)
  })

  it('that videos are scheduled, and which one opens at once', async () => {
    const { meta } = await own.get('meta', 'channel', channel.id)
    expect(meta.behaviorHints).toEqual({ hasScheduledVideos: true })
    const { meta: other } = await own.get('meta', 'movie', film.id)
    expect(other.behaviorHints).toEqual({ defaultVideoId: 'own:film' })
  })

  it('its own video to open, whatever another source says, and a film of a database itself', async () => {
    for (const id of ['own:plain', 'tt0063350']) {
      const { meta } = await own.get('meta', 'movie', id)
      expect(meta.behaviorHints).toEqual({ defaultVideoId: id })
    }
  })
})
