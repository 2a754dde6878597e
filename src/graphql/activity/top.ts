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
  users: 'How many different users have watched it.',
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
      description:
        'Milliseconds that really played; redirected files and HLS in Stremio count none.',
    }),
  }),
})

const usersDescription = 'Different users with a play that counts.'

export const TopTitleRef = builder.objectRef<TopTitle>('TopTitle').implement({
  description: 'How much a film was watched, or all episodes of a series together.',
  interfaces: [WatchedCountRef],
  fields: (t) => ({
    name: t.string({
      dashboards: 'parent',
      nullable: true,
      description: 'The name of the film or series; null if unknown.',
      resolve: ({ title }, _args, ctx) => ctx.loaders.titleNames.load(title),
    }),
    users: t.exposeInt('users', { description: usersDescription }),
    item: t.field({
      dashboards: 'parent',
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
  fields: (t) => ({
    name: t.exposeString('name', { description: 'The name of the group.' }),
    users: t.exposeInt('users', { description: usersDescription }),
  }),
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
      description:
        'The genres of the watched titles, by plays or time; a title counts for each of its genres.',
      resolve: async (_root, input, ctx) => [
        ...(await ctx.services.activity.topNames(ctx.user, input, 'genre', ctx)),
      ],
    }),
    topPeople: t.field({
      ...names,
      description: 'The people who made or appear in the watched titles, by plays or time.',
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
