import type { Delivery } from '../../model/play.ts'
import { writePlayCursor } from '../../services/activity/cursor.ts'
import { playOrders } from '../../services/activity/plays.ts'
import type { Play, PlaysPage } from '../../services/activity/plays.ts'
import { builder } from '../builder.ts'
import { connectionOf } from '../connection.ts'
import { pageCost } from '../cost.ts'
import { enumOf } from '../enum-of.ts'
import { HouseholdUserRef } from '../household/users.ts'
import { ItemKindRef, ItemRefType } from '../library/item.ts'
import { ActivityFilterRef, PlayOriginRef } from './filter.ts'

const deliveries = ['redirect', 'proxied'] as const satisfies readonly Delivery[]

const DeliveryRef = enumOf('Delivery', deliveries, 'How the bytes reached the player.', {
  redirect: 'From where they are, by an address of the source.',
  proxied: 'Through this service.',
})

const PlayOrderRef = enumOf('PlayOrder', playOrders, 'By the time at which plays began.', {
  newest: 'The latest first.',
  oldest: 'The earliest first.',
})

const PlayVersionRef = builder.objectRef<Play>('PlayVersion').implement({
  description: 'The version that was played, as it was called then.',
  fields: (t) => ({
    id: t.id({
      description: "Tells it apart from the item's other versions.",
      resolve: ({ versionMark }) => versionMark!.toString(16).padStart(8, '0'),
    }),
    name: t.exposeString('versionName', { nullable: true }),
    resolution: t.exposeString('resolution', { nullable: true, description: 'Such as 1080p.' }),
    source: t.exposeString('source', { nullable: true, description: 'Name of its source.' }),
    service: t.exposeString('service', {
      nullable: true,
      description: 'Name of the service that stores it.',
    }),
  }),
})

export const PlayRef = builder.objectRef<Play>('Play').implement({
  description: 'One time that somebody watched something.',
  fields: (t) => ({
    id: t.id({ resolve: writePlayCursor, description: 'The same for as long as it is kept.' }),
    user: t.field({
      type: HouseholdUserRef,
      description: 'Who watched.',
      resolve: ({ profile }) => profile,
    }),
    item: t.field({
      type: ItemRefType,
      nullable: true,
      description: 'What was watched, where a source still has it.',
      resolve: (play, _args, ctx) => ctx.loaders.playItems.load(play),
    }),
    kind: t.field({ type: ItemKindRef, resolve: ({ kind }) => kind }),
    startedAt: t.expose('startedAt', { type: 'DateTime', description: 'When it began.' }),
    endedAt: t.expose('endedAt', { type: 'DateTime', description: 'When it was last heard of.' }),
    watchedMs: t.expose('watchedMs', {
      type: 'SafeInt',
      description: 'Milliseconds that really played: without pauses and without what was skipped.',
    }),
    firstPositionMs: t.expose('firstPositionMs', {
      type: 'SafeInt',
      nullable: true,
      description: 'Where it began, in milliseconds.',
    }),
    lastPositionMs: t.expose('lastPositionMs', {
      type: 'SafeInt',
      nullable: true,
      description: 'Where it ended, in milliseconds.',
    }),
    durationMs: t.expose('durationMs', {
      type: 'SafeInt',
      nullable: true,
      description: 'Length of what was watched, in milliseconds.',
    }),
    finished: t.exposeBoolean('finished', { description: 'Whether it was watched to its end.' }),
    client: t.exposeString('client', { nullable: true, description: 'Name of the app.' }),
    device: t.exposeString('deviceName', { nullable: true, description: 'Name of the device.' }),
    deviceId: t.exposeID('deviceId', { nullable: true, description: 'As the app calls it.' }),
    version: t.field({
      type: PlayVersionRef,
      nullable: true,
      description: 'Null: nothing is known of it.',
      resolve: (play) => (play.versionMark === null ? null : play),
    }),
    delivery: t.field({
      type: DeliveryRef,
      nullable: true,
      description: 'Null: unknown.',
      resolve: ({ delivery }) => delivery,
    }),
    origin: t.field({
      type: PlayOriginRef,
      description: 'Where it comes from.',
      resolve: ({ origin }) => origin,
    }),
    tracker: t.exposeString('tracker', {
      nullable: true,
      description: 'Name of the tracker that brought it.',
    }),
  }),
})

const PlayConnectionRef = connectionOf<PlaysPage, Play>('PlayConnection', {
  type: PlayRef,
  description: 'A page of plays.',
  nodes: ({ plays }) => plays,
  cursor: (_page, play) => writePlayCursor(play),
  hasNextPage: ({ hasNextPage }) => hasNextPage,
  hasPreviousPage: ({ hasPreviousPage }) => hasPreviousPage,
  fields: (t) => ({
    total: t.expose('total', {
      type: 'SafeInt',
      nullable: true,
      description: 'How many plays the filter fits; null where counting them would take long.',
    }),
    atLeast: t.expose('atLeast', { type: 'SafeInt', description: 'How many there are at least.' }),
  }),
})

builder.queryField('plays', (t) =>
  t.field({
    authScopes: { reads: 'activity' },
    type: PlayConnectionRef,
    description:
      'Each time that something was watched, by everybody whose history the caller may read: the first user all, others those who are not private.',
    complexity: (args) => pageCost(args, { usual: 50, most: 500 }),
    args: {
      filter: t.arg({ type: ActivityFilterRef, description: 'Left out: every play.' }),
      orderBy: t.arg({ type: PlayOrderRef, description: 'Default: NEWEST.' }),
      first: t.arg.int({ description: '1 to 500. Default: 50.' }),
      after: t.arg.string({ description: 'The cursor of a play, which the page follows.' }),
    },
    resolve: (_root, args, ctx) => ctx.services.activity.plays(ctx.user, args, ctx),
  }),
)
