import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readStreams } from '../../../src/sources/stremio/answer.ts'
import { sourceStream } from '../../support/streams.ts'

const hash = 'a'.repeat(40)
const read = (entry: unknown) => readStreams([entry])[0]

describe('the streams of an answer', () => {
  it('are read in full', () => {
    expect(
      read({
        name: 'Addon\n4k',
        description: 'Film.2160p.mkv',
        infoHash: hash,
        fileIdx: 3,
        sources: ['tracker:udp://t.example:80', 'dht:x'],
        url: 'https://cdn.example/a',
        nzbUrl: 'https://nzb.example/b',
        ytId: 'yt1',
        externalUrl: 'https://ext.example',
        subtitles: [{ id: 's', url: 'https://sub.example/1.srt', lang: 'eng' }],
        behaviorHints: {
          filename: 'Film.2160p.mkv',
          videoSize: 123,
          videoHash: 'h',
          bingeGroup: 'g',
          notWebReady: true,
          countryWhitelist: ['gbr'],
          proxyHeaders: {
            request: { Referer: 'https://r' },
            response: { 'Content-Type': 'video/mp4' },
          },
        },
      }),
    ).toEqual({
      name: 'Addon\n4k',
      description: 'Film.2160p.mkv',
      infoHash: hash,
      fileIdx: 3,
      sources: ['tracker:udp://t.example:80', 'dht:x'],
      url: 'https://cdn.example/a',
      nzbUrl: 'https://nzb.example/b',
      ytId: 'yt1',
      externalUrl: 'https://ext.example',
      filename: 'Film.2160p.mkv',
      videoSize: 123,
      videoHash: 'h',
      bingeGroup: 'g',
      notWebReady: true,
      requestHeaders: { Referer: 'https://r' },
      responseHeaders: { 'Content-Type': 'video/mp4' },
      countryWhitelist: ['gbr'],
      subtitleTracks: [{ id: 's', url: 'https://sub.example/1.srt', lang: 'eng' }],
    })
  })

  it.each([
    ['title stands in for a missing description', { title: 'T' }, { description: 'T' }],
    ['description wins over title', { title: 'T', description: 'D' }, { description: 'D' }],
    ['a hash that is none is absent', { infoHash: 'xyz' }, { infoHash: null }],
    ['a hash of another type is absent', { infoHash: [hash] }, { infoHash: null }],
    ['a negative index is absent', { fileIdx: -1 }, { fileIdx: null }],
    ['a fractional index is absent', { fileIdx: 1.5 }, { fileIdx: null }],
    ['index 0 is kept', { fileIdx: 0 }, { fileIdx: 0 }],
    ['an index as text is absent', { fileIdx: '3' }, { fileIdx: null }],
    ['trackers that are no text are left out', { sources: ['a', 5, null] }, { sources: ['a'] }],
    ['trackers of another type are none', { sources: 'a' }, { sources: [] }],
    ['hints of another type are none', { behaviorHints: 'x' }, { filename: null }],
    ['a size as text is read', { behaviorHints: { videoSize: '99' } }, { videoSize: 99 }],
    ['a fractional size is rounded', { behaviorHints: { videoSize: 99.6 } }, { videoSize: 100 }],
    ['size 0 is absent', { behaviorHints: { videoSize: 0 } }, { videoSize: null }],
    ['a negative size is absent', { behaviorHints: { videoSize: -5 } }, { videoSize: null }],
    ['an endless size is absent', { behaviorHints: { videoSize: 1e308 } }, { videoSize: null }],
    [
      'notWebReady must be true',
      { behaviorHints: { notWebReady: 'true' } },
      { notWebReady: false },
    ],
    [
      'headers that are no text are left out',
      { behaviorHints: { proxyHeaders: { request: { a: 'b', c: 5 }, response: {} } } },
      { requestHeaders: { a: 'b' }, responseHeaders: null },
    ],
    [
      'subtitles need an address',
      { subtitles: [{ lang: 'eng' }, null, 'x', { url: 'https://s', lang: 5 }] },
      { subtitleTracks: [{ id: null, url: 'https://s', lang: null }] },
    ],
  ])('%s', (_rule, entry, expected) => {
    expect(read({ url: 'https://cdn.example/film.mkv', ...entry })).toEqual(
      sourceStream({ url: 'https://cdn.example/film.mkv', ...expected }),
    )
  })

  it.each([
    'rtmp://live.example/x',
    `magnet:?xt=urn:btih:${hash}`,
    'stremio:///detail/movie/tt1',
    'vlc://https://x',
    'acestream://abc',
    'HTTPS://CDN.EXAMPLE/a',
  ])('keep the address %s', (url) => {
    expect(read({ externalUrl: url })).toMatchObject({ externalUrl: url })
  })

  it.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    ' java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:https://x',
    '/relative',
    'no address',
    'https:',
    '',
    `https://x/${'a'.repeat(40_000)}`,
    5,
    null,
    {},
  ])('drop the address %j', (url) => {
    expect(read({ name: 'N', url, externalUrl: url, nzbUrl: url })).toMatchObject({
      url: null,
      externalUrl: null,
      nzbUrl: null,
    })
  })

  it('stay without an address where they say something', () => {
    expect(read({ name: 'Error', description: 'Invalid key' })).toMatchObject({ name: 'Error' })
    expect(read({ title: 'No results' })).toMatchObject({ description: 'No results' })
  })

  it.each([{}, { name: ' ', description: '\n' }, { name: 5 }, null, 5, 'x', []])(
    'leave out %j, which neither plays nor says anything',
    (entry) => {
      expect(readStreams([entry])).toEqual([])
    },
  )

  it.each([null, undefined, 5, 'x', {}])('are none where the list is %j', (list) => {
    expect(readStreams(list)).toEqual([])
  })

  it('are cut at the given number, and texts at a length that can be read', () => {
    const entries = Array.from({ length: 10 }, (_, i) => ({ url: `https://x/${i}` }))
    expect(readStreams(entries, 3)).toHaveLength(3)
    expect(read({ name: 'n'.repeat(50_000), description: 'd'.repeat(50_000) })).toMatchObject({
      name: 'n'.repeat(10_000),
      description: 'd'.repeat(10_000),
    })
  })

  it('cannot reach any prototype', () => {
    const entry: unknown = JSON.parse(
      `{"__proto__":{"url":"https://evil"},"name":"N","behaviorHints":{"__proto__":{"filename":"f"},"proxyHeaders":{"request":{"__proto__":"x","a":"b"}}}}`,
    )
    const stream = read(entry)!
    expect(stream.url).toBeNull()
    expect(stream.filename).toBeNull()
    expect(Object.keys(stream.requestHeaders!)).toEqual(['a'])
    expect(({} as Record<string, unknown>)['a']).toBeUndefined()
  })

  it('are well formed for any JSON at all', () => {
    const expected = Object.entries(sourceStream({ url: 'https://cdn.example/film.mkv' })).map(
      ([key, value]) => [key, typeof value],
    )
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), fc.jsonValue(), (list, hints) => {
        const streams = readStreams([...list, { url: 'https://x/', behaviorHints: hints }])
        expect(streams.length).toBeGreaterThan(0)
        for (const stream of streams) {
          expect(Object.keys(stream)).toEqual(expected.map(([key]) => key))
        }
      }),
    )
  })
})
