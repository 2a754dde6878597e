import { playableMediaTypes } from '../../model/device-capabilities.ts'
import type { DeviceCapabilities } from '../../model/device-capabilities.ts'
import { playMethods } from '../../model/watch.ts'
import { shownVersion } from '../../services/activity/shown-version.ts'
import { percentageOf } from '../../services/sessions/device-session.ts'
import type { Playing, ShownSession } from '../../services/sessions/device-session.ts'
import { visiblePlaying } from '../../services/sessions/visible-playing.ts'
import { builder } from '../builder.ts'
import { enumOf } from '../enum-of.ts'
import { DeviceRef } from '../household/devices.ts'
import { HouseholdUserRef } from '../household/users.ts'
import { ItemRefType } from '../library/item.ts'
import { GeneralCommandRef } from '../remote/general-command.ts'
import { PlaybackOrderRef, PlayMethodRef, RepeatModeRef } from './player-enums.ts'
import { DeliveryRef, PlayVersionRef } from './plays.ts'
import { DeviceProfileRef } from '../versions/device-profile.ts'

const MediaTypeRef = enumOf('PlayableMediaType', playableMediaTypes, 'What an app plays.', {
  Unknown: 'A kind that the app does not name.',
  Video: 'Films, episodes and other videos.',
  Audio: 'Music and audio books.',
  Photo: 'Photos.',
  Book: 'Books.',
})

const CapabilitiesRef = builder.objectRef<DeviceCapabilities>('DeviceCapabilities').implement({
  description: 'The abilities that an app declares.',
  fields: (t) => ({
    playableMediaTypes: t.field({
      type: [MediaTypeRef],
      description: 'What it plays.',
      resolve: (says) => [...says.playableMediaTypes],
    }),
    supportedCommands: t.field({
      type: [GeneralCommandRef],
      description: 'The commands that it takes.',
      resolve: (says) => [...says.supportedCommands],
    }),
    supportsMediaControl: t.exposeBoolean('supportsMediaControl', {
      description: 'Whether it takes commands.',
    }),
    supportsPersistentIdentifier: t.exposeBoolean('supportsPersistentIdentifier', {
      description: 'Whether its device id stays the same.',
    }),
  }),
})

const NowPlayingRef = builder.objectRef<Playing>('NowPlaying').implement({
  description: 'How a device plays, as it said last; null: it did not say.',
  fields: (t) => ({
    positionMs: t.expose('positionMs', {
      type: 'SafeInt',
      nullable: true,
      description: 'milliseconds from the beginning',
    }),
    durationMs: t.expose('durationMs', {
      type: 'SafeInt',
      nullable: true,
      description: 'length in milliseconds; null: unknown',
    }),
    percentage: t.float({
      nullable: true,
      description: 'percentage played, 0 to 100; null: unknown',
      resolve: percentageOf,
    }),
    paused: t.exposeBoolean('paused', { nullable: true, description: 'whether it is paused' }),
    version: t.field({
      type: PlayVersionRef,
      nullable: true,
      description: 'what it plays of the item; null: unknown',
      resolve: ({ version }) =>
        version &&
        shownVersion({
          versionMark: version.played.mark,
          versionName: version.name,
          resolution: version.played.resolution,
          source: version.source,
          service: version.service,
        }),
    }),
    bitrate: t.field({
      type: 'SafeInt',
      nullable: true,
      description: 'bits per second, by what its source says; null: unknown',
      resolve: ({ version }) => version?.bitrate ?? null,
    }),
    delivery: t.field({
      type: DeliveryRef,
      nullable: true,
      description: 'null: unknown',
      resolve: ({ version }) => version?.delivery ?? null,
    }),
    muted: t.exposeBoolean('muted', { nullable: true, description: 'whether the sound is off' }),
    volume: t.exposeInt('volume', { nullable: true, description: '0 to 100' }),
    audioIndex: t.exposeInt('audioIndex', { nullable: true, description: 'stream of the version' }),
    subtitleIndex: t.exposeInt('subtitleIndex', {
      nullable: true,
      description: 'stream of the version; -1: none',
    }),
    mediaSourceId: t.exposeString('mediaSourceId', {
      dashboards: null,
      nullable: true,
      description: 'id of the version',
    }),
    playMethod: t.field({
      type: PlayMethodRef,
      nullable: true,
      description: 'how the player says that it plays the file',
      // States of earlier releases hold whatever an app sent.
      resolve: ({ playMethod }) => playMethods.find((known) => known === playMethod) ?? null,
    }),
    canSeek: t.exposeBoolean('canSeek', {
      nullable: true,
      description: 'whether the player can jump in it',
    }),
    repeatMode: t.expose('repeatMode', {
      type: RepeatModeRef,
      nullable: true,
      description: 'what is repeated',
    }),
    playbackOrder: t.expose('playbackOrder', {
      type: PlaybackOrderRef,
      nullable: true,
      description: 'the order of the queue',
    }),
    reportedAt: t.expose('reportedAt', { type: 'DateTime', description: 'The latest report.' }),
  }),
})

