import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Stream } from '../../src/model/search-result.ts'
import type { DedupeSettings, FilterSettings } from '../../src/model/user-data.ts'
import { createDedupe } from '../../src/search/steps/dedupe.ts'
import { stream } from '../support/streams.ts'
import { finished } from '../support/work.ts'

const gigabyte = 2 ** 30
const [hash, otherHash] = ['a'.repeat(40), 'b'.repeat(40)]

/** A release whose name says everything. */
const release = {
  filename: 'Film.2020.1080p.WEB-DL.x264-GRP.mkv',
  size: 2 * gigabyte,
  parsedFile: {
    title: 'Film',
    year: 2020,
    resolution: '1080p',
    quality: 'WEB-DL',
    encode: 'AVC',
    releaseGroup: 'GRP',
  },
} as const

function torrent(overrides: Parameters<typeof stream>[0] = {}): Stream {
  return stream({ type: 'p2p', infoHash: hash, ...overrides })
}

function debrid(overrides: Parameters<typeof stream>[0] = {}): Stream {
  return stream({
    type: 'debrid',
    infoHash: hash,
    url: `https://d.example/${Math.random()}`,
    cached: true,
    ...overrides,
  })
}

function dedupe(streams: readonly Stream[], settings?: DedupeSettings, filters?: FilterSettings) {
  return finished(createDedupe(settings, filters)(streams))
}

/** Which of the streams remain, by their place. */
function kept(streams: readonly Stream[], settings?: DedupeSettings): number[] {
  const { dropped } = dedupe(streams, settings)
  const gone = new Set(dropped.map((drop) => drop.stream))
  return streams.flatMap((one, index) => (gone.has(one) ? [] : [index]))
}

