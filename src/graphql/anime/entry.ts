import { animeIdTypes, animeSourceNames, animeTypes, numberingSpaces } from '../../model/anime.ts'
import type {
  AnimeEpisodeMapping,
  AnimeMapping,
  AnimeNumbering,
  KindedId,
} from '../../model/anime.ts'
import { builder } from '../builder.ts'
import { enumOf } from '../enum-of.ts'

/** In the spelling of `/api/v1/anime`. */
export const AnimeIdTypeRef = builder.enumType('AnimeIdType', {
  description: 'An anime database, named by its id.',
  values: animeIdTypes,
})

const AnimeSourceRef = enumOf(
  'AnimeSource',
  animeSourceNames,
  'A list that the entries are built from.',
  {
    overrides: "The operator's own corrections.",
  },
)

const AnimeTypeRef = enumOf('AnimeType', animeTypes, 'The format of an anime.')

const TitleKindRef = enumOf(
  'AnimeTitleKind',
  ['tv', 'movie'],
  'What an id of a database identifies.',
)

const EpisodeSpaceRef = enumOf(
  'AnimeEpisodeSpace',
  ['tvdb', 'tmdb'],
  "Which database's episodes are meant.",
)

const EpisodeMappingKindRef = enumOf(
  'AnimeEpisodeMappingKind',
  ['absolute', 'range', 'pairs'],
  'How a mapping relates episodes.',
  {
    absolute: 'Episodes are numbered across all seasons.',
    range: 'Episodes from `start` to `end` are shifted by `offset`.',
    pairs: 'One by one.',
  },
)

const IdsRef = builder.objectRef<AnimeMapping['mappings']>('AnimeIds').implement({
  description: 'One id per database; null if unknown.',
  fields: (t) => ({
    animePlanetId: t.exposeString('animePlanetId', { nullable: true }),
    animecountdownId: t.exposeInt('animecountdownId', { nullable: true }),
    anidbId: t.exposeInt('anidbId', { nullable: true }),
    anilistId: t.exposeInt('anilistId', { nullable: true }),
    anisearchId: t.exposeInt('anisearchId', { nullable: true }),
    imdbId: t.exposeString('imdbId', { nullable: true }),
    kitsuId: t.exposeInt('kitsuId', { nullable: true }),
    livechartId: t.exposeInt('livechartId', { nullable: true }),
    malId: t.exposeInt('malId', { nullable: true }),
    notifyMoeId: t.exposeString('notifyMoeId', { nullable: true }),
    simklId: t.exposeInt('simklId', { nullable: true }),
    themoviedbId: t.exposeInt('themoviedbId', { nullable: true }),
    thetvdbId: t.exposeInt('thetvdbId', { nullable: true }),
    traktId: t.exposeInt('traktId', { nullable: true }),
  }),
})

const KindedIdRef = builder.objectRef<KindedId>('KindedId').implement({
  description: 'An id of a database that counts films and shows separately.',
  fields: (t) => ({
    kind: t.expose('kind', { type: TitleKindRef, description: 'Whether the id is one of a film.' }),
    id: t.exposeInt('id', { description: 'The number there.' }),
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
    type: t.expose('type', { type: AnimeTypeRef, nullable: true, description: 'Its format.' }),
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