export const DeviceSessionRef = builder.objectRef<ShownSession>('DeviceSession').implement({
  description: 'A device that is signed in, and what it plays now.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'for commands to the device' }),
    user: t.field({
      type: HouseholdUserRef,
      description: 'The user who is signed in on it.',
      resolve: ({ profile }) => profile,
    }),
    device: t.expose('device', { type: DeviceRef, description: 'As its app describes it.' }),
    client: t.string({ description: 'name of the app', resolve: ({ device }) => device.client }),
    deviceName: t.string({
      description: 'The name of the device.',
      resolve: ({ device }) => device.name,
    }),
    lastSeenAt: t.expose('lastSeenAt', {
      type: 'DateTime',
      description: 'When the device last asked for something.',
    }),
    capabilities: t.expose('capabilities', {
      type: CapabilitiesRef,
      description: 'The abilities that its app declares.',
    }),
    item: t.field({
      dashboards: 'parent',
      type: ItemRefType,
      description: 'what it plays; null: nothing, or nothing that is known',
      nullable: true,
      resolve: ({ playing }, _args, ctx) =>
        playing && ctx.loaders.sessionItems.load(playing.itemId),
    }),
    nowPlaying: t.field({
      dashboards: 'parent',
      type: NowPlayingRef,
      nullable: true,
      description: 'How it plays; null: it plays nothing, or nothing that the caller may watch.',
      resolve: ({ playing }, _args, ctx) =>
        visiblePlaying(ctx.services, ctx.user, playing, ctx.loaders.sessionItems),
    }),
    positionMs: t.field({
      dashboards: 'parent',
      type: 'SafeInt',
      description: 'milliseconds from the beginning; null: it plays nothing',
      nullable: true,
      resolve: async ({ playing }, _args, ctx) =>
        (await visiblePlaying(ctx.services, ctx.user, playing, ctx.loaders.sessionItems))
          ?.positionMs ?? null,
    }),
    paused: t.boolean({
      dashboards: 'parent',
      description: 'null: it plays nothing',
      nullable: true,
      resolve: async ({ playing }, _args, ctx) =>
        (await visiblePlaying(ctx.services, ctx.user, playing, ctx.loaders.sessionItems))?.paused ??
        null,
    }),
    companions: t.expose('companions', {
      type: [HouseholdUserRef],
      description: 'who watches along, and has it in their history, too',
    }),
    remoteControllable: t.exposeBoolean('remoteControllable', {
      description: 'whether its app is connected now and takes commands',
    }),
  }),
})

builder.mutationFields((t) => ({
  setCapabilities: t.boolean({
    authScopes: { user: true },
    description:
      'What the app of the caller can do, in place of what it said before. True: it was taken.',
    args: {
      playableMediaTypes: t.arg({
        type: [MediaTypeRef],
        required: true,
        defaultValue: [],
        description: 'what it plays',
      }),
      supportedCommands: t.arg({
        type: [GeneralCommandRef],
        required: true,
        defaultValue: [],
        description: 'what it can be told to do',
      }),
      supportsMediaControl: t.arg.boolean({
        required: true,
        defaultValue: false,
        description: 'whether it takes commands',
      }),
      supportsPersistentIdentifier: t.arg.boolean({
        required: true,
        defaultValue: true,
        description: 'whether its device id stays the same',
      }),
      device: t.arg({
        type: DeviceProfileRef,
        description: 'what the device plays; left out: as it said before',
      }),
    },
    resolve: (_root, input, ctx) => ctx.services.setCapabilities(ctx.user, input),
  }),
}))
