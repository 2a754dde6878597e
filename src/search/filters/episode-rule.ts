import type { ParsedFile } from '../../model/parsed-file.ts'
import type { Rejection } from '../../model/search-plan.ts'
import type { MediaQuery, Stream } from '../../model/search-result.ts'
import type { FilterSettings } from '../../model/user-data.ts'
import type { Rule } from './rule.ts'

type Settings = NonNullable<FilterSettings['episode']>
/** Without a season, numbering counts from the first episode, as names without a season or with season 1 do. */
type Wanted = {
  readonly season: number | null
  readonly episode: number | null
  readonly anySeason?: boolean
}

const rejection: Rejection = { reason: 'episode does not match', path: 'filters.episode' }

export function createEpisodeRule({ mode }: Settings, query: MediaQuery): Rule | null {
  if (mode === 'off' || (query.season === null && query.episode === null)) return null
  const { season, episode, alternativeEpisodes } = query
  // An entry's own numbering does not say which season other numberings use.
  const anySeason = season === null && alternativeEpisodes.length === 0
  const wanted: readonly Wanted[] = [{ season, episode, anySeason }, ...alternativeEpisodes]
  const exact = mode === 'exact'
  return {
    reject({ parsedFile }: Stream): Rejection | null {
      if (parsedFile.seasons.length === 0 && parsedFile.episodes.length === 0) {
        return exact && saysTitleOnly(parsedFile) ? rejection : null
      }
      for (const one of wanted) if (holds(parsedFile, one, exact)) return null
      return rejection
    },
  }
}

function holds({ seasons, episodes }: ParsedFile, wanted: Wanted, exact: boolean): boolean {
  const { season, episode, anySeason } = wanted
  if (!anySeason) {
    const stated = seasons.length > 0
    if (season === null && stated && !seasons.includes(1)) return false
    if (season !== null && stated && !seasons.includes(season)) return false
    if (season !== null && !stated && exact && season !== 1) return false
  }
  return episode === null || episodes.length === 0 || episodes.includes(episode)
}

function saysTitleOnly({ title, date, flags }: ParsedFile): boolean {
  return title !== null && date === null && !flags.includes('complete')
}
