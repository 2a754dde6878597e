import { builder } from '../builder.ts'
import { enumOf } from '../enum-of.ts'
import { WatchStateRef } from './watch-state.ts'

const PlayEventRef = enumOf(
  'PlayEvent',
  ['start', 'progress', 'stop', 'ping'],
  'What a device reports of something that it plays.',
  { ping: 'It still plays; nothing else is said.' },
)

const itemId = { required: true, description: 'Id of an item: 32 hexadecimal digits.' } as const

builder.mutationFields((t) => ({
  setPlayed: t.field({
    authScopes: { user: true },
    type: WatchStateRef,
    description: 'Marks a film or episode, or every aired episode of a season or series.',
    args: {
      itemId: t.arg.id(itemId),
      played: t.arg.boolean({ required: true, description: 'false: no longer' }),
      at: t.arg({ type: 'SafeInt', description: 'epoch milliseconds; default: now' }),
    },
    resolve: (_root, input, ctx) => ctx.services.marks.setPlayed(ctx.user, input, ctx),
  }),
  setFavorite: t.field({
    authScopes: { user: true },
    type: WatchStateRef,
    description: 'Marks an item as a favourite of the caller, or no longer.',
    args: {
      itemId: t.arg.id(itemId),
      favorite: t.arg.boolean({ required: true, description: 'false: no longer' }),
    },
    resolve: (_root, input, ctx) => ctx.services.marks.setFavorite(ctx.user, input, ctx),
  }),
  rate: t.field({
    authScopes: { user: true },
    type: WatchStateRef,
    description: 'False drops a series until it is played again; null takes the rating back.',
    args: { itemId: t.arg.id(itemId), likes: t.arg.boolean({ description: 'null: no rating' }) },
    resolve: (_root, input, ctx) => ctx.services.marks.rate(ctx.user, input, ctx),
  }),
  updateWatchState: t.field({
    authScopes: { user: true },
    type: WatchStateRef,
    description:
      'Changes several parts of what the caller has done with an item; what is left out stays.',
    args: {
      itemId: t.arg.id(itemId),
      played: t.arg.boolean({ description: 'false: no longer' }),
      playedAt: t.arg({ type: 'SafeInt', description: 'epoch milliseconds; default: now' }),
      favorite: t.arg.boolean({ description: 'false: no longer' }),
      likes: t.arg.boolean({ description: 'false drops a series' }),
      positionMs: t.arg({
        type: 'SafeInt',
        description: 'milliseconds, which counts as playing it; ignored beside played: true',
      }),
    },
    resolve: (_root, input, ctx) => ctx.services.updateState(ctx.user, input, ctx),
  }),
  playedUpTo: t.boolean({
    authScopes: { user: true },
    description:
      'Marks an episode and all aired regular ones before it as played. NOT_FOUND for anything but an episode.',
    args: { episodeId: t.arg.id(itemId) },
    resolve: (_root, { episodeId }, ctx) => ctx.services.marks.playUpTo(ctx.user, episodeId, ctx),
  }),
  dropSeries: t.field({
    authScopes: { user: true },
    type: WatchStateRef,
    description: 'Takes a series out of Next Up until it is played again, or takes that back.',
    args: {
      seriesId: t.arg.id(itemId),
      dropped: t.arg.boolean({
        defaultValue: true,
        required: true,
        description: 'false: no longer',
      }),
    },
    resolve: (_root, input, ctx) => ctx.services.marks.dropSeries(ctx.user, input, ctx),
  }),
  reportPlayback: t.boolean({
    authScopes: { user: true },
    description: 'What a device plays. True: it was taken.',
    args: {
      itemId: t.arg.id(itemId),
      event: t.arg({ type: PlayEventRef, required: true, description: 'what happened' }),
      positionMs: t.arg({ type: 'SafeInt', description: 'null: unchanged' }),
      durationMs: t.arg({ type: 'SafeInt', description: 'length of the title' }),
      paused: t.arg.boolean({ description: 'whether it stands still' }),
      muted: t.arg.boolean({ description: 'whether the sound is off' }),
      volume: t.arg.int({ description: '0 to 100' }),
      mediaSourceId: t.arg.string({ description: 'id of the version' }),
      playSessionId: t.arg.string({ description: 'as it was told when the play was prepared' }),
      audioIndex: t.arg.int({ description: 'chosen stream of the version' }),
      subtitleIndex: t.arg.int({ description: 'chosen stream of the version; -1: none' }),
      playMethod: t.arg.string({ description: 'DirectPlay, DirectStream or Transcode' }),
      canSeek: t.arg.boolean({ description: 'whether the player can jump in it' }),
      repeatMode: t.arg.string({ description: 'RepeatNone, RepeatAll or RepeatOne' }),
      playbackOrder: t.arg.string({ description: 'Default or Shuffle' }),
      failed: t.arg.boolean({
        defaultValue: false,
        required: true,
        description: 'whether it stopped because it could not be played',
      }),
    },
    resolve: (_root, report, ctx) => ctx.services.sessions.report(ctx.user, report, ctx),
  }),
  pingPlayback: t.boolean({
    authScopes: { user: true },
    description: 'Keeps what the device of the caller plays from counting as abandoned.',
    resolve: (_root, _args, ctx) => ctx.services.sessions.ping(ctx.user),
  }),
}))
