import type { TrackerEvent } from '../../model/tracker-store.ts'
import type { Pairing } from '../../model/tracker.ts'
import { nativeNames } from '../../services/trackers/trackers.ts'
import type { TrackerState } from '../../services/trackers/trackers.ts'
import { builder } from '../builder.ts'

const NativeTrackerRef = builder.enumType('NativeTracker', { values: nativeNames })

const TrackerStateRef = builder.enumType('TrackerConnection', {
  values: {
    connected: {},
    pending: { description: 'waits for the person to let the service in' },
    reconnect: { description: 'lets nobody in any more; what waits is kept' },
    disconnected: {},
  },
})

const GivenUpRef = builder.objectRef<TrackerEvent>('GivenUpEvent').implement({
  description: 'What a tracker did not take.',
  fields: (t) => ({
    event: t.string({ resolve: ({ event }) => event.event }),
    videoId: t.string({ resolve: ({ event }) => event.videoId }),
    name: t.string({ resolve: ({ event }) => event.name }),
    reason: t.string({ resolve: ({ reason }) => reason ?? '' }),
    at: t.field({
      type: 'SafeInt',
      description: 'epoch milliseconds of what happened',
      resolve: ({ event }) => event.at,
    }),
  }),
})

const TrackerRef = builder.objectRef<TrackerState>('Tracker').implement({
  fields: (t) => ({
    id: t.id({
      nullable: true,
      description: 'for retryTracker; null: never connected',
      resolve: ({ link }) => (link === null ? null : String(link)),
    }),
    native: t.expose('native', {
      type: NativeTrackerRef,
      nullable: true,
      description: 'null: a source of the configuration',
    }),
    name: t.exposeString('name'),
    userId: t.exposeID('profileId'),
    state: t.expose('state', { type: TrackerStateRef }),
    reason: t.exposeString('reason', { nullable: true, description: 'why to connect it again' }),
    waiting: t.exposeInt('waiting', { description: 'events that it has not heard yet' }),
    givenUp: t.field({
      type: [GivenUpRef],
      description: 'the latest, for a week',
      resolve: ({ givenUp }) => [...givenUp],
    }),
    pulledAt: t.expose('pulledAt', {
      type: 'SafeInt',
      nullable: true,
      description: 'epoch milliseconds of when it was last asked what it knows',
    }),
  }),
})

const PairingRef = builder.objectRef<Pairing>('TrackerPairing').implement({
  description: 'What a person has to do to let the service in.',
  fields: (t) => ({
    url: t.exposeString('url', { description: 'page to open' }),
    userCode: t.exposeString('userCode', {
      nullable: true,
      description: 'to type there; null: the page gives a code for finishTracker',
    }),
    intervalMs: t.exposeInt('intervalMs', {
      nullable: true,
      description: 'least time between two calls of finishTracker',
    }),
    expiresAt: t.expose('expiresAt', { type: 'SafeInt', description: 'epoch milliseconds' }),
  }),
})

builder.queryFields((t) => ({
  trackers: t.field({
    type: [TrackerRef],
    description: 'Trackers of the caller; the first user sees those of everybody.',
    resolve: async (_root, _args, ctx) => [
      ...(await ctx.services.trackers.list(await ctx.member())),
    ],
  }),
}))

builder.mutationFields((t) => {
  const native = t.arg({ type: NativeTrackerRef, required: true })
  const userId = t.arg.id({ description: 'default: the caller; others for the first user alone' })
  return {
    connectTracker: t.field({
      type: PairingRef,
      args: { tracker: native, userId },
      resolve: async (_root, args, ctx) =>
        ctx.services.trackers.connect(
          await ctx.member(),
          args.tracker,
          args.userId ?? null,
          ctx.signal,
        ),
    }),
    finishTracker: t.field({
      type: TrackerRef,
      description: 'Looks whether the person has let the service in.',
      args: {
        tracker: native,
        userId,
        code: t.arg.string({ description: 'that the page gave, where it gives one' }),
      },
      resolve: async (_root, args, ctx) =>
        ctx.services.trackers.finish(
          await ctx.member(),
          args.tracker,
          args.userId ?? null,
          args.code ?? null,
          ctx.signal,
        ),
    }),
    disconnectTracker: t.boolean({
      description: 'Forgets its tokens and what it has not heard. False: it was not connected.',
      args: { tracker: native, userId },
      resolve: async (_root, args, ctx) =>
        ctx.services.trackers.disconnect(await ctx.member(), args.tracker, args.userId ?? null),
    }),
    retryTracker: t.boolean({
      description: 'Tries at once what waits, also where the tracker let nobody in any more.',
      args: { id: t.arg.id({ required: true }) },
      resolve: async (_root, { id }, ctx) => {
        const link = /^\d{1,9}$/.test(id) ? Number(id) : 0
        await ctx.services.trackers.retry(await ctx.member(), link)
        return true
      },
    }),
  }
})