describe('dedupe', () => {
  describe('takes for the same', () => {
    it.each<{ rule: string; pair: [Stream, Stream] }>([
      {
        rule: 'the same file number of one torrent',
        pair: [
          torrent({ fileIdx: 3, filename: 'a.mkv' }),
          torrent({ fileIdx: 3, filename: 'pack' }),
        ],
      },
      {
        rule: 'the same file name in one torrent',
        pair: [
          torrent({ fileIdx: 3, filename: 'Film A.mkv' }),
          torrent({ filename: 'film.a.mp4' }),
        ],
      },
      {
        rule: 'a torrent without a file and its only named file',
        pair: [torrent({ fileIdx: 3 }), torrent()],
      },
      {
        rule: 'the same address',
        pair: [stream({ url: 'https://x.example/1' }), stream({ url: 'https://x.example/1' })],
      },
      {
        rule: 'a telling file name, whatever torrent and size',
        pair: [
          torrent({ ...release, size: null }),
          torrent({
            ...release,
            infoHash: otherHash,
            filename: 'film 2020 1080p web-dl x264-grp.mp4',
          }),
        ],
      },
      {
        rule: 'equal names that tell little, of one size',
        pair: [
          torrent({ filename: 'Film.mkv', size: gigabyte }),
          torrent({ infoHash: otherHash, filename: 'Film.mkv', size: gigabyte }),
        ],
      },
      {
        rule: 'what the names say, at about one size',
        pair: [
          torrent({ ...release, filename: 'x.mkv' }),
          torrent({ ...release, infoHash: otherHash, filename: 'y.mkv', size: 2.01 * gigabyte }),
        ],
      },
    ])('$rule', ({ pair }) => {
      expect(kept(pair)).toHaveLength(1)
    })

    it('sizes that a source rounded, wherever they lie', () => {
      fc.assert(
        fc.property(
          fc.double({ min: 1e6, max: 1e12, noNaN: true }),
          fc.double({ min: 0.99, max: 1.01, noNaN: true }),
          (size, factor) => {
            const pair = [size, size * factor].map((bytes, index) =>
              torrent({
                ...release,
                infoHash: String(index).repeat(40),
                filename: null,
                size: bytes,
              }),
            )
            expect(kept(pair)).toHaveLength(1)
          },
        ),
      )
    })

    it('two results that a third one connects', () => {
      const first = torrent({ filename: 'a.mkv', fileIdx: 1 })
      const link = torrent({ filename: 'b.mkv', fileIdx: 1 })
      const last = torrent({ filename: 'b.mkv' })
      expect(kept([first, last, link])).toEqual([0])
    })
  })

  describe('keeps apart', () => {
    const episode = (number: number) => ({
      title: 'Show',
      seasons: [1],
      episodes: [number],
      resolution: '1080p' as const,
      quality: 'WEB-DL' as const,
      releaseGroup: 'GRP',
    })
    it.each<{ rule: string; pair: [Stream, Stream] }>([
      {
        rule: 'different files of one torrent',
        pair: [
          torrent({ fileIdx: 1, filename: 'one.mkv' }),
          torrent({ fileIdx: 2, filename: 'two.mkv' }),
        ],
      },
      {
        rule: 'different files of one torrent that show only its name',
        pair: [torrent({ ...release, fileIdx: 1 }), torrent({ ...release, fileIdx: 2 })],
      },
      {
        rule: 'different episodes under one file number',
        pair: [
          torrent({ fileIdx: 1, parsedFile: episode(1) }),
          torrent({ fileIdx: 1, parsedFile: episode(2) }),
        ],
      },
      {
        rule: 'different episodes under one address',
        pair: [
          stream({ url: 'https://x.example', parsedFile: episode(1) }),
          stream({ url: 'https://x.example', parsedFile: episode(2) }),
        ],
      },
      {
        rule: 'different seasons with equal file names',
        pair: [
          torrent({ filename: '01.mkv', size: gigabyte, parsedFile: { seasons: [1] } }),
          torrent({
            infoHash: otherHash,
            filename: '01.mkv',
            size: gigabyte,
            parsedFile: { seasons: [2] },
          }),
        ],
      },
      {
        rule: 'equal names that tell little, of different sizes',
        pair: [
          torrent({ filename: '01.mkv', size: gigabyte }),
          torrent({ infoHash: otherHash, filename: '01.mkv', size: 2 * gigabyte }),
        ],
      },
      {
        rule: 'equal names that tell little, of unknown size',
        pair: [
          torrent({ filename: '01.mkv' }),
          torrent({ infoHash: otherHash, filename: '01.mkv' }),
        ],
      },
      { rule: 'results that say nothing', pair: [torrent(), torrent({ infoHash: otherHash })] },
      {
        rule: 'links that say nothing',
        pair: [
          stream({ url: 'https://x.example/1', size: 5 }),
          stream({ url: 'https://x.example/2', size: 5 }),
        ],
      },
      {
        rule: 'one release at different sizes',
        pair: [
          torrent({ ...release, filename: null }),
          torrent({ ...release, infoHash: otherHash, filename: null, size: 3 * gigabyte }),
        ],
      },
      {
        rule: 'releases of different groups',
        pair: [
          torrent({ ...release, filename: null }),
          torrent({
            ...release,
            infoHash: otherHash,
            filename: null,
            parsedFile: { ...release.parsedFile, releaseGroup: 'OTHER' },
          }),
        ],
      },
      { rule: 'cached and peer-to-peer', pair: [debrid(release), torrent(release)] },
      {
        rule: 'cached and uncached',
        pair: [debrid(release), debrid({ ...release, cached: false })],
      },
      {
        rule: 'errors',
        pair: [stream({ type: 'error', message: 'x' }), stream({ type: 'error', message: 'x' })],
      },
      { rule: 'statistics', pair: [stream({ type: 'statistic' }), stream({ type: 'statistic' })] },
      {
        rule: 'external pages of different addresses, whatever their names',
        pair: [
          stream({ ...release, type: 'external', externalUrl: 'https://x.example/1' }),
          stream({ ...release, type: 'external', externalUrl: 'https://x.example/2' }),
        ],
      },
      {
        rule: 'a page and a file at one address',
        pair: [
          stream({ type: 'external', externalUrl: 'https://x.example' }),
          stream({ url: 'https://x.example' }),
        ],
      },
    ])('$rule', ({ pair }) => {
      expect(kept(pair)).toEqual([0, 1])
    })

    it.each<{ rule: string; trio: Stream[] }>([
      {
        rule: 'different files of one torrent',
        trio: [
          torrent({ fileIdx: 0, filename: 'a.mkv' }),
          torrent({ fileIdx: 1, filename: 'a.mkv' }),
          torrent({ filename: 'a.mkv' }),
        ],
      },
      {
        rule: 'different episodes',
        trio: [
          torrent({ fileIdx: 1, parsedFile: episode(1) }),
          torrent({ fileIdx: 1, parsedFile: episode(2) }),
          torrent({ fileIdx: 1, parsedFile: { title: 'Show', seasons: [1] } }),
        ],
      },
    ])('$rule, also where a third result could be either', ({ trio }) => {
      const [first, second, either] = trio as [Stream, Stream, Stream]
      for (const order of [
        [first, second, either],
        [first, either, second],
        [either, first, second],
      ]) {
        const { dropped } = dedupe(order)
        expect(dropped).toHaveLength(1)
      }
    })

    it('a torrent without a file while others name several of its files', () => {
      const pack = [torrent({ fileIdx: 1 }), torrent({ fileIdx: 2 }), torrent(), torrent()]
      expect(kept(pack)).toEqual([0, 1, 2])
    })
  })

  it.each<{ keys: DedupeSettings['keys']; left: number[] }>([
    { keys: ['infoHash'], left: [0, 2, 3] },
    { keys: ['filename'], left: [0, 1, 3] },
    { keys: ['smart'], left: [0, 1, 2] },
    { keys: ['infoHash', 'filename', 'smart'], left: [0] },
    { keys: [], left: [0, 1, 2, 3] },
  ])('compares by the keys $keys alone', ({ keys, left }) => {
    const streams = [
      torrent({ ...release, fileIdx: 0 }),
      torrent({ fileIdx: 0 }),
      torrent({ ...release, infoHash: otherHash, size: gigabyte }),
      torrent({ ...release, infoHash: 'c'.repeat(40), filename: null }),
    ]
    expect(kept(streams, { keys })).toEqual(left)
  })

  describe('an address', () => {
    const kinds: { kind: string; one: Stream }[] = [
      { kind: 'link', one: stream({ type: 'http', url: 'https://h.example' }) },
      {
        kind: 'link that holds a hash',
        one: stream({ type: 'http', url: 'https://h.example', infoHash: hash }),
      },
      { kind: 'page', one: stream({ type: 'external', externalUrl: 'https://x.example' }) },
      { kind: 'video', one: stream({ type: 'youtube', ytId: 'abc' }) },
    ]

    it.each(kinds)('of a $kind is the same thing, whatever the keys and names', ({ one }) => {
      const pair: [Stream, Stream] = [
        { ...one, filename: 'a.mkv' },
        { ...one, filename: 'b.mkv', sourceId: 'beta', sourceIndex: 1 },
      ]
      for (const keys of [undefined, ['infoHash'], ['filename'], ['smart']] as const) {
        expect(kept(pair, keys && { keys: [...keys] })).toEqual([0])
      }
    })

    it.each(kinds)('of a $kind is nothing of the sort without any key', ({ one }) => {
      expect(kept([one, { ...one }], { keys: [] })).toEqual([0, 1])
    })

    it.each(kinds)('of a $kind obeys the mode', ({ one }) => {
      const trio: Stream[] = [one, { ...one }, { ...one, sourceId: 'beta' }]
      expect(kept(trio, { mode: { http: 'single' } })).toEqual([0])
      expect(kept(trio, { mode: { http: 'perService' } })).toEqual([0])
      expect(kept(trio, { mode: { http: 'perSource' } })).toEqual([0, 2])
      expect(kept(trio, { mode: { http: 'off' } })).toEqual([0, 1, 2])
    })
  })

  it('keeps everything when it is switched off', () => {
    expect(kept([torrent(), torrent()], { enabled: false })).toEqual([0, 1])
  })

  it.each<{ mode: 'single' | 'perService' | 'perSource' | 'off'; left: number[] }>([
    { mode: 'single', left: [0] },
    { mode: 'perService', left: [0, 2] },
    { mode: 'perSource', left: [0, 1] },
    { mode: 'off', left: [0, 1, 2] },
  ])('keeps one cached result in the mode $mode', ({ mode, left }) => {
    const streams = [
      debrid({ service: 'torbox', sourceId: 'alpha' }),
      debrid({ service: 'torbox', sourceId: 'beta' }),
      debrid({ service: 'realdebrid', sourceId: 'beta' }),
    ]
    expect(kept(streams, { mode: { cached: mode } })).toEqual(left)
  })

  it.each<{ kind: 'p2p' | 'cached' | 'uncached' | 'usenet' | 'http'; one: Stream }>([
    { kind: 'p2p', one: torrent() },
    { kind: 'cached', one: debrid() },
    { kind: 'uncached', one: debrid({ cached: false }) },
    { kind: 'uncached', one: debrid({ cached: null }) },
    { kind: 'usenet', one: stream({ type: 'usenet', nzbUrl: 'https://n.example/1' }) },
    { kind: 'http', one: stream({ type: 'http', url: 'https://h.example' }) },
    { kind: 'http', one: stream({ type: 'live', url: 'https://h.example' }) },
    { kind: 'http', one: stream({ type: 'youtube', ytId: 'abc' }) },
  ])('the mode for $kind rules $one.type', ({ kind, one }) => {
    expect(kept([one, { ...one }])).toEqual([0])
    expect(kept([one, { ...one }], { mode: { [kind]: 'off' } })).toEqual([0, 1])
  })

  describe('the winner', () => {
    it.each<{ rule: string; pair: [Stream, Stream] }>([
      { rule: 'is in the own library', pair: [debrid({ seeders: 9 }), debrid({ library: true })] },
      {
        rule: 'comes from the source named first',
        pair: [torrent({ sourceIndex: 1, seeders: 9 }), torrent({ sourceIndex: 0 })],
      },
      { rule: 'has more seeders', pair: [torrent({ seeders: 1 }), torrent({ seeders: 5 })] },
      { rule: 'says its seeders', pair: [torrent(), torrent({ seeders: 0 })] },
      { rule: 'is larger', pair: [torrent({ size: 1 }), torrent({ size: 2 })] },
    ])('$rule', ({ pair }) => {
      expect(kept(pair)).toEqual([1])
    })

    it('uses the preferred service, and its reason names the source that is kept', () => {
      const [first, second] = [
        debrid({ service: 'torbox', addon: 'Beta' }),
        debrid({ service: 'realdebrid', addon: 'Alpha' }),
      ]
      const { kept, dropped } = dedupe([first, second], {}, { service: { prefer: ['RealDebrid'] } })
      expect(kept).toEqual([second])
      expect(dropped).toEqual([{ stream: first, reason: 'duplicate of a result from Alpha' }])
    })

    it('is chosen by the criteria of the configuration', () => {
      const pair = [torrent({ size: 2, seeders: 1 }), torrent({ size: 1, seeders: 5 })]
      expect(kept(pair, { prefer: ['size'] })).toEqual([0])
      expect(kept(pair, { prefer: ['seeders', 'size'] })).toEqual([1])
      expect(kept(pair, { prefer: [] })).toEqual([0])
    })
  })

  describe('merging', () => {
    const track = (url: string) => ({ id: null, url, lang: null })
    const poor = torrent({
      sourceIndex: 0,
      sources: ['a'],
      seeders: 2,
      languages: ['English'],
      subtitleTracks: [track('1')],
      parsedFile: { title: 'Film', flags: ['proper'] },
    })
    const rich = torrent({
      sourceIndex: 1,
      sources: ['b', 'a'],
      seeders: 7,
      languages: ['French', 'English'],
      subtitles: ['Thai'],
      subtitleTracks: [track('2'), track('1')],
      size: 5,
      folderSize: 9,
      indexer: 'Site',
      parsedFile: { title: 'Other', resolution: '720p', flags: ['repack'] },
    })

    it('completes the winner with what the others know', () => {
      expect(dedupe([poor, rich]).kept).toEqual([
        {
          ...poor,
          sources: ['a', 'b'],
          seeders: 7,
          languages: ['English', 'French'],
          subtitles: ['Thai'],
          subtitleTracks: [track('1'), track('2')],
          size: 5,
          folderSize: 9,
          indexer: 'Site',
          parsedFile: { ...poor.parsedFile, resolution: '720p', flags: ['proper', 'repack'] },
        },
      ])
    })

    it('leaves the trackers and peers of another torrent where they are', () => {
      const [own, other] = [
        torrent({ ...release, sources: ['tracker:a'], seeders: 5 }),
        torrent({ ...release, infoHash: otherHash, sources: ['tracker:b', 'dht:x'], seeders: 2 }),
      ]
      expect(dedupe([own, other]).kept).toEqual([own])
    })

    it('takes over nothing but what the configuration names', () => {
      expect(dedupe([poor, rich], { merge: ['seeders'] }).kept).toEqual([{ ...poor, seeders: 7 }])
      expect(dedupe([poor, rich], { merge: [] }).kept[0]).toBe(poor)
    })

    it('leaves a winner as it is where nobody knows more', () => {
      expect(dedupe([rich, { ...rich, sourceIndex: 2 }]).kept[0]).toBe(rich)
    })
  })

  it('keeps the order of what remains', () => {
    const others = [torrent({ infoHash: '1'.repeat(40) }), torrent({ infoHash: '2'.repeat(40) })]
    const { kept } = dedupe([
      others[0]!,
      torrent({ seeders: 1 }),
      others[1]!,
      torrent({ seeders: 2 }),
    ])
    expect(kept.map(({ infoHash }) => infoHash![0])).toEqual(['1', '2', 'a'])
  })

  it('loses nothing and keeps nothing twice, whatever comes', () => {
    const some = <T>(...values: T[]) => fc.constantFrom(...values)
    const any = fc.record({
      type: some('p2p' as const, 'debrid' as const),
      infoHash: some(hash, otherHash),
      fileIdx: some(null, 0, 1),
      filename: some(null, 'a.mkv', 'b.mkv'),
      size: some(null, gigabyte, 1.01 * gigabyte, 5 * gigabyte),
      sourceIndex: some(0, 1),
    })
    fc.assert(
      fc.property(fc.array(any, { maxLength: 30 }), (overrides) => {
        const streams = overrides.map((one) => stream(one))
        const { kept, dropped } = dedupe(streams, { merge: [] })
        const all = [...kept, ...dropped.map((drop) => drop.stream)]
        expect(all).toHaveLength(streams.length)
        expect(new Set(all)).toEqual(new Set(streams))
        const files = kept.map(({ type, infoHash, fileIdx, filename }) =>
          [type, infoHash, fileIdx, filename].join(),
        )
        expect(new Set(files).size).toBe(kept.length)
      }),
    )
  })
})
