import { animeIdTypes, animeSourceNames, animeTypes, numberingSpaces } from '../../model/anime.ts'
import type {
  AnimeEpisodeMapping,
  AnimeIdType,
  AnimeMapping,
  AnimeNumbering,
  KindedId,
} from '../../model/anime.ts'
import { builder } from '../builder.ts'
import { enumOf } from '../enum-of.ts'

const idDescriptions: Readonly<Record<AnimeIdType, string>> = {
  animePlanetId: 'The name of an entry at anime-planet.com.',
  animecountdownId: 'The number of an entry at animecountdown.com.',
  anidbId: 'The number of an entry at anidb.net.',
  anilistId: 'The number of an entry at anilist.co.',
  anisearchId: 'The number of an entry at anisearch.com.',
  imdbId: 'The id of a title at imdb.com, such as tt0388629.',
  kitsuId: 'The number of an entry at kitsu.app.',
  livechartId: 'The number of an entry at livechart.me.',
  malId: 'The number of an entry at myanimelist.net.',
  notifyMoeId: 'The id of an entry at notify.moe.',
  simklId: 'The number of an entry at simkl.com.',
  themoviedbId: 'The number of a show or a film at themoviedb.org.',
  thetvdbId: 'The number of a show at thetvdb.com.',
  traktId: 'The number of a show or a film at trakt.tv.',
}

/** In the spelling of `/api/v1/anime`. */
export const AnimeIdTypeRef = builder.enumType('AnimeIdType', {
  description: 'An anime database, named by its id.',
  values: Object.fromEntries(
    animeIdTypes.map((type) => [type, { description: idDescriptions[type] }]),
  ) as Record<AnimeIdType, { description: string }>,
})

const AnimeSourceRef = enumOf(
  'AnimeSource',
  animeSourceNames,
  'A list that the entries are built from.',
  {
    fribb: 'Ids by Fribb/anime-lists.',
    manami: 'Ids, titles and types by manami-project/anime-offline-database.',
    kometa: 'Ids by Kometa-Team/Anime-IDs.',
    animeApi: 'Ids by nattadasu/animeApi.',
    animeLists: 'Mappings of episodes by Anime-Lists/anime-lists.',
    kitsuImdb: 'Ids of IMDb for those of Kitsu.',
    anitraktTv: 'Ids of shows at Trakt by rensetsu/db.trakt.extended-anitrakt.',
    anitraktMovies: 'Ids of films at Trakt by rensetsu/db.trakt.extended-anitrakt.',
    overrides: "The operator's own corrections.",
  },
)

const AnimeTypeRef = enumOf('AnimeType', animeTypes, 'The format of an anime.', {
  TV: 'A series on television.',
  MOVIE: 'A film.',
  OVA: 'Released on disc.',
  ONA: 'Released on the web.',
  SPECIAL: 'A special episode.',
})

const TitleKindRef = enumOf(
  'AnimeTitleKind',
  ['tv', 'movie'],
  'What an id of a database identifies.',
  { tv: 'A show.', movie: 'A film.' },
)

const EpisodeSpaceRef = enumOf(
  'AnimeEpisodeSpace',
  ['tvdb', 'tmdb'],
  "Which database's episodes are meant.",
  { tvdb: 'Episodes of thetvdb.com.', tmdb: 'Episodes of themoviedb.org.' },
)

const EpisodeMappingKindRef = enumOf(
  'AnimeEpisodeMappingKind',
  ['absolute', 'range', 'pairs'],
  'How a mapping relates episodes.',
  {
    absolute: 'Episodes are numbered across all seasons.',
    range: 'Episodes from `start` to `end` are shifted by `offset`.',
    pairs: 'Each episode is mapped separately.',
  },
)

function idOptions(type: AnimeIdType) {
  return { nullable: true, description: idDescriptions[type] } as const
}

const IdsRef = builder.objectRef<AnimeMapping['mappings']>('AnimeIds').implement({
  description: 'One id per database; null if unknown.',
  fields: (t) => ({
    animePlanetId: t.exposeString('animePlanetId', idOptions('animePlanetId')),
    animecountdownId: t.exposeInt('animecountdownId', idOptions('animecountdownId')),
    anidbId: t.exposeInt('anidbId', idOptions('anidbId')),
    anilistId: t.exposeInt('anilistId', idOptions('anilistId')),
    anisearchId: t.exposeInt('anisearchId', idOptions('anisearchId')),
    imdbId: t.exposeString('imdbId', idOptions('imdbId')),
    kitsuId: t.exposeInt('kitsuId', idOptions('kitsuId')),
    livechartId: t.exposeInt('livechartId', idOptions('livechartId')),
    malId: t.exposeInt('malId', idOptions('malId')),
    notifyMoeId: t.exposeString('notifyMoeId', idOptions('notifyMoeId')),
    simklId: t.exposeInt('simklId', idOptions('simklId')),
    themoviedbId: t.exposeInt('themoviedbId', idOptions('themoviedbId')),
    thetvdbId: t.exposeInt('thetvdbId', idOptions('thetvdbId')),
    traktId: t.exposeInt('traktId', idOptions('traktId')),
  }),
})

