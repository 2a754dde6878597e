import type { TrackerEvent } from '../../model/tracker-link.ts'
import { watchEvents } from '../../model/tracker.ts'
import type { Pairing } from '../../model/tracker.ts'
import { nativeTrackerNames, nativeTrackers } from '../../model/tracker-names.ts'
import type { NativeTracker } from '../../model/tracker-names.ts'
import { trackerStates } from '../../services/trackers/states.ts'
import type { TrackerState } from '../../services/trackers/states.ts'
import { builder } from '../builder.ts'
import { enumOf } from '../enum-of.ts'
import { codedReason, ReasonRef } from './reason.ts'

const siteByTracker = Object.fromEntries(
  nativeTrackerNames.map((name) => [name, nativeTrackers[name].site]),
) as Record<NativeTracker, string>

const ProviderRef = enumOf(
  'NativeTracker',
  nativeTrackerNames,
  'A tracker for which the operator has registered an application.',
  siteByTracker,
)

const StateRef = enumOf('TrackerConnection', trackerStates, 'Whether a tracker is connected.', {
  connected: 'It receives what is watched.',
  pending: 'It waits until the user confirms the connection.',
  reconnect: 'It rejects the connection. Events are kept until it is reconnected.',
  disconnected: 'It was never connected, or was disconnected.',
})

const EventNameRef = enumOf(
  'TrackerEventName',
  watchEvents,
  'What a user did, as sent to trackers.',
  {
    start: 'Started or resumed playback.',
    pause: 'Paused playback.',
    stop: 'Stopped playback.',
    played: 'Marked as played.',
    unplayed: 'Marked as not played.',
    watchlisted: 'Added to the watchlist.',
    unwatchlisted: 'Removed from the watchlist.',
    dropped: 'Dropped the series.',
    undropped: 'Took the series up again.',
  },
)

const GivenUpRef = builder.objectRef<TrackerEvent>('GivenUpEvent').implement({
  description: 'An event that a tracker did not accept.',
  fields: (t) => ({
    event: t.field({
      type: EventNameRef,
      description: 'What the user did.',
      resolve: ({ event }) => event.event,
    }),
    videoId: t.string({
      description: "The source's id of what was watched.",
      resolve: ({ event }) => event.videoId,
    }),
    name: t.string({
      description: 'The film or series.',
      resolve: ({ event }) => event.name,
    }),
    reason: t.string({
      description: 'Why it was given up.',
      resolve: ({ reason }) => reason?.message ?? '',
    }),
    codedReason: t.field({
      type: ReasonRef,
      nullable: true,
      description: 'The same by code; null where an earlier release stored it.',
      resolve: ({ reason }) => codedReason(reason),
    }),
    at: t.field({
      type: 'DateTime',
      description: 'When it happened.',
      resolve: ({ event }) => event.at,
    }),
  }),
})

const TrackerRef = builder.objectRef<TrackerState>('Tracker').implement({
  description:
    'A tracker of one user: it receives what the user watches, and its own history is imported.',
  fields: (t) => ({
    id: t.id({
      nullable: true,
      description: 'For `retryTracker`; null if it was never connected.',
      resolve: ({ link }) => (link === null ? null : String(link)),
    }),
    native: t.expose('provider', {
      type: ProviderRef,
      nullable: true,
      description: 'Null for a source of the configuration.',
    }),
    source: t.exposeID('source', {
      nullable: true,
      description: 'The source that it is, as in `sourceIds` of `User`.',
    }),
    name: t.exposeString('name', { description: 'Display name.' }),
    userId: t.exposeID('profileId', { description: 'The user whose tracker it is.' }),
    state: t.expose('state', { type: StateRef, description: 'Whether it is connected.' }),
    reason: t.string({
      nullable: true,
      description: 'Why it must be reconnected.',
      resolve: ({ reason }) => reason?.message ?? null,
    }),
    codedReason: t.field({
      type: ReasonRef,
      nullable: true,
      description: 'The same by code; null where an earlier release stored it.',
      resolve: ({ reason }) => codedReason(reason),
    }),
    waiting: t.exposeInt('waiting', { description: 'Number of waiting events.' }),
    givenUp: t.expose('givenUp', {
      type: [GivenUpRef],
      description: 'The last events of this week that it did not accept.',
    }),
    pulledAt: t.expose('pulledAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When its history was last read.',
    }),
  }),
})

const PairingRef = builder.objectRef<Pairing>('TrackerPairing').implement({
  description: 'What the user must do to connect a tracker.',
  fields: (t) => ({
    url: t.exposeString('url', { description: 'The page to open.' }),
    userCode: t.exposeString('userCode', {
      nullable: true,
      description: 'The code to enter there; null if the page shows a code for `finishTracker`.',
    }),
    intervalMs: t.exposeInt('intervalMs', {
      nullable: true,
      description: 'Minimum milliseconds between two calls of `finishTracker`.',
    }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      description: 'When the connection must be started again.',
    }),
  }),
})

builder.queryField('trackers', (t) =>
  t.field({
    authScopes: { user: true },
    type: [TrackerRef],
    description: "The caller's trackers; the first user sees those of every user.",
    resolve: (_root, _args, ctx) => ctx.services.trackers.list(ctx.user),
  }),
)

builder.mutationFields((t) => {
  const tracker = t.arg({
    type: ProviderRef,
    required: true,
    description: 'Which tracker.',
  })
  const userId = t.arg.id({
    description: "The tracker's user; default: the caller. Only the first user may name others.",
  })
  return {
    connectTracker: t.field({
      authScopes: { user: true },
      type: PairingRef,
      description: 'Starts connecting a tracker.',
      args: { tracker, userId },
      resolve: (_root, args, ctx) => ctx.services.trackers.connect(ctx.user, args, ctx.signal),
    }),
    finishTracker: t.field({
      authScopes: { user: true },
      type: TrackerRef,
      description: 'Checks whether the user has confirmed the connection.',
      args: {
        tracker,
        userId,
        code: t.arg.string({ description: 'The code shown by the page, if it shows one.' }),
      },
      resolve: (_root, args, ctx) => ctx.services.trackers.finish(ctx.user, args, ctx.signal),
    }),
    disconnectTracker: t.boolean({
      authScopes: { user: true },
      description: 'Deletes its tokens and waiting events. False if it was not connected.',
      args: { tracker, userId },
      resolve: (_root, args, ctx) => ctx.services.trackers.disconnect(ctx.user, args),
    }),
    retryTracker: t.boolean({
      authScopes: { user: true },
      description: 'Delivers waiting events at once, even if the tracker rejected the connection.',
      args: { id: t.arg.id({ required: true, description: 'The id of a tracker.' }) },
      resolve: (_root, { id }, ctx) => ctx.services.trackers.retry(ctx.user, id),
    }),
  }
})
