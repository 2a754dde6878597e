import { mostFirst, topMeasures } from '../../services/activity/top.ts'
import type { TopName, TopTitle } from '../../services/activity/top.ts'
import { builder } from '../builder.ts'
import { pageCost } from '../cost.ts'
import { enumOf } from '../enum-of.ts'
import { ItemRefType } from '../library/item.ts'
import { ActivityFilterRef } from './filter.ts'

const MeasureRef = enumOf('PlayMeasure', topMeasures, 'What is compared.', {
  plays: 'How often it was played.',
  time: 'How long it was watched.',
})

type Count = Pick<TopName, 'plays' | 'finished' | 'watchedMs'>

export const WatchedCountRef = builder.interfaceRef<Count>('WatchedCount').implement({
  description: 'How much was watched of something.',
  fields: (t) => ({
    plays: t.expose('plays', { type: 'SafeInt', description: 'How often it was begun.' }),
    finished: t.expose('finished', {
      type: 'SafeInt',
      description: 'How often it was watched to its end.',
    }),
    watchedMs: t.expose('watchedMs', {
      type: 'SafeInt',
      description: 'Milliseconds that really played.',
    }),
  }),
})

export const TopTitleRef = builder.objectRef<TopTitle>('TopTitle').implement({
  description: 'How much a film was watched, or all episodes of a series together.',
  interfaces: [WatchedCountRef],
  fields: (t) => ({
    name: t.exposeString('name', { nullable: true, description: 'Null: unknown.' }),
    item: t.field({
      type: ItemRefType,
      nullable: true,
      description: 'The film or series, with its pictures.',
      resolve: ({ title }, _args, ctx) => ctx.loaders.titleItems.load(title),
    }),
  }),
})

export const TopNameRef = builder.objectRef<TopName>('TopName').implement({
  description: 'How much was watched of a genre, with a person or on an app.',
  interfaces: [WatchedCountRef],
  fields: (t) => ({ name: t.exposeString('name') }),
})

builder.queryFields((t) => {
  const args = {
    filter: t.arg({ type: ActivityFilterRef, description: 'Left out: every play.' }),
    by: t.arg({ type: MeasureRef, description: 'Default: PLAYS.' }),
    first: t.arg.int({ description: `1 to ${mostFirst}. Default: 10.` }),
  }
  const complexity = (given: { first?: number | null | undefined }) =>
    pageCost(given, { usual: 10, most: mostFirst })
  const type: [typeof TopNameRef] = [TopNameRef]
  const names = { authScopes: { reads: 'activity' as const }, type, complexity, args }
  return {
    topTitles: t.field({
      authScopes: { reads: 'activity' },
      type: [TopTitleRef],
      complexity,
      args,
      description:
        'The films and series that were watched most by everybody whose history the caller may read. Exact at any time.',
      resolve: async (_root, input, ctx) => [
        ...(await ctx.services.activity.topTitles(ctx.user, input, ctx)),
      ],
    }),
    topGenres: t.field({
      ...names,
      description: 'The same of genres; a title of several counts for each.',
      resolve: async (_root, input, ctx) => [
        ...(await ctx.services.activity.topNames(ctx.user, input, 'genre', ctx)),
      ],
    }),
    topPeople: t.field({
      ...names,
      description: 'The same of the people who made or played in what was watched.',
      resolve: async (_root, input, ctx) => [
        ...(await ctx.services.activity.topNames(ctx.user, input, 'person', ctx)),
      ],
    }),
    topClients: t.field({
      ...names,
      description: 'The same of apps.',
      resolve: async (_root, input, ctx) => [
        ...(await ctx.services.activity.topNames(ctx.user, input, 'client', ctx)),
      ],
    }),
  }
})
