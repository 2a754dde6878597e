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
  description: 'A database of anime, by the name of its id.',
  values: animeIdTypes,
})

const AnimeSourceRef = enumOf('AnimeSource', animeSourceNames, 'A list that entries are made of.', {
  overrides: "The operator's own corrections.",
})

const AnimeTypeRef = enumOf('AnimeType', animeTypes, 'The form that an anime was published in.')

const TitleKindRef = enumOf(
  'AnimeTitleKind',
  ['tv', 'movie'],
  'What a number of a database counts.',
)

const EpisodeSpaceRef = enumOf('AnimeEpisodeSpace', ['tvdb', 'tmdb'], 'Whose episodes are meant.')

const EpisodeMappingKindRef = enumOf(
  'AnimeEpisodeMappingKind',
  ['absolute', 'range', 'pairs'],
  'How a mapping says where episodes stand.',
  {
    absolute: 'Episodes are counted through all seasons.',
    range: 'Episodes from `start` to `end` are shifted by `offset`.',
    pairs: 'One by one.',
  },
)

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
  fields: (t) => ({
    kind: t.expose('kind', { type: TitleKindRef, description: 'Whether the id is one of a film.' }),
    id: t.exposeInt('id', { description: 'The number there.' }),
  }),
})

const AlternativesRef = builder
  .objectRef<AnimeMapping['alternatives']>('AnimeAlternatives')
  .implement({
    description: 'Every value of the ids that can have several, the one in `mappings` first.',
    fields: (t) => ({
      imdbId: t.exposeStringList('imdbId', { description: 'Ids of IMDb.' }),
      themoviedbId: t.expose('themoviedbId', { type: [KindedIdRef], description: 'Ids of TMDB.' }),
      traktId: t.expose('traktId', { type: [KindedIdRef], description: 'Ids of Trakt.' }),
    }),
  })

const NumberingRef = builder.objectRef<AnimeNumbering>('AnimeNumbering').implement({
  description: 'Where the first episode stands in a numbering with seasons.',
  fields: (t) => ({
    season: t.exposeInt('season', { description: '0: specials' }),
    fromEpisode: t.exposeInt('fromEpisode', { description: 'The number of the first episode.' }),
  }),
})

const NumberingsRef = builder.objectRef<AnimeMapping['numbering']>('AnimeNumberings').implement({
  description: 'Where the entry stands in numberings that several entries of a show share.',
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
    description: 'An own episode and its episodes in the other numbering.',
    fields: (t) => ({
      episode: t.exposeInt('episode', { description: "The entry's own episode." }),
      others: t.exposeIntList('others', { description: 'none: it does not exist there' }),
    }),
  })

const EpisodeMappingRef = builder.objectRef<AnimeEpisodeMapping>('AnimeEpisodeMapping').implement({
  description: 'Where episodes stand, beyond what the numbering says.',
  fields: (t) => ({
    kind: t.expose('kind', { type: EpisodeMappingKindRef, description: 'How to read the others.' }),
    space: t.expose('space', {
      type: EpisodeSpaceRef,
      description: 'Whose numbering it is about.',
    }),
    special: t.exposeBoolean('special', {
      description: "Whether the entry's own specials are meant and not its regular episodes.",
    }),
    season: t.exposeInt('season', {
      nullable: true,
      description: 'Season in that space; null for `ABSOLUTE`: any from 1.',
    }),
    start: t.exposeInt('start', { nullable: true, description: 'First own episode of a range.' }),
    end: t.exposeInt('end', { nullable: true, description: 'Last own episode; null: no end.' }),
    offset: t.exposeInt('offset', {
      description: 'What is added to an own episode to get that of the space.',
    }),
    pairs: t.expose('pairs', { type: [PairRef], description: 'Of the kind `PAIRS`.' }),
  }),
})

export const AnimeMappingRef = builder.objectRef<AnimeMapping>('AnimeMapping').implement({
  description: 'One anime under all its ids.',
  fields: (t) => ({
    id: t.exposeID('id', {
      description: 'Names the entry for as long as the data stays as it is; see `animeId`.',
    }),
    title: t.exposeString('title', { nullable: true, description: 'As the lists write it.' }),
    type: t.expose('type', { type: AnimeTypeRef, nullable: true, description: 'Its form.' }),
    year: t.exposeInt('year', { nullable: true, description: 'Year of the first broadcast.' }),
    mappings: t.expose('mappings', { type: IdsRef, description: 'One id of each database.' }),
    alternatives: t.expose('alternatives', {
      type: AlternativesRef,
      description: 'Further ids of some databases.',
    }),
    numbering: t.expose('numbering', {
      type: NumberingsRef,
      description: 'Where its first episode stands in shows with seasons.',
    }),
    episodeMappings: t.expose('episodeMappings', {
      type: [EpisodeMappingRef],
      description: 'Where single episodes stand.',
    }),
    sources: t.expose('sources', {
      type: [AnimeSourceRef],
      description: 'The lists that know this entry.',
    }),
  }),
})
