import { describe, expect, it } from 'vitest'
import type { MediaQuery, Stream } from '../../src/model/search-result.ts'
import type { FilterSettings } from '../../src/model/user-data.ts'
import { createFilter } from '../../src/search/steps/filter.ts'
import { query, stream } from '../support/streams.ts'

/** Why the filter drops the stream; null where it keeps it. */
function reasonFor(filters: FilterSettings, one: Stream, search: MediaQuery = query()) {
  const { kept, dropped } = createFilter(filters)([one], search)
  expect(kept.length + dropped.length).toBe(1)
  return dropped[0]?.reason ?? null
}

const values = [
  {
    name: 'resolution',
    label: 'resolution',
    value: '480p',
    one: { parsedFile: { resolution: '480p' } },
  },
  { name: 'quality', label: 'quality', value: 'CAM', one: { parsedFile: { quality: 'CAM' } } },
  { name: 'encode', label: 'encode', value: 'XviD', one: { parsedFile: { encode: 'XviD' } } },
  {
    name: 'visualTag',
    label: 'visual tag',
    value: '3D',
    one: { parsedFile: { visualTags: ['HDR', '3D'] } },
  },
  {
    name: 'audioTag',
    label: 'audio tag',
    value: 'DTS:X',
    one: { parsedFile: { audioTags: ['DTS:X'] } },
  },
  {
    name: 'audioChannel',
    label: 'audio channel',
    value: '1.0',
    one: { parsedFile: { audioChannels: ['1.0'] } },
  },
  { name: 'language', label: 'language', value: 'Hindi', one: { languages: ['English', 'Hindi'] } },
  { name: 'subtitle', label: 'subtitle', value: 'Dutch', one: { subtitles: ['Dutch'] } },
  { name: 'streamType', label: 'stream type', value: 'p2p', one: { type: 'p2p' } },
  {
    name: 'releaseGroup',
    label: 'release group',
    value: 'YIFY',
    one: { parsedFile: { releaseGroup: 'YIFY' } },
  },
  { name: 'indexer', label: 'indexer', value: '1337x', one: { indexer: '1337x' } },
  { name: 'service', label: 'service', value: 'torbox', one: { service: 'torbox' } },
  { name: 'cached', label: 'cache state', value: 'uncached', one: { cached: false } },
] as const

describe.each(values)('the filter by $name', ({ name, label, value, one }) => {
  const having = stream(one)
  const other = stream(name === 'streamType' ? { type: 'usenet' } : {})

  it('drops what is excluded, in any case, and says so in the spelling of the configuration', () => {
    const spelling = value.toUpperCase()
    const reason = `excluded ${label}: ${spelling}`
    expect(reasonFor({ [name]: { exclude: [spelling] } }, having)).toBe(reason)
    expect(reasonFor({ [name]: { exclude: [spelling] } }, other)).toBeNull()
  })

  it('keeps only what is required', () => {
    expect(reasonFor({ [name]: { require: [value] } }, having)).toBeNull()
    expect(reasonFor({ [name]: { require: [value] } }, other)).toBe(`no required ${label}`)
  })

  it('rescues what is included from every other rule', () => {
    const rules: FilterSettings = {
      [name]: { include: [value.toLowerCase()] },
      keyword: { require: ['nothing has this word'] },
    }
    expect(reasonFor(rules, having)).toBeNull()
    expect(reasonFor(rules, other)).toBe('no required keyword')
  })

  // Every result has a stream type.
  if (name === 'streamType') return

  it('takes Unknown for results that do not say it', () => {
    expect(reasonFor({ [name]: { exclude: ['unknown'] } }, other)).toBe(
      `excluded ${label}: unknown`,
    )
    expect(reasonFor({ [name]: { exclude: ['Unknown'] } }, having)).toBeNull()
    expect(reasonFor({ [name]: { require: ['Unknown'] } }, other)).toBeNull()
    expect(reasonFor({ [name]: { include: ['Unknown'], require: [value] } }, other)).toBeNull()
  })
})

