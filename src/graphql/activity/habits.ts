import type { AbandonedSeries } from '../../services/activity/abandoned.ts'
import type { RewatchedTitle } from '../../services/activity/rewatched.ts'
import type { DayRun, Streaks } from '../../services/activity/streaks.ts'
import { mostFirst } from '../../services/activity/top.ts'
import { builder } from '../builder.ts'
import { listCost, pageCost } from '../cost.ts'
import { HouseholdUserRef } from '../household/users.ts'
import { ItemRefType } from '../library/item.ts'
import { ActivityFilterRef } from './filter.ts'

export const DayRunRef = builder.objectRef<DayRun>('DayRun').implement({
  description: 'Days that follow one another, with a play on each.',
  fields: (t) => ({
    days: t.exposeInt('days', { description: 'The number of days.' }),
    from: t.expose('from', { type: 'DateTime', description: 'When the first of them begins.' }),
    to: t.expose('to', { type: 'DateTime', description: 'When the last of them ends.' }),
  }),
})

const StreaksRef = builder.objectRef<Streaks>('UserStreaks').implement({
  description: 'How many days in a row a user has watched something.',
  fields: (t) => ({
    user: t.field({
      type: HouseholdUserRef,
      description: 'The user who watched.',
      resolve: ({ profile }) => profile,
    }),
    current: t.expose('current', {
      type: DayRunRef,
      nullable: true,
      description: 'Null: nothing was played on the last day of the time, nor on the one before.',
    }),
    longest: t.expose('longest', {
      type: DayRunRef,
      nullable: true,
      description: 'The first of the longest; null: nothing was played.',
    }),
    days: t.exposeInt('days', { description: 'How many days have a play.' }),
  }),
})

export const RewatchedTitleRef = builder.objectRef<RewatchedTitle>('RewatchedTitle').implement({
  description: 'A film that a user finished more than once, or a series with such an episode.',
  fields: (t) => ({
    again: t.expose('again', {
      type: 'SafeInt',
      description: 'How often the film, or an episode, was finished once more.',
    }),
    lastAt: t.expose('lastAt', {
      type: 'DateTime',
      description: 'When the last of these plays began.',
    }),
    name: t.exposeString('name', {
      nullable: true,
      description: 'The name of the film or series; null if unknown.',
    }),
    item: t.field({
      dashboards: 'parent',
      type: ItemRefType,
      nullable: true,
      description: 'The film or series.',
      resolve: ({ title }, _args, ctx) => ctx.loaders.titleItems.load(title),
    }),
  }),
})

const AbandonedSeriesRef = builder.objectRef<AbandonedSeries>('AbandonedSeries').implement({
  description: 'A series that was begun and left.',
  fields: (t) => ({
    user: t.field({
      type: HouseholdUserRef,
      description: 'Whose history has it.',
      resolve: ({ profile }) => profile,
    }),
    lastAt: t.expose('lastAt', {
      type: 'DateTime',
      description: 'When an episode was played last.',
    }),
    played: t.exposeInt('played', { description: 'Regular episodes that were played.' }),
    episodes: t.exposeInt('episodes', {
      description: 'Regular episodes that were on air when the series was last looked up.',
    }),
    name: t.exposeString('name', {
      nullable: true,
      description: 'The name of the film or series; null if unknown.',
    }),
    item: t.field({
      dashboards: 'parent',
      type: ItemRefType,
      nullable: true,
      description: 'The series; null: no source knows it now.',
      resolve: ({ title }, _args, ctx) => ctx.loaders.titleItems.load(title),
    }),
  }),
})

builder.queryFields((t) => ({
  streaks: t.field({
    authScopes: { reads: 'activity' },
    type: [StreaksRef],
    complexity: listCost(20),
    description:
      'How many days in a row each user has watched something whose history the caller may read.',
    args: {
      filter: t.arg({ type: ActivityFilterRef, description: 'Left out: every play.' }),
      timeZone: t.arg.string({
        required: true,
        defaultValue: 'UTC',
        description: 'Name of an IANA time zone, whose calendar counts.',
      }),
    },
    resolve: async (_root, input, ctx) => [
      ...(await ctx.services.activity.streaks(ctx.user, input, ctx)),
    ],
  }),
  rewatched: t.field({
    authScopes: { reads: 'activity' },
    type: [RewatchedTitleRef],
    complexity: (given) => pageCost(given, { usual: 10, most: mostFirst }),
    description:
      'Films that somebody finished more than once, and series with such episodes; those finished again most often first.',
    args: {
      filter: t.arg({ type: ActivityFilterRef, description: 'Left out: every play.' }),
      first: t.arg.int({ description: `1 to ${mostFirst}. Default: 10.` }),
    },
    resolve: async (_root, input, ctx) => [
      ...(await ctx.services.activity.rewatched(ctx.user, input, ctx)),
    ],
  }),
  abandoned: t.field({
    authScopes: { reads: 'activity' },
    type: [AbandonedSeriesRef],
    complexity: (given) => pageCost(given, { usual: 10, most: mostFirst }),
    description:
      'Series that somebody has begun and left before their end, among the 2,000 of each history that were watched last; those left last first. A series is listed once a source has told its episodes.',
    args: {
      users: t.arg.idList({
        description: 'Ids of users; left out: everybody whose history the caller may read.',
      }),
      days: t.arg.int({ description: 'Days without a play. Default: 60.' }),
      first: t.arg.int({ description: `1 to ${mostFirst}. Default: 10.` }),
    },
    resolve: async (_root, input, ctx) => [
      ...(await ctx.services.activity.abandoned(ctx.user, input, ctx)),
    ],
  }),
}))
