import { settingPrefixOf } from '../../model/tracker-names.ts'
import type { Providers } from '../../model/tracker.ts'
import type { Config } from '../../config/config.ts'
import type { IdTranslator } from '../../model/id-translator.ts'
import type { GuardedFetch } from '../../security/guarded-fetch.ts'
import { createAniList } from '../../trackers/anilist/client.ts'
import { createMyAnimeList } from '../../trackers/my-anime-list/client.ts'
import { createSimkl } from '../../trackers/simkl/client.ts'
import { createTrakt } from '../../trackers/trakt/client.ts'

/** Trackers that the operator has set up; their addresses are the operator's own and need no guard. */
export function createProviders(
  { trackers }: Pick<Config, 'trackers'>,
  fetch: GuardedFetch,
  translators: readonly IdTranslator[],
  warn: (message: string) => void,
): Providers {
  const [trakt, simkl, anilist] = (['trakt', 'simkl', 'anilist'] as const).map((name) => {
    const own = trackers[name]
    if (own === null || own.clientSecret !== null) {
      return own && { ...own, clientSecret: own.clientSecret!, fetch }
    }
    warn(`${name} is off: ${settingPrefixOf(name)}_CLIENT_SECRET is not set`)
    return null
  })
  const { myanimelist } = trackers
  return {
    trakt: trakt ? createTrakt(trakt) : null,
    simkl: simkl ? createSimkl(simkl) : null,
    anilist: anilist ? createAniList({ ...anilist, translators }) : null,
    myanimelist: myanimelist && createMyAnimeList({ ...myanimelist, fetch, translators }),
  }
}
