import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Stream } from '../../src/model/search-result.ts'
import type { DedupeSettings } from '../../src/model/user-data.ts'
import {
  hash,
  debrid,
  dedupe,
  gigabyte,
  kept,
  otherHash,
  release,
  torrent,
} from '../support/dedupe.ts'
import { stream } from '../support/streams.ts'

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
})
