import { AppError } from '../../core/errors.ts'
import type { LibraryItem } from '../../model/library-item.ts'
import type { PlayReport } from '../../model/watch.ts'
import { playableParts } from '../../services/library/playable-parts.ts'
import { requirePerson } from '../../services/profiles/access.ts'
import { builder } from '../builder.ts'
import { requireItem } from '../library/items.ts'
import { WatchStateRef } from './watch-state.ts'

const PlayEventRef = builder.enumType('PlayEvent', {
  values: ['start', 'progress', 'stop', 'ping'] as const,
})

/** GraphQL leaves out what was not given. */
function complete(given: { [K in keyof PlayReport]?: PlayReport[K] | undefined }): PlayReport {
  return {
    event: given.event ?? 'progress',
    positionMs: given.positionMs ?? null,
    durationMs: given.durationMs ?? null,
    paused: given.paused ?? null,
    muted: given.muted ?? null,
    volume: given.volume ?? null,
    mediaSourceId: given.mediaSourceId ?? null,
    playSessionId: given.playSessionId ?? null,
    audioIndex: given.audioIndex ?? null,
    subtitleIndex: given.subtitleIndex ?? null,
    playMethod: given.playMethod ?? null,
    canSeek: given.canSeek ?? null,
    repeatMode: given.repeatMode ?? null,
    playbackOrder: given.playbackOrder ?? null,
    failed: given.failed ?? false,
  }
}

/** Throws BAD_REQUEST for a playlist, of which only its titles can be played and rated. */
function refusePlaylist({ kind }: LibraryItem): void {
  if (kind !== 'playlist') return
  throw new AppError('BAD_REQUEST', 'This is a playlist; name one of its titles.')
}

/** Up to an episode, without specials; a special stands for itself alone. */
function upTo(last: LibraryItem, all: readonly LibraryItem[]): readonly LibraryItem[] {
  if (last.season === 0) return [last]
  return all.filter(
    ({ season, episode }) =>
      season! > 0 &&
      (season! < last.season! || (season === last.season && episode! <= last.episode!)),
  )
}

const itemId = { required: true, description: '32 hexadecimal digits' } as const

builder.mutationFields((t) => ({
  setPlayed: t.field({
    type: WatchStateRef,
    description: 'Marks a film or episode, or every aired episode of a season or series.',
    args: {
      itemId: t.arg.id(itemId),
      played: t.arg.boolean({ required: true }),
      at: t.arg({ type: 'SafeInt', description: 'epoch milliseconds; default: now' }),
    },
    resolve: async (_root, args, ctx) => {
      const member = await ctx.member()
      const item = await requireItem(args.itemId, member, ctx)
      const parts = await playableParts(ctx.services.library, member, item, ctx)
      const marked = { at: args.at ?? null, episodes: parts }
      return item.kind === 'playlist'
        ? ctx.services.playlists.setPlayed(member, item, args.played, marked)
        : ctx.services.history.setPlayed(member, item, args.played, marked)
    },
  }),
  setFavorite: t.field({
    type: WatchStateRef,
    args: { itemId: t.arg.id(itemId), favorite: t.arg.boolean({ required: true }) },
    resolve: async (_root, args, ctx) => {
      const member = await ctx.member()
      const item = await requireItem(args.itemId, member, ctx)
      return item.kind === 'playlist'
        ? ctx.services.playlists.setFavorite(member, item, args.favorite)
        : ctx.services.history.setFavorite(member, item, args.favorite)
    },
  }),
  rate: t.field({
    type: WatchStateRef,
    description: 'False drops a series until it is played again; null takes the rating back.',
    args: { itemId: t.arg.id(itemId), likes: t.arg.boolean() },
    resolve: async (_root, args, ctx) => {
      const member = await ctx.member()
      const item = await requireItem(args.itemId, member, ctx)
      refusePlaylist(item)
      return ctx.services.history.rate(member, item, args.likes ?? null)
    },
  }),
  playedUpTo: t.boolean({
    description:
      'Marks an episode and all aired regular ones before it as played. NOT_FOUND for anything but an episode.',
    args: { episodeId: t.arg.id(itemId) },
    resolve: async (_root, { episodeId }, ctx) => {
      const member = await ctx.member()
      requirePerson(member)
      const last = await requireItem(episodeId, member, ctx)
      if (last.kind !== 'episode') throw new AppError('NOT_FOUND', 'This is not an episode.')
      const query = { season: null, aired: true, start: 0, limit: null }
      const { items } = await ctx.services.library.episodes(member, last.series!.ref, query, ctx)
      await ctx.services.history.playUpTo(member, upTo(last, items))
      return true
    },
  }),
  dropSeries: t.field({
    type: WatchStateRef,
    description: 'Takes a series out of Next Up until it is played again, or takes that back.',
    args: {
      seriesId: t.arg.id(itemId),
      dropped: t.arg.boolean({ defaultValue: true, required: true }),
    },
    resolve: async (_root, { seriesId, dropped }, ctx) => {
      const member = await ctx.member()
      requirePerson(member)
      const series = await requireItem(seriesId, member, ctx)
      if (series.kind !== 'series') throw new AppError('NOT_FOUND', 'This is not a series.')
      return ctx.services.history.rate(member, series, dropped ? false : null)
    },
  }),
  reportPlayback: t.boolean({
    description: 'What a device plays. True: it was taken.',
    args: {
      itemId: t.arg.id(itemId),
      event: t.arg({ type: PlayEventRef, required: true }),
      positionMs: t.arg({ type: 'SafeInt', description: 'null: unchanged' }),
      durationMs: t.arg({ type: 'SafeInt' }),
      paused: t.arg.boolean(),
      muted: t.arg.boolean(),
      volume: t.arg.int(),
      mediaSourceId: t.arg.string(),
      playSessionId: t.arg.string(),
      audioIndex: t.arg.int(),
      subtitleIndex: t.arg.int(),
      playMethod: t.arg.string(),
      canSeek: t.arg.boolean(),
      repeatMode: t.arg.string({ description: 'RepeatNone, RepeatAll or RepeatOne' }),
      playbackOrder: t.arg.string({ description: 'Default or Shuffle' }),
      failed: t.arg.boolean({ defaultValue: false, required: true }),
    },
    resolve: async (_root, { itemId, ...report }, ctx) => {
      const member = await ctx.member()
      const item = await requireItem(itemId, member, ctx)
      refusePlaylist(item)
      const id = ctx.services.itemIds.encode(item.ref)
      await ctx.services.playing.report(member, item, id, complete(report))
      return true
    },
  }),
}))
