import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Stream } from '../../src/model/search-result.ts'
import type { SourceStream } from '../../src/model/source.ts'
import { parseReleaseName } from '../../src/search/release-name/parse-release-name.ts'
import { createStreamParser } from '../../src/search/steps/parse.ts'
import { hash, origin, parse } from '../support/parse-stream.ts'
import { sourceStream } from '../support/streams.ts'

describe('a number that the interface cannot answer', () => {
  const maxInt = 2 ** 31 - 1
  const maxSafe = Number.MAX_SAFE_INTEGER

  it.each<[what: string, raw: Partial<SourceStream>, read: Partial<Stream>]>([
    ['the greatest file index', { fileIdx: maxInt }, { fileIdx: maxInt }],
    ['a file index beyond it', { fileIdx: 2 ** 32 }, { fileIdx: null }],
    ['a file index below zero', { fileIdx: -1 }, { fileIdx: null }],
    ['more seeders than people', { description: '👤 99999999999' }, { seeders: null }],
    ['a size beyond whole numbers', { videoSize: 2 ** 60 }, { size: null }],
    ['half a byte', { videoSize: 0.5 }, { size: null }],
    ['no byte', { videoSize: 0 }, { size: null }],
    [
      'a bitrate beyond whole numbers',
      { videoSize: maxSafe, description: 'Duration: 1s' },
      { size: maxSafe, duration: 1, bitrate: null },
    ],
  ])('counts as absent: %s', (_what, raw, read) => {
    expect(parse({ infoHash: hash, ...raw })).toMatchObject(read)
  })

  it('never comes of any stream', () => {
    const parser = createStreamParser({ parseName: parseReleaseName })
    const number = fc.oneof(fc.double(), fc.integer(), fc.maxSafeInteger(), fc.constant(null))
    const digits = fc.stringMatching(/^\d{1,25}([.,]\d{1,20})?$/)
    const marked = fc
      .tuple(
        fc.constantFrom(
          '👤 ',
          '💾 ',
          '📦 ',
          '📅 ',
          '⏱️ ',
          'Duration: ',
          'Bitrate: ',
          'S',
          'S01E',
          '',
        ),
        digits,
        fc.constantFrom('', 'k', ' GB', ' TB', 'd', 'y', 'h', 's', ' Gbps', ' seeders', 'p'),
      )
      .map((parts) => parts.join(''))
    const text = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.array(marked, { maxLength: 6 }).map((lines) => lines.join('\n')),
      fc.array(marked, { maxLength: 6 }).map((words) => words.join('.')),
    )
    const streams = fc.record({
      name: text,
      description: text,
      filename: fc.option(text),
      fileIdx: number,
      videoSize: number,
    })
    const isWhole = (value: number | null, max: number) =>
      value === null || (Number.isInteger(value) && value >= 0 && value <= max)
    fc.assert(
      fc.property(streams, (raw) => {
        const read = parser(sourceStream({ ...raw, infoHash: hash }), origin, 0)
        const { year, seasons, episodes } = read.parsedFile
        for (const value of [read.fileIdx, read.seeders, year, ...seasons, ...episodes]) {
          expect(value).toSatisfy((value: number | null) => isWhole(value, maxInt))
        }
        for (const value of [read.size, read.folderSize, read.bitrate]) {
          expect(value).toSatisfy((value: number | null) => isWhole(value, maxSafe))
        }
        for (const value of [read.age, read.duration]) {
          expect(value === null || (Number.isFinite(value) && value >= 0)).toBe(true)
        }
      }),
      { numRuns: 500 },
    )
  })
})
