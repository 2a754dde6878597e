import type { AnimeSourceName } from '../model/anime.ts'

export type ListName = Exclude<AnimeSourceName, 'overrides'>

export type AnimeList = {
  readonly label: string
  /** Null: off unless configured. */
  readonly address: string | null
  /** The fullest file first. A project's name may come before, a date or a version after. */
  readonly fileNames: readonly RegExp[]
}

const github = 'https://raw.githubusercontent.com'

/** In the order in which they are merged. */
export const animeLists: Readonly<Record<ListName, AnimeList>> = {
  fribb: {
    label: 'Fribb anime-lists',
    address: `${github}/Fribb/anime-lists/master/anime-list-full.json`,
    fileNames: [/anime-list-full(?:[.-][\w.-]+)?\.json$/, /anime-list-mini(?:[.-][\w.-]+)?\.json$/],
  },
  manami: {
    label: 'manami anime-offline-database',
    address:
      'https://github.com/manami-project/anime-offline-database/releases/latest/download/anime-offline-database.jsonl.zst',
    fileNames: [/anime-offline-database(?:-[\d-]+)?\.jsonl$/],
  },
  kometa: {
    label: 'Kometa Anime-IDs',
    address: `${github}/Kometa-Team/Anime-IDs/master/anime_ids.json`,
    fileNames: [/anime_ids(?:[.-][\d-]+)?\.json$/],
  },
  animeApi: {
    label: 'animeApi',
    address: null,
    fileNames: [],
  },
  animeLists: {
    label: 'Anime-Lists',
    address: `${github}/Anime-Lists/anime-lists/master/anime-list-master.xml`,
    fileNames: [/anime-list-master(?:[.-][\d-]+)?\.xml$/],
  },
  kitsuImdb: {
    label: 'Kitsu–IMDb mapping',
    address: `${github}/TheBeastLT/stremio-kitsu-anime/master/static/data/imdb_mapping.json`,
    fileNames: [/imdb_mapping(?:[.-][\d-]+)?\.json$/],
  },
  anitraktTv: {
    label: 'extended AniTrakt shows',
    address: `${github}/rensetsu/db.trakt.extended-anitrakt/main/json/output/tv_ex.json`,
    fileNames: [/tv_ex(?:[.-][\d-]+)?\.json$/],
  },
  anitraktMovies: {
    label: 'extended AniTrakt films',
    address: `${github}/rensetsu/db.trakt.extended-anitrakt/main/json/output/movies_ex.json`,
    fileNames: [/movies_ex(?:[.-][\d-]+)?\.json$/],
  },
}

export const listNames = Object.keys(animeLists) as ListName[]
