import type { SubtitleProfile } from '../../../model/device-profile.ts'
import type { ExternalTrack } from '../../../services/playback/playback.ts'
import { isNamed } from '../../../services/versions/device-fit.ts'

/** How subtitles reach the app. */
export type Delivery = {
  /** Whether they lie beside the file. */
  readonly external: boolean
  readonly method: 'External' | 'Embed' | 'Encode'
  readonly address: string | null
}

export type Delivering = {
  /** What the addresses of tracks begin with. */
  readonly path: string
  /** Of the app; empty: it says nothing of subtitles. */
  readonly profiles: readonly SubtitleProfile[]
}

type Codec = ExternalTrack['codec']

/** The endings of the formats that can be made. */
const endings: Readonly<Record<string, string>> = {
  srt: 'srt',
  subrip: 'srt',
  vtt: 'vtt',
  webvtt: 'vtt',
  ass: 'ass',
  ssa: 'ssa',
}
const ownEnding: Readonly<Record<Codec, string>> = { subrip: 'srt', ass: 'ass', webvtt: 'vtt' }

/** A track beside the file, in the format that it has where the app takes that, else in the first that the app names. `Encode`: the app takes none. */
export function deliveryOfTrack(
  { codec, language }: ExternalTrack,
  index: number,
  { path, profiles }: Delivering,
): Delivery {
  const own = ownEnding[codec]
  const taken = profiles.flatMap((profile) => {
    const ending = endings[profile.format]
    const fits = profile.method === 'External' && isFor(profile, language)
    return fits && ending !== undefined ? [ending] : []
  })
  const ending = profiles.length === 0 || taken.includes(own) ? own : taken[0]
  if (ending === undefined) return { external: true, method: 'Encode', address: null }
  const address = `${path}/Subtitles/${index}/0/Stream.${ending}`
  return { external: true, method: 'External', address }
}

/** Subtitles in the file, of which nobody knows the format: the app shows them where it shows any of a file. */
export function deliveryOfEmbedded(
  language: string | null,
  container: string | null,
  { profiles }: Delivering,
): Delivery {
  const shows = profiles.some(
    (profile) =>
      profile.method === 'Embed' &&
      isFor(profile, language) &&
      (container === null || isNamed(profile.containers, container)),
  )
  const method = profiles.length === 0 || shows ? 'Embed' : 'Encode'
  return { external: false, method, address: null }
}

function isFor({ languages }: SubtitleProfile, language: string | null): boolean {
  return language === null || isNamed(languages, language)
}
