import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Stream } from '../../src/model/search-result.ts'
import {
  debrid,
  dedupe,
  gigabyte,
  hash,
  kept,
  otherHash,
  release,
  torrent,
} from '../support/dedupe.ts'
import { stream } from '../support/streams.ts'

describe('dedupe', () => {
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
      expect(dropped).toEqual([
        {
          stream: first,
          winner: second,
          reason: 'duplicate of a result from Alpha',
          path: null,
        },
      ])
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
