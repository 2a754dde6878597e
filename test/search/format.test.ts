import { describe, expect, it } from 'vitest'
import { createFormatter } from '../../src/search/steps/format.ts'
import { query, stream } from '../support/streams.ts'

const release = stream({
  addon: 'Alpha',
  filename: 'Show.S05E14.2160p.mkv',
  type: 'debrid',
  service: 'realdebrid',
  cached: true,
  size: 5_905_580_032,
  seeders: 12,
  age: 50,
  indexer: '1337x',
  languages: ['English', 'French'],
  parsedFile: {
    title: 'Show',
    seasons: [5],
    episodes: [14],
    resolution: '2160p',
    quality: 'WEB-DL',
    encode: 'HEVC',
    visualTags: ['DV', 'HDR10'],
    audioTags: ['Atmos', 'DD+'],
    audioChannels: ['5.1'],
    releaseGroup: 'GROUP',
  },
})

function display(settings: Parameters<typeof createFormatter>[0], one = release) {
  return createFormatter(settings)(one, query())
}

describe('built-in formats', () => {
  it('say by default what it is, how it looks and sounds, and where it comes from', () => {
    expect(display(undefined)).toEqual({
      name: '⚡ RD 4K\nAlpha',
      description: [
        '🎬 Show S05E14',
        '💿 WEB-DL · HEVC · DV · HDR10 · Atmos · DD+ · 5.1',
        '📦 5.5 GB · 👤 12 · 📅 2d · 🇬🇧 🇫🇷 · 🔎 1337x · 🏷️ GROUP',
      ].join('\n'),
    })
    expect(display({ id: 'default' })).toEqual(display(undefined))
  })

  it('can be minimal', () => {
    expect(display({ id: 'minimal' })).toEqual({
      name: '⚡ 4K',
      description: 'S05E14 · 5.5 GB · WEB-DL · DV · Atmos · 🇬🇧 🇫🇷',
    })
  })

  it('can be detailed', () => {
    const one = {
      ...release,
      regexNames: ['best'],
      bitrate: 24_500_000,
      duration: 3_600,
      library: true,
    }
    const { name, description } = display({ id: 'detailed' }, one)
    expect(name).toBe('4K DV HDR10\n⚡ 📚 RD\nAlpha')
    expect(description.split('\n')).toEqual([
      '🎬 Show S05E14',
      '🎥 WEB-DL · HEVC',
      '📺 DV · HDR10',
      '🎧 Atmos · DD+ · 5.1',
      '📦 5.5 GB · 📊 24.5 Mbps · ⏱️ 1h',
      '👤 12 · 📅 2d · 🔎 1337x · 🏷️ GROUP',
      '🌐 English · French',
      '⭐ best',
      '📄 Show.S05E14.2160p.mkv',
    ])
  })

  it('can be technical', () => {
    expect(display({ id: 'technical' }, { ...release, regexScore: 7 })).toEqual({
      name: '2160p HEVC\nDV HDR10\nRD',
      description: [
        'Show.S05E14.2160p.mkv',
        'WEB-DL | Atmos DD+ | 5.1',
        '5.5 GB | seeders 12 | age 2d',
        'EN FR',
        'Alpha | 1337x | cached | score 7',
      ].join('\n'),
    })
  })

  it('can be plain words', () => {
    expect(display({ id: 'plain' })).toEqual({
      name: '[RD+] Alpha 2160p',
      description: [
        'Show S05E14',
        'WEB-DL, HEVC, DV, HDR10, Atmos, DD+, 5.1',
        '5.5 GB, 12 seeders, 2d old, English, French',
        'from 1337x, by GROUP, on Real-Debrid',
      ].join('\n'),
    })
  })

  it.each([
    [{ seasons: [5], episodes: [13, 14, 15, 16] }, 'Show S05E13-E16'],
    [{ seasons: [1, 2, 3, 4, 5] }, 'Show S01-S05'],
    [{ episodes: [1071] }, 'Show E1071'],
    [{ date: '2013-09-15' }, 'Show 2013-09-15'],
    [{ year: 1999 }, 'Show (1999)'],
    [{}, 'Show'],
  ])('number %j as %j', (file, expected) => {
    const one = stream({ parsedFile: { title: 'Show', ...file } })
    expect(display({ id: 'plain' }, one).description).toBe(expected)
  })

  it.each(['default', 'minimal', 'detailed', 'technical', 'plain'])(
    'show something in %s of a result that says nothing',
    (id) => {
      const { name, description } = display(
        { id },
        stream({ originalDescription: 'Watch now\nmore' }),
      )
      expect(name).not.toBe('')
      expect(name + description).not.toMatch(/null|undefined|NaN/)
    },
  )

  it('use the source’s own words where no title is known', () => {
    const one = stream({ originalDescription: 'Watch now\nmore' })
    expect(display({ id: 'default' }, one).description).toBe('🎬 Watch now')
    expect(display({ id: 'default' }, { ...one, filename: 'a.mkv' }).description).toBe('🎬 a.mkv')
  })

  it('refuse an unknown format and name the known ones', () => {
    expect(() => display({ id: 'fancy' })).toThrow(
      expect.objectContaining({
        path: 'formatter.id',
        message: 'is not a format; there are default, minimal, detailed, technical, plain',
      }),
    )
  })
})

