import { PlaybackOrderRef, PlayMethodRef, RepeatModeRef } from '../activity/player-enums.ts'
import { builder } from '../builder.ts'
import { enumOf } from '../enum-of.ts'
import { WatchStateRef } from './watch-state.ts'

const PlayEventRef = enumOf(
  'PlayEvent',
  ['start', 'progress', 'stop', 'ping'],
  'A kind of playback report.',
  {
    start: 'Playback starts.',
    progress: 'Playback is at another position, or is paused or resumed.',
    stop: 'Playback ends.',
    ping: 'It is still playing.',
  },
)

const itemId = { required: true, description: 'Id of an item: 32 hexadecimal digits.' } as const

builder.mutationFields((t) => ({
  setPlayed: t.field({
    authScopes: { user: true },
    type: WatchStateRef,
    description: 'Marks a film or episode, or every aired episode of a season or series.',
    args: {
      itemId: t.arg.id(itemId),
      played: t.arg.boolean({ required: true, description: 'false removes the mark' }),
      at: t.arg({ type: 'DateTime', description: 'when it was played; default: now' }),
    },
    resolve: (_root, input, ctx) => ctx.services.marks.setPlayed(ctx.user, input, ctx),
  }),
  setFavorite: t.field({
    authScopes: { user: true },
    type: WatchStateRef,
    description: 'Marks an item as a favourite of the caller, or removes the mark.',
    args: {
      itemId: t.arg.id(itemId),
      favorite: t.arg.boolean({ required: true, description: 'false removes the mark' }),
    },
    resolve: (_root, input, ctx) => ctx.services.marks.setFavorite(ctx.user, input, ctx),
  }),
  rate: t.field({
    authScopes: { user: true },
    type: WatchStateRef,
    description: 'False drops a series until it is played again; null removes the rating.',
    args: {
      itemId: t.arg.id(itemId),
      likes: t.arg.boolean({ description: 'null removes the rating' }),
    },
    resolve: (_root, input, ctx) => ctx.services.marks.rate(ctx.user, input, ctx),
  }),
  updateWatchState: t.field({
    authScopes: { user: true },
    type: WatchStateRef,
    description:
      'Changes several parts of what the caller has done with an item; what is left out stays.',
    args: {
      itemId: t.arg.id(itemId),
      played: t.arg.boolean({ description: 'false removes the mark' }),
      playedAt: t.arg({ type: 'DateTime', description: 'when it was played; default: now' }),
      favorite: t.arg.boolean({ description: 'false removes the mark' }),
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
      'Marks an episode and all aired regular ones before it as played. NOT_FOUND for any other item.',
    args: { episodeId: t.arg.id(itemId) },
    resolve: (_root, { episodeId }, ctx) => ctx.services.marks.playUpTo(ctx.user, episodeId, ctx),
  }),
  dropSeries: t.field({
    authScopes: { user: true },
    type: WatchStateRef,
    description: 'Removes a series from Next Up until it is played again, or undoes that.',
    args: {
      seriesId: t.arg.id(itemId),
      dropped: t.arg.boolean({
        defaultValue: true,
        required: true,
        description: 'false brings the series back',
      }),
    },
    resolve: (_root, input, ctx) => ctx.services.marks.dropSeries(ctx.user, input, ctx),
  }),
  reportPlayback: t.boolean({
    authScopes: (_root, { event }) =>
      event === 'stop' ? { userAfterHours: true } : { user: true },
    description:
      "Reports playback. Returns true if accepted. Stops are accepted even after the user's time is over.",
    args: {
      itemId: t.arg.id(itemId),
      event: t.arg({ type: PlayEventRef, required: true, description: 'the kind of report' }),
      positionMs: t.arg({ type: 'SafeInt', description: 'null leaves it unchanged' }),
      durationMs: t.arg({ type: 'SafeInt', description: 'duration of the title' }),
      paused: t.arg.boolean({ description: 'whether it is paused' }),
      muted: t.arg.boolean({ description: 'whether the sound is muted' }),
      volume: t.arg.int({ description: '0 to 100' }),
      mediaSourceId: t.arg.string({ description: 'id of the version' }),
      playSessionId: t.arg.string({ description: 'as returned by `preparePlayback`' }),
      audioIndex: t.arg.int({ description: 'chosen stream of the version' }),
      subtitleIndex: t.arg.int({ description: 'chosen stream of the version; -1 means none' }),
      playMethod: t.arg({ type: PlayMethodRef, description: 'how the player plays the file' }),
      canSeek: t.arg.boolean({ description: 'whether the player can seek' }),
      repeatMode: t.arg({ type: RepeatModeRef, description: 'what is repeated' }),
      playbackOrder: t.arg({ type: PlaybackOrderRef, description: 'the order of the queue' }),
      failed: t.arg.boolean({
        defaultValue: false,
        required: true,
        description: 'whether it stopped because it failed to play',
      }),
    },
    resolve: (_root, report, ctx) => ctx.services.sessions.report(ctx.user, report, ctx),
  }),
  pingPlayback: t.boolean({
    authScopes: { user: true },
    description: "Keeps the caller's session from counting as abandoned.",
    resolve: (_root, _args, ctx) => ctx.services.sessions.ping(ctx.user),
  }),
}))
