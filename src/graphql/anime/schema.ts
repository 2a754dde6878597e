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
  description: "In the database's own form; `tv:` or `movie:` before a number gives its kind.",
} as const
const season = { type: 'SafeInt', description: 'A whole number; 0 is for specials.' } as const
const episode = { type: 'SafeInt', description: 'A whole number, within the season.' } as const
const queryList = { required: true, description: 'At most 100.' } as const
const idType = {
  type: AnimeIdTypeRef,
  required: true,
  description: 'The database of the id.',
} as const

const AnimeEpisodeRef = builder.objectRef<AnimeEpisode>('AnimeEpisode').implement({
  description: 'An episode in the numbering of one database.',
  fields: (t) => ({
    idType: t.expose('idType', { type: AnimeIdTypeRef, description: 'The database of the id.' }),
    idValue: t.string({
      description: 'The id in that database.',
      resolve: (found) => String(found.idValue),
    }),
    season: t.exposeInt('season', {
      nullable: true,
      description: '0 is for specials; null for a film and for ids without seasons',
    }),
    episode: t.exposeInt('episode', { nullable: true, description: 'null for a film' }),
  }),
})

const AnimeQueryRef = builder.inputType('AnimeQuery', {
  description: 'An id with season and episode.',
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
    description: 'Why a query is invalid.',
    fields: (t) => ({
      code: t.expose('code', {
        type: ErrorCodeRef,
        description: 'The failure as a code for programs.',
      }),
      message: t.exposeString('message', { description: 'The failure in a sentence for people.' }),
    }),
  })

const AnswerRef = builder.objectRef<AnimeAnswer>('AnimeAnswer').implement({
  description: 'The answer to one of many queries: an entry, null, or an error.',
  fields: (t) => ({
    data: t.field({
      type: AnimeMappingRef,
      nullable: true,
      description: 'The entry; null if nothing matches or the query is invalid.',
      resolve: (answer) => ('data' in answer ? answer.data : null),
    }),
    error: t.field({
      type: FailureRef,
      nullable: true,
      description: 'What is wrong with the query; null if nothing is.',
      resolve: (answer) => ('error' in answer ? answer.error : null),
    }),
  }),
})

const StateRef = builder.objectRef<AnimeState>('AnimeState').implement({
  description: 'The data behind look-ups.',
  fields: (t) => ({
    data: t.expose('data', {
      type: enumOf('AnimeData', ['loaded', 'missing'], 'Whether there is data.', {
        loaded: 'Look-ups are answered.',
        missing: 'No list was read yet, so look-ups find nothing.',
      }),
      description: 'Whether look-ups are answered.',
    }),
    entries: t.exposeInt('entries', { description: 'Number of known anime.' }),
    version: t.exposeString('version', { nullable: true, description: 'Changes with the data.' }),
    refreshedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When the lists were last checked.',
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
  const many = { queries: t.arg({ ...queryList, type: [AnimeQueryRef] }) }
  return {
    anime: t.field({
      type: AnimeMappingRef,
      nullable: true,
      description: 'The entry for an id, exact by season and episode; null if nothing matches.',
      authScopes: { public: true },
      rate: 'anime',
      args: one,
      resolve: (_root, query, ctx) => loadEntry(ctx.loaders.anime, query),
    }),
    animeId: t.id({
      nullable: true,
      description:
        'Only the id of the entry that `anime` returns for the same arguments, for callers with a cache.',
      authScopes: { public: true },
      rate: 'anime',
      args: one,
      resolve: (_root, query, ctx) => ctx.services.anime.entryId(query),
    }),
    animeMany: t.field({
      type: [AnswerRef],
      description: 'Up to 100 look-ups; an invalid one does not fail the others.',
      authScopes: { public: true },
      rate: 'anime',
      complexity: ({ queries }) => listCost(queries.length),
      args: many,
      resolve: (_root, { queries }, ctx) =>
        loadAnswers(ctx.services.anime, ctx.loaders.anime, queries),
    }),
    animeIds: t.idList({
      nullable: { list: false, items: true },
      description:
        'Only the ids of the entries that `animeMany` returns for the same queries; null if nothing matches or the query is invalid.',
      authScopes: { public: true },
      rate: 'anime',
      complexity: ({ queries }) => queries.length,
      args: many,
      resolve: (_root, { queries }, ctx) => ctx.services.anime.entryIds(queries),
    }),
    animeRelated: t.field({
      type: [AnimeMappingRef],
      description: 'All parts of the series or film that an id belongs to.',
      authScopes: { public: true },
      rate: 'anime',
      args: { idType: one.idType, idValue: one.idValue },
      resolve: (_root, query, ctx) => ctx.services.anime.related(query),
    }),
    translateEpisode: t.field({
      type: AnimeEpisodeRef,
      nullable: true,
      description: "An episode in another database's numbering; null if it is unknown there.",
      authScopes: { public: true },
      rate: 'anime',
      args: {
        from: t.arg({
          type: AnimeQueryRef,
          required: true,
          description: 'The episode to translate.',
        }),
        to: t.arg({ ...idType, description: 'The database whose numbering to use.' }),
      },
      resolve: (_root, { from, to }, ctx) => ctx.services.anime.translateEpisode(from, to),
    }),
    animeState: t.field({
      type: StateRef,
      description: 'State of the anime data.',
      authScopes: { public: true },
      resolve: (_root, _args, ctx) => ctx.services.anime.state(),
    }),
  }
})