describe('filtering', () => {
  it('hands the same list on where there are no rules or nothing is dropped', () => {
    const streams = [stream(), stream()]
    expect(createFilter(undefined)(streams, query()).kept).toBe(streams)
    expect(createFilter({ quality: { prefer: ['BluRay'] } })(streams, query()).kept).toBe(streams)
    expect(createFilter({ quality: { exclude: ['CAM'] } })(streams, query()).kept).toBe(streams)
  })

  it('keeps the order and tells each dropped stream with its reason', () => {
    const [a, b, c, d] = ['1080p', '480p', null, '720p'].map((resolution) =>
      stream({ parsedFile: { resolution: resolution as '1080p' } }),
    )
    const filter = createFilter({ resolution: { exclude: ['480p', 'Unknown'] } })
    expect(filter([a!, b!, c!, d!], query())).toEqual({
      kept: [a, d],
      dropped: [
        { stream: b, reason: 'excluded resolution: 480p', path: 'filters.resolution.exclude[0]' },
        {
          stream: c,
          reason: 'excluded resolution: Unknown',
          path: 'filters.resolution.exclude[1]',
        },
      ],
    })
  })

  it('requires every attribute that has a list, and one value of each', () => {
    const rules: FilterSettings = {
      resolution: { require: ['1080p', '2160p'] },
      language: { require: ['French', 'German'] },
    }
    const full = { parsedFile: { resolution: '1080p' as const }, languages: ['English', 'German'] }
    expect(reasonFor(rules, stream(full))).toBeNull()
    expect(reasonFor(rules, stream({ ...full, languages: ['English'] }))).toBe(
      'no required language',
    )
  })

  it('lets exclude win over require of the same attribute', () => {
    const rules = { visualTag: { require: ['DV'], exclude: ['3D'] } }
    const both = stream({ parsedFile: { visualTags: ['DV', '3D'] } })
    expect(reasonFor(rules, both)).toBe('excluded visual tag: 3D')
  })

  it('reads cached states written as truth values', () => {
    const ready = stream({ cached: true })
    expect(reasonFor({ cached: { require: [true] } }, ready)).toBeNull()
    expect(reasonFor({ cached: { exclude: ['true'] } }, ready)).toBe('excluded cache state: cached')
    expect(reasonFor({ cached: { require: [false] } }, ready)).toBe('no required cache state')
  })

  it('overlooks blank entries, which a form may leave behind', () => {
    const blank = ['', '  ']
    const rules: FilterSettings = {
      releaseGroup: { require: blank, exclude: blank },
      keyword: { exclude: blank },
      regex: { exclude: blank },
      expressions: { require: blank },
    }
    expect(reasonFor(rules, stream({ filename: 'Film.mkv' }))).toBeNull()
  })

  it('judges messages by their stream type alone', () => {
    const error = stream({ type: 'error' })
    expect(reasonFor({ resolution: { require: ['1080p'] } }, error)).toBeNull()
    expect(reasonFor({ streamType: { exclude: ['error'] } }, error)).toBe(
      'excluded stream type: error',
    )
  })

  it('is not misled by values that are names of object properties', () => {
    const rules = {
      releaseGroup: { exclude: ['constructor'] },
      indexer: { require: ['__proto__'] },
    }
    const odd = { parsedFile: { releaseGroup: 'toString' } }
    expect(reasonFor(rules, stream({ ...odd, indexer: '__proto__' }))).toBeNull()
    expect(reasonFor(rules, stream({ ...odd, indexer: 'valueOf' }))).toBe('no required indexer')
  })

  it('names all settings that cannot be used', () => {
    const rules: FilterSettings = {
      regex: { require: ['(a'], exclude: ['b', '(?=c)'] },
      expressions: { exclude: ['size >'] },
    }
    expect(() => createFilter(rules)).toThrow(
      expect.objectContaining({
        errors: [
          expect.objectContaining({ path: 'filters.regex.require[0]' }),
          expect.objectContaining({ path: 'filters.regex.exclude[1]' }),
          expect.objectContaining({ path: 'filters.expressions.exclude[0]' }),
        ],
      }),
    )
  })
})

