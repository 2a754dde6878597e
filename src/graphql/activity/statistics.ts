import { playGroups } from '../../model/play-statistics.ts'
import type {
  BucketCount,
  BucketStreams,
  BucketUsers,
  ClockCount,
  GroupedCount,
  Statistics,
} from '../../services/activity/statistics.ts'
import { bucketSizes } from '../../services/activity/time-buckets.ts'
import { builder } from '../builder.ts'
import { listCost } from '../cost.ts'
import { enumOf } from '../enum-of.ts'
import { ItemRefType } from '../library/item.ts'
import { ActivityFilterRef } from './filter.ts'

const BucketRef = enumOf('TimeBucket', bucketSizes, 'What one count is about.', {
  hour: 'An hour of the clock.',
  day: 'From midnight to midnight.',
  week: 'From Monday to Sunday.',
  month: 'A calendar month.',
  year: 'A calendar year.',
  all: 'All of the time, which begins at `from` of the filter or with the first play.',
})

const GroupRef = enumOf('PlayGroup', playGroups, 'What is counted apart.', {
  user: 'Who watched.',
  kind: 'Films, episodes and videos.',
  title: 'Each film; all episodes of a series together.',
  genre: 'Of the film or series; what has several counts for each.',
  client: 'The app that played it.',
  device: 'The name of the device.',
  resolution: 'Of the version that was played.',
  source: 'Which offered the version.',
  service: 'Which stores the version.',
  delivery: 'How the version was carried: `redirect` or `proxied`; null where that is unknown.',
})

const CountRef = builder.interfaceRef<GroupedCount>('PlayCount').implement({
  description: 'How much was watched.',
  fields: (t) => ({
    plays: t.expose('plays', { type: 'SafeInt', description: 'How often something was begun.' }),
    finished: t.expose('finished', {
      type: 'SafeInt',
      description: 'How often something was watched to its end.',
    }),
    watchedMs: t.expose('watchedMs', {
      type: 'SafeInt',
      description:
        'Milliseconds that really played; redirected files and HLS in Stremio count none.',
    }),
    group: t.exposeString('group', {
      nullable: true,
      description: 'Name of the group; null: unknown, or nothing is grouped.',
    }),
    userId: t.exposeID('userId', { nullable: true, description: 'Where groups are users.' }),
    itemId: t.id({
      dashboards: 'parent',
      nullable: true,
      description: 'Id of `item`, for whoever needs no more of it.',
      resolve: ({ title }, _args, ctx) => title && ctx.loaders.titleIds.load(title),
    }),
    item: t.field({
      dashboards: 'parent',
      type: ItemRefType,
      nullable: true,
      description: 'The film or series, where groups are titles.',
      resolve: ({ title }, _args, ctx) => title && ctx.loaders.titleItems.load(title),
    }),
  }),
})

const BucketCountRef = builder.objectRef<BucketCount>('PlayBucket').implement({
  description: 'How much was watched in one bucket.',
  interfaces: [CountRef],
  fields: (t) => ({
    from: t.expose('from', { type: 'DateTime', description: 'When the bucket begins.' }),
  }),
})

const HourRef = builder.objectRef<ClockCount>('PlayHour').implement({
  description: 'How much was watched at an hour of the day.',
  interfaces: [CountRef],
  fields: (t) => ({ hour: t.exposeInt('slot', { description: '0 to 23.' }) }),
})

const WeekdayRef = builder.objectRef<ClockCount>('PlayWeekday').implement({
  description: 'How much was watched on a day of the week.',
  interfaces: [CountRef],
  fields: (t) => ({ weekday: t.exposeInt('slot', { description: 'Monday, 1, to Sunday, 7.' }) }),
})

const StreamsRef = builder.objectRef<BucketStreams>('PlayBucketStreams').implement({
  description: 'How many streams there were at once in one bucket.',
  fields: (t) => ({
    from: t.expose('from', { type: 'DateTime', description: 'When the bucket begins.' }),
    streams: t.exposeInt('streams', { description: 'The most at any moment of it.' }),
  }),
})

const UsersRef = builder.objectRef<BucketUsers>('PlayBucketUsers').implement({
  description: 'How many users watched in one bucket.',
  fields: (t) => ({
    from: t.expose('from', { type: 'DateTime', description: 'When the bucket begins.' }),
    users: t.exposeInt('users', { description: 'Different users who began something in it.' }),
  }),
})

const StatisticsRef = builder.objectRef<Statistics>('PlayStatistics').implement({
  description: 'How much was watched when. Plays count where they began.',
  fields: (t) => ({
    buckets: t.field({
      dashboards: 'parent',
      type: [BucketCountRef],
      complexity: listCost(1_000),
      description:
        'One after the other, empty ones too; with groups, each of those that have any play.',
      resolve: async (statistics, _args, ctx) => [
        ...(await ctx.services.activity.buckets(statistics)),
      ],
    }),
    streams: t.field({
      dashboards: 'parent',
      type: [StreamsRef],
      complexity: listCost(1_000),
      description:
        'The most streams at once in each bucket, from their beginning to their last report and for a day at most, whatever is grouped. Who watches together on one device is one; imported plays are none.',
      resolve: async (statistics, _args, ctx) => [
        ...(await ctx.services.activity.streams(statistics)),
      ],
    }),
    users: t.field({
      dashboards: 'parent',
      type: [UsersRef],
      complexity: listCost(1_000),
      description: 'How many different users watched in each bucket, whatever is grouped.',
      resolve: async (statistics, _args, ctx) => [
        ...(await ctx.services.activity.distinctUsers(statistics)),
      ],
    }),
    hoursOfDay: t.field({
      dashboards: 'parent',
      type: [HourRef],
      complexity: listCost(200),
      description: 'All of the time together, by the hour of the day.',
      resolve: async (statistics, _args, ctx) => [
        ...(await ctx.services.activity.clock(statistics, 'hour')),
      ],
    }),
    daysOfWeek: t.field({
      dashboards: 'parent',
      type: [WeekdayRef],
      complexity: listCost(70),
      description: 'All of the time together, by the day of the week.',
      resolve: async (statistics, _args, ctx) => [
        ...(await ctx.services.activity.clock(statistics, 'weekday')),
      ],
    }),
  }),
})

builder.queryField('playStatistics', (t) =>
  t.field({
    authScopes: { reads: 'activity' },
    type: StatisticsRef,
    description:
      'How much everybody has watched whose history the caller may read: by time, and by what a group is. Exact at any time. BAD_REQUEST for more than 50,000 values: groups times buckets.',
    args: {
      filter: t.arg({
        type: ActivityFilterRef,
        description: 'Without `from`: since the first play; without `to`: until now.',
      }),
      bucket: t.arg({
        type: BucketRef,
        required: true,
        defaultValue: 'day',
        description: 'At most 2,000 of them.',
      }),
      timeZone: t.arg.string({
        required: true,
        defaultValue: 'UTC',
        description: 'Name of an IANA time zone, whose clock and calendar count.',
      }),
      groupBy: t.arg({ type: GroupRef, description: 'Left out: all together.' }),
    },
    resolve: (_root, args, ctx) => ctx.services.activity.statistics(ctx.user, args, ctx),
  }),
)
