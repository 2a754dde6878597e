import { describe, expect, it } from 'vitest'
import { readMeta } from '../../../src/sources/stremio/meta.ts'

function readAnswer(json: unknown) {
  const work = readMeta(json, { type: 'movie', id: 'asked' })
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
  }
}

const read = (meta: object) => readAnswer({ meta: { name: 'N', ...meta } })!

describe('the metadata of an answer', () => {
  it('tells the episodes, numbered as their fields or their ids say', () => {
    const videos = [
      { id: 'a', season: 1, episode: 1 },
      { season: 0, number: 3 },
      { id: 'b', season: '2', episode: '4' },
      { id: 'tt1:5:6', title: 'T', released: '2020-01-02', runtime: '25 min' },
      { id: 'kitsu:9:7' },
      { id: 'channel' },
      { season: 1 },
      { season: -1, episode: 1.5 },
      null,
    ]
    const numbers = read({ id: 'tt9', videos }).videos.map((video) => [
      video.id,
      video.season,
      video.episode,
    ])
    expect(numbers).toEqual([
      ['a', 1, 1],
      ['tt9:0:3', 0, 3],
      ['b', 2, 4],
      ['tt1:5:6', 5, 6],
      ['kitsu:9:7', null, 7],
      ['channel', null, null],
    ])
    expect(read({ videos }).videos[3]).toMatchObject({
      title: 'T',
      released: Date.UTC(2020, 0, 2),
      runtime: 25,
    })
  })

  it('has the first 50 streams inside a video, and 2,000 in all', () => {
    const streams = Array.from({ length: 60 }, (_, place) => ({
      url: `https://a.example/${place}`,
    }))
    const videos = Array.from({ length: 50 }, (_, place) => ({ id: `own:${place}`, streams }))
    const counts = read({ id: 'own', videos }).videos.map((video) => video.streams?.length)
    expect(counts.slice(0, 40)).toEqual(Array(40).fill(50))
    expect(counts.slice(40)).toEqual(Array(10).fill(undefined))
  })

  it.each([
    ['http://a.example/p.jpg', 'http://a.example/p.jpg'],
    [' https://a.example/p ', 'https://a.example/p'],
    ['//a.example/p.jpg', null],
    ['javascript:alert(1)', null],
    ['data:image/png;base64,AA', null],
    ['https://', null],
    ['https://a.example/w500/undefined', null],
    [`https://a.example/${'x'.repeat(2_000)}`, null],
    [5, null],
  ])('takes pictures of the web alone: %.60j', (address, taken) => {
    expect(read({ poster: address, background: address, logo: address })).toMatchObject({
      poster: taken,
      background: taken,
      logo: taken,
    })
  })

  it.each([
    [{ trailers: [{ source: 'abcdefghijk' }] }, ['https://www.youtube.com/watch?v=abcdefghijk']],
    [{ trailerStreams: [{ ytId: 'https://v.example/1' }] }, ['https://v.example/1']],
    [{ trailers: [{ source: '"><script>' }, { source: 5 }, null] }, []],
    [{ trailers: 'abcdefghijk' }, []],
  ])('tells the trailers of %j', (meta, trailers) => {
    expect(read(meta).trailers).toEqual(trailers)
  })

  it.each([
    [{ id: 'tmdb:603', moviedb_id: 604 }, { tmdb: '603' }],
    [
      { id: 'kitsu:1376', mal_id: 1535, anilist_id: '1535' },
      {
        kitsu: '1376',
        mal: '1535',
        anilist: '1535',
      },
    ],
    [
      { id: 'tt1', tmdb_id: 'tmdb:5', anidb_id: '7' },
      { imdb: 'tt1', tmdb: '5', anidb: '7' },
    ],
    [{ id: 'tt1:2:3' }, {}],
    [{ imdb_id: 'tt1; drop' }, {}],
    [{ imdb_id: 5, moviedb_id: {} }, {}],
    [{ moviedb_id: 'x', tvdb_id: -1, mal_id: 1.5 }, {}],
    [{ id: `tt${'1'.repeat(50)}` }, {}],
  ])('tells the ids of %j', (meta, ids) => {
    expect(read(meta).ids).toEqual(ids)
  })

  it.each([2 ** 31, 1_000_000_000, 2 ** 53 - 1, '2147483648'])(
    'has no season or episode of the number %s',
    (number) => {
      const { videos } = read({ videos: [{ id: 'a', season: number, episode: number }] })
      expect(videos).toMatchObject([{ season: null, episode: null }])
    },
  )

  it('takes no more than a person could look at', () => {
    const many = Array.from({ length: 5_000 }, (_, i) => `name ${i} ${'x'.repeat(1_000)}`)
    const meta = read({
      name: 'x'.repeat(10_000),
      description: 'x'.repeat(100_000),
      aliases: many,
      genres: many,
      cast: many,
      links: many.map((name) => ({ name, category: 'Directors' })),
      app_extras: { cast: many.map((name) => ({ name, character: name })) },
      trailers: many.map((_, i) => ({ source: `${i}`.padStart(11, 'x') })),
    })
    expect(JSON.stringify(meta).length).toBeLessThan(200_000)
    expect(meta.people.filter(({ type }) => type === 'Actor')).toHaveLength(100)
  })

  it.each([null, 5, {}, { meta: null }, { meta: {} }, { meta: { name: ' ' } }, { meta: [] }])(
    'is nothing for %j',
    (json) => {
      expect(readAnswer(json)).toBeNull()
    },
  )
})
