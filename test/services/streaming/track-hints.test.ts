import { describe, expect, it } from 'vitest'
import { toMediaStream } from '../../../src/http/media-server/playback/media-stream-dto.ts'
import type { MediaStreamFieldsFragment } from '../../../src/http/documents/documents.ts'
import { usualConfiguration } from '../../../src/model/user-configuration.ts'
import { parseReleaseName } from '../../../src/search/release-name/parse-release-name.ts'
import { defaultStreams } from '../../../src/services/streaming/default-streams.ts'
import { mediaStreamsOf } from '../../../src/services/streaming/media-streams.ts'
import {
  hintsOfRelease,
  hintsOfTrack,
  withoutHints,
} from '../../../src/services/streaming/track-hints.ts'
import type { TrackHints } from '../../../src/services/streaming/track-hints.ts'
import { combineTracks } from '../../../src/services/streaming/tracks.ts'
import { stream } from '../../support/streams.ts'

/** The hints that are set, in short. */
function set(hints: TrackHints | null): string {
  const names = { isDefault: 'default', isForced: 'forced', isHearingImpaired: 'hi' }
  const all = { ...names, isCommentary: 'commentary' }
  return Object.entries(all)
    .filter(([hint]) => hints?.[hint as keyof TrackHints])
    .map(([, name]) => name)
    .join(' ')
}

describe('What subtitles are for', () => {
  it.each([
    ['English', ''],
    ['English (SDH)', 'hi'],
    ['eng [CC]', 'hi'],
    ['English HI', 'hi'],
    ['hi', ''],
    ['Hindi', ''],
    ['en-forced', 'forced'],
    ['Français (forcés)', 'forced'],
    ["English (Director's Commentary)", 'commentary'],
    ['German - Default - Forced', 'default forced'],
    ['English (Non-Forced)', ''],
    ['English not forced SDH', 'hi'],
  ])('is read from the language %j', (lang, expected) => {
    expect(set(hintsOfTrack({ id: null, url: 'https://s.example/1', lang }))).toBe(expected)
  })

  it.each([
    ['Film.2020.1080p.en.forced.srt', 'forced'],
    ['Film.2020.forced.eng.srt', 'forced'],
    ['Film%202020.English.SDH.srt', 'hi'],
    ['3_English[CC].vtt', 'hi'],
    ['Film.en.hi.srt', 'hi'],
    ['Film.hi.srt', ''],
    ['Film.en.default.foreign.ass', 'default forced'],
    ['Film.commentary.srt', 'commentary'],
    ['Forced.Entry.1975.en.srt', ''],
    ['Hi.Mom.1970.srt', ''],
    ['%E0%A4%A.forced.srt', 'forced'],
  ])('is read from the end of the file name %s, never from the title', (name, expected) => {
    const url = `https://s.example/files/${name}?key=forced`
    expect(set(hintsOfTrack({ id: null, url, lang: null }))).toBe(expected)
  })

  it('is read from the end of an id', () => {
    const of = (id: string) => set(hintsOfTrack({ id, url: 'https://s.example/1', lang: 'en' }))
    expect(of('eng-forced')).toBe('forced')
    expect(of('1234567')).toBe('')
  })

  it('is read from a release name, but not from the title in it', () => {
    expect(set(hintsOfRelease('Film.2020.Forced.Subs.mkv', 'Film'))).toBe('forced')
    expect(set(hintsOfRelease('Film.2020.ENG.SDH.mkv', 'Film'))).toBe('hi')
    expect(set(hintsOfRelease('Forced.Entry.1975.CC.Hi.mkv', 'Forced Entry'))).toBe('')
    expect(set(hintsOfRelease(null, null))).toBe('')
  })

  it('takes no longer for a long name', () => {
    const long = 'forced.'.repeat(200_000)
    const started = performance.now()
    hintsOfTrack({ id: long, url: `https://s.example/${long}`, lang: long })
    expect(performance.now() - started).toBeLessThan(100)
  })
})

describe('The text for the language', () => {
  it.each([
    ['English (SDH)', 'English'],
    ['pt-br', 'pt-br'],
    ['pt-BR forced', 'pt-BR'],
    ['hi', 'hi'],
    ['Klingon [Forced]', 'Klingon'],
    ['Somebody, somewhere', 'Somebody, somewhere'],
    ['forced', ''],
  ])('of %j is %j', (lang, expected) => {
    expect(withoutHints(lang)).toBe(expected)
  })
})

it('Apps read what subtitles are for, and are shown what fits first', () => {
  const langs = ['eng (forced)', 'English (SDH)', 'English Commentary']
  const own = langs.map((lang) => ({ id: null, url: `https://s.example/${lang}`, lang }))
  const filename = 'Film.2020.English.Subs.SDH.mkv'
  const result = stream({
    filename,
    parsedFile: parseReleaseName(filename),
    subtitles: ['English'],
  })
  const streams = mediaStreamsOf(result, combineTracks(own, []), [])
  const shown = streams.map((one) =>
    toMediaStream({ ...one, kind: 'SUBTITLE' } as MediaStreamFieldsFragment, ''),
  )
  const plain = { Language: 'eng', IsForced: false, IsHearingImpaired: false, IsDefault: false }
  expect(shown.slice(2)).toMatchObject([
    { ...plain, IsHearingImpaired: true, DisplayTitle: 'English - Hearing Impaired - SUBRIP' },
    { ...plain, IsForced: true, DisplayTitle: 'English - Forced - SUBRIP - External' },
    { ...plain, IsHearingImpaired: true, Title: 'English' },
    { ...plain, Title: 'English (Commentary)' },
  ])
  const configuration = { ...usualConfiguration, subtitleMode: 'OnlyForced' } as const
  expect(defaultStreams(streams, { configuration, before: null }).subtitle).toBe(3)
})