const KindedIdRef = builder.objectRef<KindedId>('KindedId').implement({
  description: 'An id of a database that counts films and shows separately.',
  fields: (t) => ({
    kind: t.expose('kind', { type: TitleKindRef, description: 'Whether the id is one of a film.' }),
    id: t.exposeInt('id', { description: 'The number in that database.' }),
  }),
})

const AlternativesRef = builder
  .objectRef<AnimeMapping['alternatives']>('AnimeAlternatives')
  .implement({
    description:
      'All ids of databases that have several for one entry; the one in `mappings` comes first.',
    fields: (t) => ({
      imdbId: t.exposeStringList('imdbId', { description: 'IMDb ids.' }),
      themoviedbId: t.expose('themoviedbId', { type: [KindedIdRef], description: 'TMDB ids.' }),
      traktId: t.expose('traktId', { type: [KindedIdRef], description: 'Trakt ids.' }),
    }),
  })

const NumberingRef = builder.objectRef<AnimeNumbering>('AnimeNumbering').implement({
  description: 'The position of the first episode in a numbering with seasons.',
  fields: (t) => ({
    season: t.exposeInt('season', { description: '0 is for specials' }),
    fromEpisode: t.exposeInt('fromEpisode', { description: 'The number of the first episode.' }),
  }),
})

const NumberingsRef = builder.objectRef<AnimeMapping['numbering']>('AnimeNumberings').implement({
  description: "The entry's position in numberings that several entries of a show share.",
  fields: (t) =>
    Object.fromEntries(
      numberingSpaces.map((space) => [
        space,
        t.expose(space, {
          type: NumberingRef,
          nullable: true,
          description: `In the numbering of ${space.toUpperCase()}; null: not known there.`,
        }),
      ]),
    ),
})

const PairRef = builder
  .objectRef<AnimeEpisodeMapping['pairs'][number]>('AnimeEpisodePair')
  .implement({
    description: 'An episode of the entry and its episodes in the other numbering.',
    fields: (t) => ({
      episode: t.exposeInt('episode', { description: "The entry's own episode." }),
      others: t.exposeIntList('others', { description: 'empty if it does not exist there' }),
    }),
  })

const EpisodeMappingRef = builder.objectRef<AnimeEpisodeMapping>('AnimeEpisodeMapping').implement({
  description: 'Which episodes correspond, beyond what the numbering says.',
  fields: (t) => ({
    kind: t.expose('kind', {
      type: EpisodeMappingKindRef,
      description: 'How to read the other fields.',
    }),
    space: t.expose('space', {
      type: EpisodeSpaceRef,
      description: 'The other numbering.',
    }),
    special: t.exposeBoolean('special', {
      description: "Whether it is about the entry's specials instead of its regular episodes.",
    }),
    season: t.exposeInt('season', {
      nullable: true,
      description: 'Season in the other numbering; null for `ABSOLUTE`: any from 1.',
    }),
    start: t.exposeInt('start', {
      nullable: true,
      description: "First episode of the entry's range.",
    }),
    end: t.exposeInt('end', {
      nullable: true,
      description: "Last episode of the entry's range; null if open-ended.",
    }),
    offset: t.exposeInt('offset', {
      description: "Added to the entry's episode number to get the other one.",
    }),
    pairs: t.expose('pairs', { type: [PairRef], description: 'Of the kind `PAIRS`.' }),
  }),
})

export const AnimeMappingRef = builder.objectRef<AnimeMapping>('AnimeMapping').implement({
  description: 'An anime with all its ids.',
  fields: (t) => ({
    id: t.exposeID('id', {
      description: 'Identifies the entry until the data changes; see `animeId`.',
    }),
    title: t.exposeString('title', { nullable: true, description: 'As written in the lists.' }),
    type: t.expose('type', {
      type: AnimeTypeRef,
      nullable: true,
      description: 'The format of the anime.',
    }),
    year: t.exposeInt('year', { nullable: true, description: 'Year of the first broadcast.' }),
    mappings: t.expose('mappings', { type: IdsRef, description: 'One id per database.' }),
    alternatives: t.expose('alternatives', {
      type: AlternativesRef,
      description: 'Additional ids in some databases.',
    }),
    numbering: t.expose('numbering', {
      type: NumberingsRef,
      description: 'The position of its first episode in shows with seasons.',
    }),
    episodeMappings: t.expose('episodeMappings', {
      type: [EpisodeMappingRef],
      description: 'How single episodes correspond.',
    }),
    sources: t.expose('sources', {
      type: [AnimeSourceRef],
      description: 'The lists that know this entry.',
    }),
  }),
})