describe('ranges', () => {
  const ranges = [
    ['size', 'size'],
    ['bitrate', 'bitrate'],
    ['seeders', 'seeders'],
    ['age', 'age'],
  ] as const

  it.each(ranges)('of %s include their bounds', (name) => {
    const rules = { [name]: { min: 10, max: 20 } }
    expect(reasonFor(rules, stream({ [name]: 9 }))).toBe(`${name} below minimum`)
    expect(reasonFor(rules, stream({ [name]: 10 }))).toBeNull()
    expect(reasonFor(rules, stream({ [name]: 20 }))).toBeNull()
    expect(reasonFor(rules, stream({ [name]: 21 }))).toBe(`${name} above maximum`)
  })

  it('keep what does not say the value', () => {
    expect(reasonFor({ size: { min: 1 }, seeders: { min: 1 } }, stream())).toBeNull()
  })

  it.each([
    { kind: 'films', search: query({ type: 'movie' }), max: 30 },
    { kind: 'series', search: query({ type: 'series' }), max: 20 },
    { kind: 'anime', search: query({ type: 'series', anime: true }), max: 15 },
    { kind: 'anything else', search: query({ type: 'channel' }), max: 25 },
  ])('follow the limits for $kind', ({ search, max }) => {
    const size = { max: 25, movies: { max: 30 }, series: { max: 20 }, anime: { max: 15 } }
    expect(reasonFor({ size }, stream({ size: max }), search)).toBeNull()
    expect(reasonFor({ size }, stream({ size: max + 1 }), search)).toBe('size above maximum')
  })

  it('take the bound that an override leaves open from the general ones', () => {
    const size = { min: 10, max: 20, movies: { max: 30 } }
    expect(reasonFor({ size }, stream({ size: 25 }))).toBeNull()
    expect(reasonFor({ size }, stream({ size: 5 }))).toBe('size below minimum')
  })

  it('treat an anime without limits of its own as the film or series it is', () => {
    const size = { series: { max: 20 } }
    const search = query({ type: 'series', anime: true })
    expect(reasonFor({ size }, stream({ size: 21 }), search)).toBe('size above maximum')
  })
})

describe('keywords', () => {
  const named = (filename: string) => stream({ filename })

  it.each([
    ['cam', 'Film.2020.CAM.mkv', true],
    ['cam', 'Film.2020.HDCAM.mkv', false],
    ['cam', 'Cameron.mkv', false],
    ['cam', 'cam', true],
    ['cam', 'film_[CAM]_x', true],
    ['cam', 'Film【CAM】', true],
    ['cam', 'écam', false],
    ['line audio', 'Film.Line.Audio.mkv', true],
    ['line audio', 'Film.Line_-_Audio.mkv', true],
    ['line audio', 'Film.LineAudio.mkv', false],
    ['web-dl', 'Film.WEB DL.mkv', true],
    ['c++', 'Learn C++ now', true],
    ['c++', 'Learn C now', false],
    ['h.265 (', 'Film h.265 (x)', true],
    ['кино', 'Моё.КИНО.mkv', true],
  ])('%j in %j: %s', (keyword, filename, found) => {
    const reason = reasonFor({ keyword: { exclude: [keyword] } }, named(filename))
    expect(reason).toBe(found ? `excluded keyword: ${keyword}` : null)
  })

  it.each([{ filename: 'a.cam' }, { folderName: 'a.cam' }, { originalName: 'a cam' }])(
    'are looked for in %j',
    (where) => {
      expect(reasonFor({ keyword: { require: ['cam'] } }, stream(where))).toBeNull()
      expect(reasonFor({ keyword: { require: ['cam'] } }, stream())).toBe('no required keyword')
    },
  )
})

describe('regular expressions of the filter', () => {
  it('look at file and folder name, and not at the label', () => {
    const regex = { exclude: ['CAM$'] }
    expect(reasonFor({ regex }, stream({ filename: 'x.CAM' }))).toBe('excluded regex: CAM$')
    expect(reasonFor({ regex }, stream({ folderName: 'x.CAM' }))).toBe('excluded regex: CAM$')
    expect(reasonFor({ regex }, stream({ originalName: 'x.CAM' }))).toBeNull()
  })

  it('keep, require and rescue like other rules', () => {
    const regex = { include: ['^Rescue'], require: ['2160p', '1080p'], exclude: ['CAM'] }
    const outcome = (filename: string) => reasonFor({ regex }, stream({ filename }))
    expect(outcome('Film.1080p.mkv')).toBeNull()
    expect(outcome('Film.720p.mkv')).toBe('no required regex')
    expect(outcome('Film.1080p.CAM.mkv')).toBe('excluded regex: CAM')
    expect(outcome('Rescue.720p.CAM.mkv')).toBeNull()
  })

  it('are named in short where they are long', () => {
    const long = `(${'group|'.repeat(50)}x)`
    const reason = reasonFor({ regex: { exclude: [long] } }, stream({ filename: 'group' }))
    expect(reason).toMatch(/^excluded regex: \(group\|.{50,60}…$/)
  })
})
