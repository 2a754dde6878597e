import type { ProfileActivity } from '../../services/archive/archive.ts'
import { anySession } from '../../services/playing/playing.ts'
import type { DeviceSession } from '../../services/playing/playing.ts'
import { builder } from '../builder.ts'
import type { RequestContext } from '../context.ts'
import { HouseholdUserRef } from '../household/schema.ts'
import { ItemRefType } from '../library/item.ts'

type Activity = { readonly users: readonly ProfileActivity[] }

const ActivityCountsRef = builder
  .objectRef<NonNullable<ProfileActivity['counts']>>('ActivityCounts')
  .implement({
    fields: (t) => ({
      played: t.int({
        description: 'films and episodes',
        resolve: ({ movies, episodes }) => movies + episodes,
      }),
      movies: t.exposeInt('movies'),
      episodes: t.exposeInt('episodes'),
      inProgress: t.exposeInt('inProgress'),
      favorites: t.exposeInt('favorites'),
      lastAt: t.expose('lastAt', {
        type: 'SafeInt',
        nullable: true,
        description: 'epoch milliseconds of the latest play',
      }),
    }),
  })

const UserActivityRef = builder.objectRef<ProfileActivity>('UserActivity').implement({
  fields: (t) => ({
    user: t.field({ type: HouseholdUserRef, resolve: ({ profile }) => profile }),
    avatar: t.string({ nullable: true, resolve: ({ profile }) => profile.avatar }),
    hidden: t.boolean({ resolve: ({ profile }) => profile.hidden }),
    locked: t.boolean({
      description: 'whether the user has a PIN',
      resolve: ({ profile }) => profile.hasPin,
    }),
    historyOf: t.id({
      nullable: true,
      description: 'the user whose history this one shares; null: it has its own',
      resolve: ({ profile }) => (profile.historyId === profile.id ? null : profile.historyId),
    }),
    counts: t.expose('counts', {
      type: ActivityCountsRef,
      nullable: true,
      description: "null where another user's history is shared",
    }),
  }),
})

const DeviceSessionRef = builder.objectRef<DeviceSession>('DeviceSession').implement({
  description: 'A device that is signed in, and what it plays now.',
  fields: (t) => ({
    id: t.exposeID('id'),
    user: t.field({ type: HouseholdUserRef, resolve: ({ profile }) => profile }),
    client: t.string({ resolve: ({ device }) => device.client }),
    deviceName: t.string({ resolve: ({ device }) => device.name }),
    lastSeenAt: t.expose('lastSeenAt', { type: 'SafeInt', description: 'epoch milliseconds' }),
    item: t.field({
      type: ItemRefType,
      nullable: true,
      resolve: async ({ playing }, _args, ctx) => {
        const ref = playing && ctx.services.itemIds.decode(playing.itemId)
        if (!ref) return null
        const [item = null] = await ctx.services.library.briefs(await ctx.member(), [ref], ctx)
        return item
      },
    }),
    positionMs: t.field({
      type: 'SafeInt',
      nullable: true,
      resolve: ({ playing }) => playing?.positionMs ?? null,
    }),
    paused: t.boolean({
      nullable: true,
      resolve: ({ playing }) => playing?.paused ?? null,
    }),
    companions: t.field({
      type: [HouseholdUserRef],
      description: 'who watches along, and has it in their history, too',
      resolve: ({ companions }) => [...companions],
    }),
    remoteControllable: t.exposeBoolean('remoteControllable', {
      description: 'whether its app is connected now and takes commands',
    }),
  }),
})

const ActivityRef = builder.objectRef<Activity>('Activity').implement({
  fields: (t) => ({
    users: t.field({ type: [UserActivityRef], resolve: ({ users }) => [...users] }),
    sessions: t.field({
      type: [DeviceSessionRef],
      description: 'What plays now; told to the first user alone.',
      resolve: async (_activity, _args, ctx) => {
        const member = await ctx.member()
        return member.profile.own ? sessionsOf(ctx) : []
      },
    }),
  }),
})

async function sessionsOf(ctx: RequestContext): Promise<DeviceSession[]> {
  return [...(await ctx.services.playing.sessions(await ctx.member(), anySession))]
}

async function activityOf(ctx: RequestContext): Promise<Activity> {
  return { users: await ctx.services.archive.activity(await ctx.member()) }
}

function changesOf(ctx: RequestContext, kinds: 'activity' | 'sessions') {
  return ctx.services.archive.changes((heard) => ctx.follow(heard), kinds, ctx.signal)
}

/** For each event anew. */
function renewed(ctx: RequestContext): RequestContext {
  ctx.renew()
  return ctx
}

builder.queryFields((t) => ({
  activity: t.field({
    type: ActivityRef,
    description:
      'How much everybody has watched whose history the caller may read: the first user all, others those who are not private.',
    resolve: (_root, _args, ctx) => activityOf(ctx),
  }),
  sessions: t.field({
    type: [DeviceSessionRef],
    description: 'Devices that the caller may control: the first user those of everybody.',
    args: {
      controllable: t.arg.boolean({ description: 'only those that can be controlled now' }),
    },
    resolve: async (_root, { controllable }, ctx) => {
      const found = await sessionsOf(ctx)
      return controllable ? found.filter((session) => session.remoteControllable) : found
    },
  }),
}))

builder.subscriptionFields((t) => ({
  activityChanged: t.field({
    type: ActivityRef,
    description: 'At once, and after each change, at most once a second.',
    subscribe: (_root, _args, ctx) => changesOf(ctx, 'activity'),
    resolve: (_change, _args, ctx) => activityOf(renewed(ctx)),
  }),
  sessionsChanged: t.field({
    type: [DeviceSessionRef],
    description:
      'What plays now: at once, and after each change, at most once a second. FORBIDDEN for anybody but the first user.',
    subscribe: (_root, _args, ctx) => changesOf(ctx, 'sessions'),
    resolve: (_change, _args, ctx) => sessionsOf(renewed(ctx)),
  }),
}))
