import type { ListName } from '../catalogue.ts'
import { readAnimeApi } from './anime-api.ts'
import { readAnimeLists } from './anime-lists.ts'
import { readAnitraktMovies, readAnitraktTv } from './anitrakt.ts'
import { readFribb } from './fribb.ts'
import { readKitsuImdb } from './kitsu-imdb.ts'
import { readKometa } from './kometa.ts'
import { readManami } from './manami.ts'
import type { SourceReader } from './record.ts'

export const readers: Readonly<Record<ListName, SourceReader>> = {
  fribb: readFribb,
  manami: readManami,
  kometa: readKometa,
  animeApi: readAnimeApi,
  animeLists: readAnimeLists,
  kitsuImdb: readKitsuImdb,
  anitraktTv: readAnitraktTv,
  anitraktMovies: readAnitraktMovies,
}
