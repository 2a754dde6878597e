import { titleSpaceOf } from '../model/history-key.ts'

/** What a title of a media type is listed as. */
export function kindOf(type: string): 'movie' | 'series' | 'video' {
  if (type === 'movie') return 'movie'
  return type === 'series' || type === 'anime' || type === 'channel' ? 'series' : 'video'
}

/** Which of two things a number of a database means under a media type. */
export function spaceOfType(type: string): 'movie' | 'series' {
  return titleSpaceOf(kindOf(type))
}
