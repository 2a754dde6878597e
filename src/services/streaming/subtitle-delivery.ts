import { known } from '../../core/known.ts'
import type { SubtitleProfile } from '../../model/device-profile.ts'
import type { MediaStream } from '../../model/media-stream.ts'
import { isNamed } from '../versions/device-fit.ts'
import type { ExternalTrack } from './tracks.ts'

export type Delivery = Pick<MediaStream, 'delivery' | 'format'>

type Codec = ExternalTrack['codec']

const endings: Readonly<Record<string, string>> = {
  srt: 'srt',
  subrip: 'srt',
  vtt: 'vtt',
  webvtt: 'vtt',
  ass: 'ass',
  ssa: 'ssa',
}
const ownEnding: Readonly<Record<Codec, string>> = { subrip: 'srt', ass: 'ass', webvtt: 'vtt' }

/** In the track's own format if the app accepts it, else the first accepted one. Empty `profiles`: unknown. */
export function deliveryOfTrack(
  { codec, language }: ExternalTrack,
  profiles: readonly SubtitleProfile[],
): Delivery {
  const own = ownEnding[codec]
  const taken = profiles.flatMap((profile) => {
    const ending = known(endings, profile.format)
    const fits = profile.method === 'External' && isFor(profile, language)
    return fits && ending !== undefined ? [ending] : []
  })
  const format = profiles.length === 0 || taken.includes(own) ? own : taken[0]
  return format === undefined
    ? { delivery: 'encode', format: null }
    : { delivery: 'external', format }
}

/** If the format is unknown, assume that an app which shows any embedded subtitles can show these. */
export function deliveryOfEmbedded(
  language: string | null,
  container: string | null,
  profiles: readonly SubtitleProfile[],
  codec: string | null = null,
): Delivery {
  const shows = profiles.some(
    (profile) =>
      profile.method === 'Embed' &&
      (codec === null || isSameFormat(profile.format, codec)) &&
      isFor(profile, language) &&
      (container === null || isNamed(profile.containers, container)),
  )
  return { delivery: profiles.length === 0 || shows ? 'embed' : 'encode', format: null }
}

/** Each line has the words for one format. */
const sameFormats = [
  'srt subrip',
  'ass ssa',
  'vtt webvtt',
  'pgs pgssub hdmv_pgs_subtitle sup',
  'dvdsub vobsub dvd_subtitle sub idx',
  'dvbsub dvb_subtitle',
  'mov_text tx3g',
].map((line) => line.split(' '))

function isSameFormat(one: string, other: string): boolean {
  const [a, b] = [one.toLowerCase(), other.toLowerCase()]
  return a === b || sameFormats.some((words) => words.includes(a) && words.includes(b))
}

function isFor({ languages }: SubtitleProfile, language: string | null): boolean {
  return language === null || isNamed(languages, language)
}