describe('formatting', () => {
  it('uses the templates of the configuration', () => {
    const settings = {
      name: '{{ stream.resolution }}',
      description: '{{ addon }}: {{ stream.title }}',
    }
    expect(display(settings)).toEqual({ name: '2160p', description: 'Alpha: Show' })
  })

  it('shows the default text in place of a template that does too much', () => {
    const settings = {
      name: '{{ stream.resolution }}',
      description: '{% for i in (1..stream.size) %}x{% endfor %}',
    }
    expect(display(settings)).toEqual({
      name: '2160p',
      description: display(undefined).description,
    })
    expect(display(settings, stream({ size: 2 })).description).toBe('xx')
  })

  it('names every template that cannot be used', () => {
    expect(() => display({ name: '{{ foo }}', description: '{% if %}' })).toThrow(
      expect.objectContaining({
        errors: [
          expect.objectContaining({ path: 'formatter.name' }),
          expect.objectContaining({ path: 'formatter.description' }),
        ],
      }),
    )
  })

  it.each([
    [{ message: 'The key has expired' }, { name: 'Alpha', description: 'The key has expired' }],
    [
      { originalName: '❌ Alpha', originalDescription: 'No key' },
      { name: '❌ Alpha', description: 'No key' },
    ],
  ])('shows a message in its own words: %j', (one, expected) => {
    expect(display({ name: 'x', description: 'y' }, stream({ type: 'error', ...one }))).toEqual(
      expected,
    )
    expect(display(undefined, stream({ type: 'statistic', ...one }))).toEqual(expected)
  })
})

describe('quantities', () => {
  const shown = (template: string, one: Parameters<typeof stream>[0]) =>
    display({ name: template, description: '' }, stream(one)).name

  it.each([
    [0, '0 B'],
    [1_023, '1023 B'],
    [1_024, '1 KB'],
    [1_536, '1.5 KB'],
    [884_998_144, '844 MB'],
    [1_073_700_000, '1 GB'],
    [1_503_238_554, '1.4 GB'],
    [107_374_182_400, '100 GB'],
    [5_497_558_138_880, '5 TB'],
    [5_629_499_534_213_120, '5120 TB'],
  ])('writes %i bytes as %s', (size, expected) => {
    expect(shown('{{ stream.size | bytes }}', { size })).toBe(expected)
  })

  it.each([
    [30, '30s'],
    [90, '2m'],
    [3_600, '1h'],
    [8_160, '2h 16m'],
    [7_190, '2h'],
  ])('writes %i seconds as %s', (duration, expected) => {
    expect(shown('{{ stream.duration | duration }}', { duration })).toBe(expected)
  })

  it.each([
    [0.5, '0h'],
    [47, '47h'],
    [48, '2d'],
    [24 * 89, '89d'],
    [24 * 100, '3mo'],
    [24 * 800, '2y'],
  ])('writes %d hours as %s', (age, expected) => {
    expect(shown('{{ stream.age | age }}', { age })).toBe(expected)
  })
})
