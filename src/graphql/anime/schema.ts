import type { ErrorCode } from '../../core/errors.ts'
import type { AnimeEpisode } from '../../model/anime.ts'
import type { AnimeState } from '../../services/anime.ts'
import type { AnimeAnswer } from '../../services/anime-lookups.ts'
import { builder } from '../builder.ts'
import { listCost } from '../cost.ts'
import { enumOf } from '../enum-of.ts'
import { ErrorCodeRef } from '../error-code.ts'
import { AnimeIdTypeRef, AnimeMappingRef } from './entry.ts'
import { loadAnswers, loadEntry } from './loaders.ts'

const idValue = {
  required: true,
  description: 'As its database writes it; `tv:` or `movie:` before a number names its kind.',
} as const
const season = { type: 'SafeInt', description: 'A whole number; 0: specials.' } as const
const episode = { type: 'SafeInt', description: 'A whole number, within the season.' } as const
const idType = {
  type: AnimeIdTypeRef,
  required: true,
  description: 'The database of the id.',
} as const

const AnimeEpisodeRef = builder.objectRef<AnimeEpisode>('AnimeEpisode').implement({
  description: "One episode in one id's own numbering.",
  fields: (t) => ({
    idType: t.expose('idType', { type: AnimeIdTypeRef, description: 'The database of the id.' }),
    idValue: t.string({
      description: 'The id there.',
      resolve: (found) => String(found.idValue),
    }),
    season: t.exposeInt('season', {
      nullable: true,
      description: '0: specials; null where the id has no seasons, and for a film',
    }),
    episode: t.exposeInt('episode', { nullable: true, description: 'null for a film' }),
  }),
})

const AnimeQueryRef = builder.inputType('AnimeQuery', {
  description: 'An id, and the season and episode that are meant.',
  fields: (t) => ({
    idType: t.field(idType),
    idValue: t.string(idValue),
    season: t.field(season),
    episode: t.field(episode),
  }),
})

const FailureRef = builder
  .objectRef<{ code: ErrorCode; message: string }>('AnimeFailure')
  .implement({
    description: 'Why a query is wrong.',
    fields: (t) => ({
      code: t.expose('code', { type: ErrorCodeRef, description: 'For programs.' }),
      message: t.exposeString('message', { description: 'For people.' }),
    }),
  })

const AnswerRef = builder.objectRef<AnimeAnswer>('AnimeAnswer').implement({
  description: 'The answer to one of many queries: an entry, nothing, or why the query is wrong.',
  fields: (t) => ({
    data: t.field({
      type: AnimeMappingRef,
      nullable: true,
      description: 'The entry; null where nothing matches or the query is wrong.',
      resolve: (answer) => ('data' in answer ? answer.data : null),
    }),
    error: t.field({
      type: FailureRef,
      nullable: true,
      description: 'What is wrong with the query; null: nothing.',
      resolve: (answer) => ('error' in answer ? answer.error : null),
    }),
  }),
})

const StateRef = builder.objectRef<AnimeState>('AnimeState').implement({
  description: 'The data that look-ups are answered from.',
  fields: (t) => ({
    data: t.expose('data', {
      type: enumOf('AnimeData', ['loaded', 'missing'], 'Whether there is data.'),
      description: 'Whether look-ups are answered.',
    }),
    entries: t.exposeInt('entries', { description: 'How many anime are known.' }),
    version: t.exposeString('version', { nullable: true, description: 'Changes with the data.' }),
    refreshedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When the lists were last looked at.',
      resolve: ({ refreshedAt }) => refreshedAt?.getTime() ?? null,
    }),
  }),
})

builder.queryFields((t) => {
  const one = {
    idType: t.arg(idType),
    idValue: t.arg.string(idValue),
    season: t.arg(season),
    episode: t.arg(episode),
  }
  return {
    anime: t.field({
      type: AnimeMappingRef,
      nullable: true,
      description:
        'The entry that an id means, exact by season and episode; null where nothing matches.',
      authScopes: { public: true },
      rate: 'anime',
      args: one,
      resolve: (_root, query, ctx) => loadEntry(ctx.loaders.anime, query),
    }),
    animeId: t.id({
      nullable: true,
      description:
        'The id alone of the entry that `anime` answers to the same arguments, for callers who keep entries.',
      authScopes: { public: true },
      rate: 'anime',
      args: one,
      resolve: (_root, query, ctx) => ctx.services.anime.entryId(query),
    }),
    animeMany: t.field({
      type: [AnswerRef],
      description: 'Up to 100 look-ups; a wrong one does not fail the others.',
      authScopes: { public: true },
      rate: 'anime',
      complexity: ({ queries }) => listCost(queries.length),
      args: {
        queries: t.arg({ type: [AnimeQueryRef], required: true, description: 'At most 100.' }),
      },
      resolve: (_root, { queries }, ctx) =>
        loadAnswers(ctx.services.anime, ctx.loaders.anime, queries),
    }),
    animeRelated: t.field({
      type: [AnimeMappingRef],
      description:
        'Every entry that shares a show or film with those an id may mean: all parts of a series.',
      authScopes: { public: true },
      rate: 'anime',
      args: { idType: one.idType, idValue: one.idValue },
      resolve: (_root, query, ctx) => ctx.services.anime.related(query),
    }),
    translateEpisode: t.field({
      type: AnimeEpisodeRef,
      nullable: true,
      description: "An episode in another id's numbering; null where it is not known there.",
      authScopes: { public: true },
      rate: 'anime',
      args: {
        from: t.arg({ type: AnimeQueryRef, required: true, description: 'The episode.' }),
        to: t.arg({ ...idType, description: 'The database whose numbering is asked for.' }),
      },
      resolve: (_root, { from, to }, ctx) => ctx.services.anime.translateEpisode(from, to),
    }),
    animeState: t.field({
      type: StateRef,
      description: 'Whether there is data to look up in, and which.',
      authScopes: { public: true },
      resolve: (_root, _args, ctx) => ctx.services.anime.state(),
    }),
  }
})
