import { playableMediaTypes } from '../../model/device-capabilities.ts'
import type { DeviceCapabilities } from '../../model/device-capabilities.ts'
import type { NowPlaying } from '../../model/watch.ts'
import type { DeviceSession } from '../../services/sessions/device-session.ts'
import { builder } from '../builder.ts'
import { enumOf } from '../enum-of.ts'
import { DeviceRef } from '../household/devices.ts'
import { HouseholdUserRef } from '../household/users.ts'
import { ItemRefType } from '../library/item.ts'
import { GeneralCommandRef } from '../remote/schema.ts'
import { DeviceProfileRef } from '../versions/device-profile.ts'

const MediaTypeRef = enumOf('PlayableMediaType', playableMediaTypes, 'What an app plays.')

const CapabilitiesRef = builder.objectRef<DeviceCapabilities>('DeviceCapabilities').implement({
  description: 'What an app says that it can do.',
  fields: (t) => ({
    playableMediaTypes: t.field({
      type: [MediaTypeRef],
      description: 'What it plays.',
      resolve: (says) => [...says.playableMediaTypes],
    }),
    supportedCommands: t.field({
      type: [GeneralCommandRef],
      description: 'What it can be told to do.',
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

const NowPlayingRef = builder.objectRef<NowPlaying>('NowPlaying').implement({
  description: 'How a device plays, as it said last; null: it did not say.',
  fields: (t) => ({
    positionMs: t.expose('positionMs', {
      type: 'SafeInt',
      nullable: true,
      description: 'milliseconds from the beginning',
    }),
    paused: t.exposeBoolean('paused', { nullable: true, description: 'whether it stands still' }),
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
    playMethod: t.exposeString('playMethod', {
      nullable: true,
      description: 'DirectPlay, DirectStream or Transcode',
    }),
    canSeek: t.exposeBoolean('canSeek', {
      nullable: true,
      description: 'whether the player can jump in it',
    }),
    repeatMode: t.exposeString('repeatMode', {
      nullable: true,
      description: 'RepeatNone, RepeatAll or RepeatOne',
    }),
    playbackOrder: t.exposeString('playbackOrder', {
      nullable: true,
      description: 'Default or Shuffle',
    }),
    reportedAt: t.expose('reportedAt', { type: 'DateTime', description: 'The latest report.' }),
  }),
})

export const DeviceSessionRef = builder.objectRef<DeviceSession>('DeviceSession').implement({
  description: 'A device that is signed in, and what it plays now.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'for commands to the device' }),
    user: t.field({ type: HouseholdUserRef, resolve: ({ profile }) => profile }),
    device: t.expose('device', { type: DeviceRef, description: 'As its app describes it.' }),
    client: t.string({ description: 'name of the app', resolve: ({ device }) => device.client }),
    deviceName: t.string({ resolve: ({ device }) => device.name }),
    lastSeenAt: t.expose('lastSeenAt', { type: 'SafeInt', description: 'epoch milliseconds' }),
    capabilities: t.expose('capabilities', {
      type: CapabilitiesRef,
      description: 'What its app says that it can do.',
    }),
    item: t.field({
      type: ItemRefType,
      description: 'what it plays; null: nothing, or nothing that is known',
      nullable: true,
      resolve: ({ playing }, _args, ctx) =>
        playing && ctx.loaders.sessionItems.load(playing.itemId),
    }),
    nowPlaying: t.expose('playing', {
      type: NowPlayingRef,
      nullable: true,
      description: 'How it plays; null: it plays nothing.',
    }),
    positionMs: t.field({
      type: 'SafeInt',
      description: 'milliseconds from the beginning; null: it plays nothing',
      nullable: true,
      resolve: ({ playing }) => playing?.positionMs ?? null,
    }),
    paused: t.boolean({
      description: 'null: it plays nothing',
      nullable: true,
      resolve: ({ playing }) => playing?.paused ?? null,
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
