import type { TrackerEvent } from '../../model/tracker-link.ts'
import { watchEvents } from '../../model/tracker.ts'
import type { Pairing } from '../../model/tracker.ts'
import { providerNames } from '../../services/trackers/providers.ts'
import { trackerStates } from '../../services/trackers/states.ts'
import type { TrackerState } from '../../services/trackers/states.ts'
import { builder } from '../builder.ts'
import { enumOf } from '../enum-of.ts'

const ProviderRef = enumOf(
  'NativeTracker',
  providerNames,
  'A tracker that the operator has registered an application with.',
)

const StateRef = enumOf('TrackerConnection', trackerStates, 'Whether a tracker is connected.', {
  connected: 'It gets what is watched.',
  pending: 'It waits until the user confirms the connection.',
  reconnect: 'It refuses the connection. Events are kept until it is connected again.',
  disconnected: 'It was never connected, or was disconnected.',
})

const EventNameRef = enumOf(
  'TrackerEventName',
  watchEvents,
  'What a user did, as trackers get it.',
  { played: 'Marked as played.', unplayed: 'Marked as not played.' },
)

const GivenUpRef = builder.objectRef<TrackerEvent>('GivenUpEvent').implement({
  description: 'An event that a tracker did not take.',
  fields: (t) => ({
    event: t.field({
      type: EventNameRef,
      description: 'What the user did.',
      resolve: ({ event }) => event.event,
    }),
    videoId: t.string({
      description: 'The id at the source of what was watched.',
      resolve: ({ event }) => event.videoId,
    }),
    name: t.string({
      description: 'The film or series.',
      resolve: ({ event }) => event.name,
    }),
    reason: t.string({
      description: 'Why it was given up.',
      resolve: ({ reason }) => reason ?? '',
    }),
    at: t.field({
      type: 'DateTime',
      description: 'When it happened.',
      resolve: ({ event }) => event.at,
    }),
  }),
})

const TrackerRef = builder.objectRef<TrackerState>('Tracker').implement({
  description: 'A tracker of one user: it gets what the user watches, and is asked what it knows.',
  fields: (t) => ({
    id: t.id({
      nullable: true,
      description: 'For retryTracker; null: it was never connected.',
      resolve: ({ link }) => (link === null ? null : String(link)),
    }),
    native: t.expose('provider', {
      type: ProviderRef,
      nullable: true,
      description: 'Null: a source of the configuration.',
    }),
    name: t.exposeString('name', { description: 'As it is shown.' }),
    userId: t.exposeID('profileId', { description: 'The user whose tracker it is.' }),
    state: t.expose('state', { type: StateRef, description: 'Whether it is connected.' }),
    reason: t.exposeString('reason', {
      nullable: true,
      description: 'Why it has to be connected again.',
    }),
    waiting: t.exposeInt('waiting', { description: 'How many events wait for it.' }),
    givenUp: t.field({
      type: [GivenUpRef],
      description: 'The latest events of this week that it did not take.',
      resolve: ({ givenUp }) => [...givenUp],
    }),
    pulledAt: t.expose('pulledAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was last asked what it knows.',
    }),
  }),
})

const PairingRef = builder.objectRef<Pairing>('TrackerPairing').implement({
  description: 'What the user does to connect a tracker.',
  fields: (t) => ({
    url: t.exposeString('url', { description: 'The page to open.' }),
    userCode: t.exposeString('userCode', {
      nullable: true,
      description: 'To enter there; null: the page gives a code for finishTracker.',
    }),
    intervalMs: t.exposeInt('intervalMs', {
      nullable: true,
      description: 'The least milliseconds between two calls of finishTracker.',
    }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      description: 'When it has to be begun anew.',
    }),
  }),
})

builder.queryField('trackers', (t) =>
  t.field({
    authScopes: { user: true },
    type: [TrackerRef],
    description: 'Trackers of the caller; the first user sees those of everybody.',
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
    description: "Whose tracker; left out: the caller's. Others are for the first user alone.",
  })
  return {
    connectTracker: t.field({
      authScopes: { user: true },
      type: PairingRef,
      description: 'Begins to connect a tracker.',
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
        code: t.arg.string({ description: 'The code that the page gave, where it gives one.' }),
      },
      resolve: (_root, args, ctx) => ctx.services.trackers.finish(ctx.user, args, ctx.signal),
    }),
    disconnectTracker: t.boolean({
      authScopes: { user: true },
      description: 'Forgets its tokens and the events that wait. False: it was not connected.',
      args: { tracker, userId },
      resolve: (_root, args, ctx) => ctx.services.trackers.disconnect(ctx.user, args),
    }),
    retryTracker: t.boolean({
      authScopes: { user: true },
      description: 'Delivers at once what waits, also where the tracker refused the connection.',
      args: { id: t.arg.id({ required: true, description: 'Of a tracker.' }) },
      resolve: (_root, { id }, ctx) => ctx.services.trackers.retry(ctx.user, id),
    }),
  }
})
