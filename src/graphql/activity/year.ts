import type { WatchSession } from '../../model/play-store.ts'
import type { Amount, TimedAmount, YearInReview } from '../../services/activity/year.ts'
import { builder } from '../builder.ts'
import { listCost } from '../cost.ts'
import { HouseholdUserRef } from '../household/users.ts'
import { DayRunRef, RewatchedTitleRef } from './habits.ts'
import { PlayRef } from './plays.ts'
import { TopNameRef, TopTitleRef, WatchedCountRef } from './top.ts'

const listed = 5

const TotalsRef = builder.objectRef<Amount>('WatchedTotals').implement({
  description: 'How much was watched in a time.',
  interfaces: [WatchedCountRef],
})

const TimedRef = builder.objectRef<TimedAmount>('WatchedTime').implement({
  description: 'How much was watched in a month or on a day.',
  interfaces: [WatchedCountRef],
  fields: (t) => ({ from: t.expose('from', { type: 'DateTime', description: 'When it begins.' }) }),
})

const SessionRef = builder.objectRef<WatchSession>('WatchSession').implement({
  description: 'Plays of one user with less than half an hour between them.',
  fields: (t) => ({
    startedAt: t.expose('startedAt', {
      type: 'DateTime',
      description: 'When the first play began.',
    }),
    endedAt: t.expose('endedAt', { type: 'DateTime', description: 'When the last play ended.' }),
    plays: t.exposeInt('plays', { description: 'How many plays it had.' }),
    watchedMs: t.expose('watchedMs', {
      type: 'SafeInt',
      description:
        'Milliseconds that really played; redirected files and HLS in Stremio count none.',
    }),
  }),
})

type Titles = { readonly films: number; readonly series: number; readonly episodes: number }

const TitlesRef = builder.objectRef<Titles>('WatchedTitles').implement({
  description: 'How many things were watched.',
  fields: (t) => ({
    films: t.exposeInt('films', { description: 'Films and videos, each once.' }),
    series: t.exposeInt('series', { description: 'Series, each once.' }),
    episodes: t.expose('episodes', { type: 'SafeInt', description: 'Plays of episodes.' }),
  }),
})

const YearRef = builder.objectRef<YearInReview>('YearInReview').implement({
  description: 'What a user would like to read on the last evening of a year.',
  fields: (t) => ({
    year: t.exposeInt('year', { description: 'The calendar year.' }),
    user: t.field({
      type: HouseholdUserRef,
      description: 'The user who watched.',
      resolve: ({ profile }) => profile,
    }),
    totals: t.field({
      dashboards: 'parent',
      type: TotalsRef,
      description: 'All that was watched in the year.',
      resolve: (year, _args, ctx) => ctx.services.activity.year.totals(year),
    }),
    yearBefore: t.field({
      dashboards: 'parent',
      type: TotalsRef,
      description: 'Totals of the previous year, for comparison.',
      resolve: (year, _args, ctx) => ctx.services.activity.year.before(year),
    }),
    titles: t.field({
      dashboards: 'parent',
      type: TitlesRef,
      description: 'How many films, series and episodes were watched.',
      resolve: (year, _args, ctx) => ctx.services.activity.year.titles(year),
    }),
    months: t.field({
      dashboards: 'parent',
      type: [TimedRef],
      complexity: listCost(12),
      description: 'From January to December.',
      resolve: async (year, _args, ctx) => [...(await ctx.services.activity.year.months(year))],
    }),
    topTitles: t.field({
      dashboards: 'parent',
      type: [TopTitleRef],
      complexity: listCost(listed),
      description: 'The five that were watched longest.',
      resolve: async (year, _args, ctx) => [
        ...(await ctx.services.activity.year.topTitles(year, listed)),
      ],
    }),
    topGenres: t.field({
      dashboards: 'parent',
      type: [TopNameRef],
      description: 'The five that were watched longest.',
      complexity: listCost(listed),
      resolve: async (year, _args, ctx) => [
        ...(await ctx.services.activity.year.topNames(year, 'genre', listed)),
      ],
    }),
    topPeople: t.field({
      dashboards: 'parent',
      type: [TopNameRef],
      description: 'The five people of titles that were watched longest.',
      complexity: listCost(listed),
      resolve: async (year, _args, ctx) => [
        ...(await ctx.services.activity.year.topNames(year, 'person', listed)),
      ],
    }),
    topClients: t.field({
      dashboards: 'parent',
      type: [TopNameRef],
      description: 'The five apps that played longest.',
      complexity: listCost(listed),
      resolve: async (year, _args, ctx) => [
        ...(await ctx.services.activity.year.topNames(year, 'client', listed)),
      ],
    }),
    busiestDay: t.field({
      dashboards: 'parent',
      type: TimedRef,
      nullable: true,
      description: 'On which most was watched; null: nothing was.',
      resolve: (year, _args, ctx) => ctx.services.activity.year.busiestDay(year),
    }),
    busiestMonth: t.field({
      dashboards: 'parent',
      type: TimedRef,
      nullable: true,
      description: 'In which most was watched; null: nothing was.',
      resolve: (year, _args, ctx) => ctx.services.activity.year.busiestMonth(year),
    }),
    busiestHour: t.int({
      dashboards: 'parent',
      nullable: true,
      description: 'The hour of the day, 0 to 23.',
      resolve: (year, _args, ctx) => ctx.services.activity.year.busiestSlot(year, 'hour'),
    }),
    busiestWeekday: t.int({
      dashboards: 'parent',
      nullable: true,
      description: 'Monday, 1, to Sunday, 7.',
      resolve: (year, _args, ctx) => ctx.services.activity.year.busiestSlot(year, 'weekday'),
    }),
    longestStreak: t.field({
      dashboards: 'parent',
      type: DayRunRef,
      nullable: true,
      description: 'The most days in a row with a play; null: nothing was watched.',
      resolve: (year, _args, ctx) => ctx.services.activity.year.streak(year),
    }),
    longestSession: t.field({
      dashboards: 'parent',
      type: SessionRef,
      nullable: true,
      description: 'The longest time without a break of half an hour; null: nothing was watched.',
      resolve: (year, _args, ctx) => ctx.services.activity.year.session(year),
    }),
    firstPlay: t.field({
      dashboards: 'parent',
      type: PlayRef,
      nullable: true,
      description: 'The first play that began in the year.',
      resolve: (year, _args, ctx) => ctx.services.activity.year.edgePlay(year, 'first'),
    }),
    lastPlay: t.field({
      dashboards: 'parent',
      type: PlayRef,
      nullable: true,
      description: 'The last play that began in the year.',
      resolve: (year, _args, ctx) => ctx.services.activity.year.edgePlay(year, 'last'),
    }),
    rewatched: t.field({
      dashboards: 'parent',
      type: [RewatchedTitleRef],
      complexity: listCost(listed),
      description: 'The five that were finished again most often.',
      resolve: async (year, _args, ctx) => [
        ...(await ctx.services.activity.year.rewatched(year, listed)),
      ],
    }),
  }),
})

builder.queryField('yearInReview', (t) =>
  t.field({
    authScopes: { reads: 'activity' },
    type: YearRef,
    description: 'A year of a user, in the calendar of a time zone.',
    args: {
      year: t.arg.int({ required: true, description: '1900 to 9998.' }),
      user: t.arg.id({ description: 'Default: the caller.' }),
      timeZone: t.arg.string({
        required: true,
        defaultValue: 'UTC',
        description: 'Name of an IANA time zone.',
      }),
    },
    resolve: (_root, input, ctx) => ctx.services.activity.year.read(ctx.user, input, ctx),
  }),
)
