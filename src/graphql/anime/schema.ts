import { animeIdTypes, animeSourceNames, animeTypes } from '../../model/anime.ts'
import type {
  AnimeEpisode,
  AnimeEpisodeMapping,
  AnimeMapping,
  AnimeNumbering,
  AnimeQuery,
  KindedId,
} from '../../model/anime.ts'
import { AppError } from '../../core/errors.ts'
import type { AnimeAnswer } from '../../services/anime.ts'
import { builder } from '../builder.ts'

const IdType = builder.enumType('AnimeIdType', { values: animeIdTypes })
const SourceName = builder.enumType('AnimeSource', { values: animeSourceNames })
const Kind = builder.enumType('AnimeType', { values: animeTypes })

const IdsRef = builder.objectRef<AnimeMapping['mappings']>('AnimeIds').implement({
  description: 'One id of each database; null where it is not known there.',
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
  fields: (t) => ({ kind: t.exposeString('kind'), id: t.exposeInt('id') }),
})

const AlternativesRef = builder
  .objectRef<AnimeMapping['alternatives']>('AnimeAlternatives')
  .implement({
    description: 'Every value of the ids that can have several.',
    fields: (t) => ({
      imdbId: t.exposeStringList('imdbId'),
      themoviedbId: t.expose('themoviedbId', { type: [KindedIdRef] }),
      traktId: t.expose('traktId', { type: [KindedIdRef] }),
    }),
  })

const NumberingRef = builder.objectRef<AnimeNumbering>('AnimeNumbering').implement({
  description: 'Where the first episode stands in a numbering with seasons.',
  fields: (t) => ({ season: t.exposeInt('season'), fromEpisode: t.exposeInt('fromEpisode') }),
})

const NumberingsRef = builder.objectRef<AnimeMapping['numbering']>('AnimeNumberings').implement({
  fields: (t) => ({
    tvdb: t.expose('tvdb', { type: NumberingRef, nullable: true }),
    tmdb: t.expose('tmdb', { type: NumberingRef, nullable: true }),
    imdb: t.expose('imdb', { type: NumberingRef, nullable: true }),
    trakt: t.expose('trakt', { type: NumberingRef, nullable: true }),
  }),
})

const PairRef = builder
  .objectRef<AnimeEpisodeMapping['pairs'][number]>('AnimeEpisodePair')
  .implement({
    description: 'An own episode and its episodes in the other numbering.',
    fields: (t) => ({ episode: t.exposeInt('episode'), others: t.exposeIntList('others') }),
  })

const EpisodeMappingRef = builder.objectRef<AnimeEpisodeMapping>('AnimeEpisodeMapping').implement({
  description: 'Where episodes stand, beyond what the numbering says.',
  fields: (t) => ({
    kind: t.exposeString('kind', { description: 'absolute, range or pairs' }),
    space: t.exposeString('space', { description: 'tvdb or tmdb' }),
    special: t.exposeBoolean('special'),
    season: t.exposeInt('season', { nullable: true }),
    start: t.exposeInt('start', { nullable: true }),
    end: t.exposeInt('end', { nullable: true }),
    offset: t.exposeInt('offset'),
    pairs: t.expose('pairs', { type: [PairRef] }),
  }),
})

const MappingRef = builder.objectRef<AnimeMapping>('AnimeMapping').implement({
  description: 'One anime under all its ids.',
  fields: (t) => ({
    title: t.exposeString('title', { nullable: true }),
    type: t.expose('type', { type: Kind, nullable: true }),
    year: t.exposeInt('year', { nullable: true }),
    mappings: t.expose('mappings', { type: IdsRef }),
    alternatives: t.expose('alternatives', { type: AlternativesRef }),
    numbering: t.expose('numbering', { type: NumberingsRef }),
    episodeMappings: t.expose('episodeMappings', { type: [EpisodeMappingRef] }),
    sources: t.expose('sources', { type: [SourceName] }),
  }),
})

const EpisodeRef = builder.objectRef<AnimeEpisode>('AnimeEpisode').implement({
  description: "One episode in one id's own numbering.",
  fields: (t) => ({
    idType: t.expose('idType', { type: IdType }),
    idValue: t.string({ resolve: ({ idValue }) => String(idValue) }),
    season: t.exposeInt('season', { nullable: true }),
    episode: t.exposeInt('episode', { nullable: true }),
  }),
})

const QueryInput = builder.inputType('AnimeQuery', {
  fields: (t) => ({
    idType: t.field({ type: IdType, required: true }),
    idValue: t.string({ required: true, description: 'tv: or movie: before a number names its kind' }),
    season: t.int(),
    episode: t.int(),
  }),
})
