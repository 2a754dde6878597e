import type { HouseholdCounts, UserCounts } from '../../services/history-pages/counts.ts'
import { builder } from '../builder.ts'
import { HouseholdUserRef } from '../household/users.ts'
import { DeviceSessionRef } from './device-session.ts'

const ActivityCountsRef = builder
  .objectRef<NonNullable<UserCounts['counts']>>('ActivityCounts')
  .implement({
    description: 'Counts of one history.',
    fields: (t) => ({
      played: t.int({
        description: 'films and episodes',
        resolve: ({ movies, episodes }) => movies + episodes,
      }),
      movies: t.exposeInt('movies', { description: 'films that were played' }),
      episodes: t.exposeInt('episodes', { description: 'episodes that were played' }),
      inProgress: t.exposeInt('inProgress', { description: 'started and not finished' }),
      favorites: t.exposeInt('favorites', { description: 'marked as favourites' }),
      lastAt: t.expose('lastAt', {
        type: 'DateTime',
        nullable: true,
        description: 'the last play',
      }),
    }),
  })

const UserActivityRef = builder.objectRef<UserCounts>('UserActivity').implement({
  description: 'A user, and how much they have watched.',
  fields: (t) => ({
    user: t.field({
      type: HouseholdUserRef,
      description: 'The user who watched.',
      resolve: ({ profile }) => profile,
    }),
    avatar: t.string({
      nullable: true,
      description: 'https or data URL',
      resolve: ({ profile }) => profile.avatar,
    }),
    hidden: t.boolean({
      description: 'whether the user is hidden from others',
      resolve: ({ profile }) => profile.hidden,
    }),
    locked: t.boolean({
      description: 'whether the user has a PIN',
      resolve: ({ profile }) => profile.hasPin,
    }),
    historyOf: t.id({
      nullable: true,
      description: 'the user whose history this one shares; null: it has its own',
      resolve: ({ profile }) => (profile.historyOwner === profile.id ? null : profile.historyOwner),
    }),
    counts: t.expose('counts', {
      type: ActivityCountsRef,
      nullable: true,
      description: "null if the user shares another user's history",
    }),
  }),
})

const ActivityRef = builder.objectRef<HouseholdCounts>('Activity').implement({
  description: 'How much a household has watched, and what is playing now.',
  fields: (t) => ({
    users: t.expose('users', {
      type: [UserActivityRef],
      description: 'Users whose history the caller may read.',
    }),
    sessions: t.field({
      dashboards: 'sessions',
      type: [DeviceSessionRef],
      nullable: true,
      description: 'What is playing now; null for anyone but the first user.',
      resolve: (_activity, _args, ctx) => ctx.services.sessions.ofHousehold(ctx.user),
    }),
  }),
})

builder.queryFields((t) => ({
  activity: t.field({
    authScopes: { reads: 'activity' },
    type: ActivityRef,
    description:
      "How much each user has watched whose history the caller may read: all for the first user, otherwise the caller's and those of users who are not private.",
    resolve: (_root, _args, ctx) => ctx.services.historyPages.counts(ctx.user),
  }),
  sessions: t.field({
    authScopes: { reads: 'sessions' },
    type: [DeviceSessionRef],
    description:
      'Devices that the caller may control: their own, or all for the first user. What these users play in Stremio is listed with them, where plays are recorded; nobody can control it.',
    args: {
      controllable: t.arg.boolean({ description: 'only those that can be controlled now' }),
      controllableBy: t.arg.id({
        description:
          'only those that this user can control now; FORBIDDEN for any but the caller, unless the first user asks',
      }),
      deviceId: t.arg.id({ description: 'only this one, as its app calls it' }),
      activeWithinMs: t.arg({
        type: 'SafeInt',
        description: 'only those seen within so many milliseconds; default: 16 minutes',
      }),
    },
    resolve: (_root, filter, ctx) => ctx.services.sessions.list(ctx.user, filter),
  }),
}))

builder.subscriptionFields((t) => ({
  activityChanged: t.field({
    authScopes: { reads: 'activity' },
    type: ActivityRef,
    description: 'Sent at once and after each change, at most once a second.',
    subscribe: (_root, _args, ctx) => ctx.services.liveChanges.changes(ctx, 'activity'),
    resolve: (_change, _args, ctx) => ctx.renewed().services.historyPages.counts(ctx.user),
  }),
  sessionsChanged: t.field({
    authScopes: { reads: 'sessions' },
    type: [DeviceSessionRef],
    description:
      'What `sessions` lists, sent at once and after each change of it, at most once a second.',
    subscribe: (_root, _args, ctx) => ctx.services.liveChanges.changes(ctx, 'sessions'),
    resolve: (_change, _args, ctx) => ctx.renewed().services.sessions.list(ctx.user),
  }),
}))
