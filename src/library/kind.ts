import { titleSpaceOf } from '../model/history-key.ts'

export function kindOf(type: string): 'movie' | 'series' | 'video' {
  if (type === 'movie') return 'movie'
  return type === 'series' || type === 'anime' || type === 'channel' ? 'series' : 'video'
}

/** A database may number films and series alike. */
export function spaceOfType(type: string): 'movie' | 'series' {
  return titleSpaceOf(kindOf(type))
}
