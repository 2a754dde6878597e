import { languageNameOf } from '../streaming/languages.ts'
import type { SubtitleTrack } from '../../model/source.ts'
import type { UserData } from '../../model/user-data.ts'

const mostTracks = 500

/** Each file once; first the languages that the configuration prefers, in its order, the others as the sources list them. */
export function orderSubtitles(
  tracks: readonly SubtitleTrack[],
  { filters }: Pick<UserData, 'filters'>,
): readonly SubtitleTrack[] {
  const preferred = [...(filters?.subtitle?.prefer ?? []), ...(filters?.language?.prefer ?? [])]
  const places = new Map(
    preferred.map((name, place) => [name.toLowerCase(), place]).toReversed() as [string, number][],
  )
  const byUrl = new Map<string, SubtitleTrack>()
  for (const track of tracks) {
    if (/^https?:\/\//i.test(track.url) && !byUrl.has(track.url)) byUrl.set(track.url, track)
  }
  const placeOf = ({ lang }: SubtitleTrack): number => {
    const name = lang === null ? null : (languageNameOf(lang) ?? lang)
    return (name === null ? undefined : places.get(name.toLowerCase())) ?? preferred.length
  }
  const sorted = [...byUrl.values()].toSorted((a, b) => placeOf(a) - placeOf(b))
  return withOwnIds(sorted.slice(0, mostTracks))
}

/** Players remember the choice by its id; sources count their files from 1, and so does the next source, which may be slow. */
function withOwnIds(tracks: readonly SubtitleTrack[]): readonly SubtitleTrack[] {
  const ids = new Set<string>()
  return tracks.map((track) => {
    const isOwn = track.id !== null && !/^\d{1,4}$/.test(track.id) && !ids.has(track.id)
    const id = isOwn ? track.id : track.url
    ids.add(id)
    return { ...track, id }
  })
}
