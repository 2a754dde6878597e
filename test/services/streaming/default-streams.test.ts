import { describe, expect, it } from 'vitest'
import { defaultStreams } from '../../../src/services/streaming/default-streams.ts'
import { usualConfiguration } from '../../../src/model/user-configuration.ts'
import type { UserConfiguration } from '../../../src/model/user-configuration.ts'

type Made = { audio?: readonly string[]; subtitles?: readonly string[] }

/**
 * Languages in their order, with `*` for default, `!` for forced, `+` for beside the file, `?` for what the app cannot show,
 * `~` for commentary and `^` for what also says what is heard.
 */
function streams({ audio = ['jpn*', 'ger', 'eng'], subtitles = [] }: Made) {
  const all = [
    ...audio.map((text) => ['audio', text] as const),
    ...subtitles.map((text) => ['subtitle', text] as const),
  ]
  return all.map(([kind, text], place) => ({
    kind,
    index: place + 1,
    language: /^[a-z]+/.exec(text)?.[0] ?? null,
    isDefault: text.includes('*'),
    isForced: text.includes('!'),
    isExternal: text.includes('+'),
    isCommentary: text.includes('~'),
    isHearingImpaired: text.includes('^'),
    delivery: text.includes('?') ? ('encode' as const) : ('embed' as const),
  }))
}

function choose(
  made: Made,
  chosen: Partial<UserConfiguration>,
  before: { audio: number | null; subtitle: number | null } | null = null,
) {
  const configuration = { ...usualConfiguration, ...chosen }
  return defaultStreams(streams(made), { configuration, before })
}

describe('The sound that is played at first', () => {
  it.each([
    ['the one that is marked, whatever the language', { audioLanguages: ['ger'] }, 1],
    ['the language', { audioLanguages: ['ger'], playDefaultAudioTrack: false }, 2],
    ['the language by another code', { audioLanguages: ['deu'], playDefaultAudioTrack: false }, 2],
    [
      'the language by a short code',
      { audioLanguages: ['en-US'], playDefaultAudioTrack: false },
      3,
    ],
    [
      'the first of several languages',
      { audioLanguages: ['fre', 'eng', 'ger'], playDefaultAudioTrack: false },
      3,
    ],
    [
      'the one that is marked where no language is there',
      { audioLanguages: ['fre'], playDefaultAudioTrack: false },
      1,
    ],
  ])('is %s', (_what, chosen, expected) => {
    expect(choose({}, chosen).audio).toBe(expected)
  })

  it('is a commentary only where there is nothing else', () => {
    const english = { audioLanguages: ['eng'], playDefaultAudioTrack: false }
    expect(choose({ audio: ['eng~', 'eng'] }, english).audio).toBe(2)
    expect(choose({ audio: ['eng~', 'jpn'] }, english).audio).toBe(2)
    expect(choose({ audio: ['eng~'] }, english).audio).toBe(1)
  })

  it('is what was chosen before, where that is still there and to be remembered', () => {
    const before = { audio: 3, subtitle: null }
    expect(choose({}, {}, before).audio).toBe(3)
    expect(choose({ audio: ['jpn*'] }, {}, before).audio).toBe(1)
    expect(choose({}, { rememberAudioSelections: false }, before).audio).toBe(1)
  })
})

describe('The subtitles that are shown at first', () => {
  const eng = { subtitleLanguages: ['eng'] }
  it.each([
    ['Default', {}, ['eng'], null],
    ['Default', {}, ['eng', 'ger*'], 5],
    ['Default', {}, ['eng', 'ger!'], 5],
    ['Default', {}, ['ger+', 'eng+'], null],
    ['Default', eng, ['ger+', 'eng+'], 5],
    ['Default', eng, ['ger*', 'eng+'], 5],
    ['Default', {}, ['ger!+', 'jpn!+'], 5],
    ['Default', {}, ['ger!+', '!+'], 5],
    ['Default', {}, ['ger*+'], null],
    ['Default', eng, ['ger!+', 'eng!+'], 5],
    ['Always', eng, ['eng^', 'eng'], 5],
    ['Always', eng, ['eng~+', 'eng'], 5],
    ['Smart', eng, ['eng!', 'eng^'], 5],
    ['Always', {}, ['ger', 'eng'], 4],
    ['Always', eng, ['ger', 'eng!', 'eng'], 6],
    ['Always', eng, ['ger', 'eng!'], 5],
    ['Always', eng, ['ger', '!'], 5],
    ['Always', eng, ['eng', 'eng+'], 5],
    ['Always', eng, ['ger'], null],
    ['Always', { subtitleLanguages: ['fr', 'de', 'en'] }, ['eng+', 'ger'], 5],
    ['OnlyForced', eng, ['eng', 'eng+*'], null],
    ['OnlyForced', eng, ['ger!', '!', 'eng!'], 6],
    ['OnlyForced', eng, ['ger!', 'und!'], 5],
    ['OnlyForced', {}, ['ger', 'ger!'], 5],
    ['None', eng, ['eng*', 'eng!', 'eng+'], null],
    ['Smart', eng, ['ger', 'eng'], 5],
    ['Smart', eng, ['ger'], null],
    ['Smart', { subtitleLanguages: ['ja'] }, ['jpn'], null],
    ['Smart', { subtitleLanguages: ['ja'] }, ['jpn', 'jpn!'], 5],
    ['Smart', { subtitleLanguages: ['en', 'ja'] }, ['jpn', 'eng'], 5],
    ['Always', eng, ['eng?', 'eng'], 5],
  ] as const)(
    'in mode %s with %j are, of %j, number %j',
    (subtitleMode, chosen, subtitles, expected) => {
      expect(choose({ subtitles }, { subtitleMode, ...chosen }).subtitle).toBe(expected)
    },
  )

  it('are what was chosen before, none included, where it is to be remembered', () => {
    const subtitles = ['eng*', 'ger']
    expect(choose({ subtitles }, {}, { audio: null, subtitle: 5 }).subtitle).toBe(5)
    expect(choose({ subtitles }, {}, { audio: null, subtitle: -1 }).subtitle).toBe(-1)
    expect(choose({ subtitles }, {}, { audio: null, subtitle: 9 }).subtitle).toBe(4)
    const forgetful = { rememberSubtitleSelections: false }
    expect(choose({ subtitles }, forgetful, { audio: null, subtitle: 5 }).subtitle).toBe(4)
    const none = { subtitleMode: 'None' } as const
    expect(choose({ subtitles }, none, { audio: null, subtitle: 5 }).subtitle).toBeNull()
  })
})
