import { shownItemKey } from '../../model/history-key.ts'
import type { Delivery } from '../../model/play.ts'
import { writePlayCursor } from '../../services/activity/cursor.ts'
import { playOrders } from '../../services/activity/plays.ts'
import type { Play, PlaysPage } from '../../services/activity/plays.ts'
import { shownVersion } from '../../services/activity/shown-version.ts'
import type { ShownVersion } from '../../services/activity/shown-version.ts'
import { builder } from '../builder.ts'
import { connectionOf } from '../connection.ts'
import { pageCost } from '../cost.ts'
import { enumOf } from '../enum-of.ts'
import { HouseholdUserRef } from '../household/users.ts'
import { ItemKindRef } from '../library/item-enums.ts'
import { ItemRefType } from '../library/item.ts'
import { ActivityFilterRef, PlayOriginRef } from './filter.ts'

const deliveries = ['redirect', 'proxied'] as const satisfies readonly Delivery[]

export const DeliveryRef = enumOf('Delivery', deliveries, 'How the bytes reached the player.', {
  redirect: 'From where they are, by an address of the source.',
  proxied: 'Through this service.',
})

const PlayOrderRef = enumOf('PlayOrder', playOrders, 'By the time at which plays began.', {
  newest: 'The latest first.',
  oldest: 'The earliest first.',
})

export const PlayVersionRef = builder.objectRef<ShownVersion>('PlayVersion').implement({
  description: 'The version that was played, as it was called then.',
  fields: (t) => ({
    id: t.exposeID('id', { description: "Tells it apart from the item's other versions." }),
    name: t.exposeString('versionName', { nullable: true, description: 'Its name in lists.' }),
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
    itemKey: t.string({
      description: "The source's id, such as tt0903747:3:7, as `clearHistory` takes it.",
      resolve: ({ kind, itemKey }) => shownItemKey(kind, itemKey),
    }),
    item: t.field({
      dashboards: 'parent',
      type: ItemRefType,
      nullable: true,
      description: 'What was watched, where a source still has it.',
      resolve: (play, _args, ctx) => ctx.loaders.playItems.load(play),
    }),
    kind: t.field({
      type: ItemKindRef,
      description: 'What was played.',
      resolve: ({ kind }) => kind,
    }),
    startedAt: t.expose('startedAt', { type: 'DateTime', description: 'When it began.' }),
    endedAt: t.expose('endedAt', { type: 'DateTime', description: 'When it was last heard of.' }),
    watchedMs: t.expose('watchedMs', {
      type: 'SafeInt',
      description:
        'Milliseconds that really played: without pauses and without what was skipped. 0 for redirected files and HLS in Stremio, of which only the opening is known.',
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
      resolve: shownVersion,
    }),
    delivery: t.field({
      type: DeliveryRef,
      nullable: true,
      description: 'How the bytes reached the player; null if unknown.',
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
    total: t.field({
      type: 'SafeInt',
      nullable: true,
      description:
        'How many plays the filter fits; null where they do not fit into one page and the filter asks for more than users, kinds, a time and what was finished.',
      resolve: (page) => page.total(),
    }),
    atLeast: t.field({
      type: 'SafeInt',
      description: 'How many there are at least.',
      resolve: (page) => page.atLeast(),
    }),
  }),
})

builder.subscriptionField('playEnded', (t) =>
  t.field({
    authScopes: { reads: 'activity' },
    type: PlayRef,
    description:
      'Each play of somebody whose history the caller may read, once it has ended: by a stop, by another play on the device, or after five minutes without a report or, in Stremio, a request. One that goes on after those ends again.',
    subscribe: (_root, _args, ctx) => ctx.services.liveChanges.endedPlays(ctx),
    resolve: (play, _args, ctx) => ctx.renewed() && play,
  }),
)

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
      last: t.arg.int({ description: '1 to 500, instead of `first`: those at the end.' }),
      before: t.arg.string({
        description:
          'The cursor of a play, before which the page ends; alone, the page is next to it.',
      }),
    },
    resolve: (_root, args, ctx) => ctx.services.activity.plays(ctx.user, args, ctx),
  }),
)
