import { animeIdTypes, animeSourceNames, animeTypes } from '../../model/anime.ts'
import type {
  AnimeEpisode,
  AnimeEpisodeMapping,
  AnimeMapping,
  AnimeNumbering,
  KindedId,
} from '../../model/anime.ts'
import type { AnimeState } from '../../services/anime.ts'
import type { AnimeAnswer, AnimeQueryInput } from '../../services/anime-lookups.ts'
import { builder } from '../builder.ts'
import { listCost } from '../cost.ts'
import type { RequestContext } from '../context.ts'
import { loadAnswers, loadEntry } from './loaders.ts'

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
    idValue: t.string({
      required: true,
      description: 'tv: or movie: before a number names its kind',
    }),
    season: t.int(),
    episode: t.int(),
  }),
})

const FailureRef = builder.objectRef<{ code: string; message: string }>('AnimeFailure').implement({
  fields: (t) => ({ code: t.exposeString('code'), message: t.exposeString('message') }),
})

const AnswerRef = builder.objectRef<AnimeAnswer>('AnimeAnswer').implement({
  description: 'The answer to one of many queries: an entry, nothing, or why the query is wrong.',
  fields: (t) => ({
    data: t.field({
      type: MappingRef,
      nullable: true,
      resolve: (answer) => ('data' in answer ? answer.data : null),
    }),
    error: t.field({
      type: FailureRef,
      nullable: true,
      resolve: (answer) => ('error' in answer ? answer.error : null),
    }),
  }),
})

const StateRef = builder.objectRef<AnimeState>('AnimeState').implement({
  description: 'The data that look-ups are answered from.',
  fields: (t) => ({
    data: t.exposeString('data', { description: 'loaded or missing' }),
    entries: t.exposeInt('entries'),
    version: t.exposeString('version', { nullable: true, description: 'changes with the data' }),
    refreshedAt: t.string({
      nullable: true,
      description: 'when the lists were last looked at, ISO 8601',
      resolve: ({ refreshedAt }) => refreshedAt?.toISOString() ?? null,
    }),
  }),
})

/** Counts the look-up, then makes it; at once where it is counted already, since to wait costs more than to look up. */
function counted<T>(ctx: RequestContext, lookUp: () => T | Promise<T>): T | Promise<T> {
  const turn = ctx.take('anime')
  return turn === undefined ? lookUp() : turn.then(lookUp)
}

builder.queryFields((t) => ({
  anime: t.field({
    type: MappingRef,
    nullable: true,
    description:
      'The entry that an id means, exact by season and episode; null where nothing matches.',
    args: {
      idType: t.arg({ type: IdType, required: true }),
      idValue: t.arg.string({ required: true }),
      season: t.arg.int(),
      episode: t.arg.int(),
    },
    resolve: (_root, query, ctx) => counted(ctx, () => loadEntry(ctx.loaders.anime, query)),
  }),
  animeMany: t.field({
    type: [AnswerRef],
    description: 'Up to 100 look-ups; a wrong one does not fail the others.',
    complexity: ({ queries }) => listCost(queries.length),
    args: { queries: t.arg({ type: [QueryInput], required: true }) },
    resolve: (_root, { queries }, ctx) =>
      counted(ctx, () => loadAnswers(ctx.loaders.anime, queries)),
  }),
  animeJson: t.string({
    description:
      'What `anime` answers to the same arguments in an object, as JSON text: cheaper for callers who pass it on.',
    args: { query: t.arg({ type: 'JSON', required: true }) },
    resolve: (_root, { query }, ctx) =>
      counted(ctx, () => ctx.services.anime.lookupJson(query as AnimeQueryInput)),
  }),
  animeManyJson: t.string({
    description: 'What `animeMany` answers, as JSON text.',
    args: { queries: t.arg({ type: 'JSON', required: true }) },
    resolve: (_root, { queries }, ctx) =>
      counted(ctx, () => ctx.services.anime.lookupManyJson(queries)),
  }),
  animeRelated: t.field({
    type: [MappingRef],
    description:
      'Every entry that shares a show or film with those an id may mean: all parts of a series.',
    args: {
      idType: t.arg({ type: IdType, required: true }),
      idValue: t.arg.string({ required: true }),
    },
    resolve: (_root, query, ctx) => counted(ctx, () => ctx.services.anime.related(query)),
  }),
  translateEpisode: t.field({
    type: EpisodeRef,
    nullable: true,
    description: "An episode in another id's numbering; null where it is not known there.",
    args: {
      from: t.arg({ type: QueryInput, required: true }),
      to: t.arg({ type: IdType, required: true }),
    },
    resolve: (_root, { from, to }, ctx) =>
      counted(ctx, () => ctx.services.anime.translateEpisode(from, to)),
  }),
  animeState: t.field({
    type: StateRef,
    resolve: (_root, _args, ctx) => ctx.services.anime.state(),
  }),
}))
