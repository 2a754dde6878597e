import { everything } from '../../model/item-query.ts'
import type { PlaylistUser, StoredPlaylist } from '../../model/playlist-store.ts'
import { isOwner, mayEdit } from '../../services/playlists/access.ts'
import { playlistRef } from '../../services/playlists/playlist-items.ts'
import { visibleProfiles } from '../../services/profiles/visible.ts'
import { builder } from '../builder.ts'
import type { RequestContext } from '../context.ts'
import { HouseholdUserRef } from '../household/schema.ts'
import { ItemRefType } from '../library/item.ts'
import { requireRef } from '../library/items.ts'
import { ItemConnectionRef, pageOf } from '../library/schema.ts'

const PlaylistUserRef = builder.objectRef<PlaylistUser>('PlaylistUser').implement({
  description: 'Somebody whom a playlist is shared with.',
  fields: (t) => ({
    user: t.field({
      type: HouseholdUserRef,
      nullable: true,
      resolve: async ({ profileId }, _args, ctx) => profileOf(profileId, ctx),
    }),
    userId: t.id({ resolve: ({ profileId }) => profileId }),
    canEdit: t.exposeBoolean('canEdit'),
  }),
})

const PlaylistRef = builder.objectRef<StoredPlaylist>('Playlist').implement({
  description: 'A list of titles that a user has made.',
  fields: (t) => ({
    id: t.id({
      resolve: (playlist, _args, ctx) =>
        ctx.services.itemIds.encode(playlistRef(playlist, playlist.number)),
    }),
    name: t.exposeString('name'),
    owner: t.field({
      type: HouseholdUserRef,
      nullable: true,
      resolve: async ({ ownerId }, _args, ctx) => profileOf(ownerId, ctx),
    }),
    isOwner: t.boolean({
      description: 'whether the caller owns it',
      resolve: async (playlist, _args, ctx) => isOwner(await ctx.member(), playlist),
    }),
    canEdit: t.boolean({
      description: 'whether the caller may change it',
      resolve: async (playlist, _args, ctx) => mayEdit(await ctx.member(), playlist),
    }),
    open: t.exposeBoolean('open', { description: 'whether everybody in the household sees it' }),
    users: t.field({
      type: [PlaylistUserRef],
      description: 'whom it is shared with, as far as the caller sees them',
      resolve: async ({ users }, _args, ctx) => {
        const visible = new Set(visibleProfiles(await ctx.member()).map(({ id }) => id))
        return users.filter(({ profileId }) => visible.has(profileId))
      },
    }),
    item: t.field({
      type: ItemRefType,
      description: 'as it stands in lists',
      resolve: async (playlist, _args, ctx) =>
        ctx.services.playlists.item(await ctx.member(), playlist),
    }),
    titles: t.field({
      type: ItemConnectionRef,
      description: 'in their order, each with its `playlistEntryId`',
      args: {
        first: t.arg.int({ description: 'size of the page; default: all' }),
        after: t.arg.string({ description: 'cursor' }),
        start: t.arg.int({ description: 'position, in place of a cursor' }),
        limit: t.arg.int({ description: 'the same as first; 0 counts alone' }),
      },
      resolve: async (playlist, args, ctx) => {
        const query = { ...everything, ...pageOf(args) }
        return ctx.services.playlists.titlesOf(await ctx.member(), playlist, query, ctx)
      },
    }),
  }),
})

const PlaylistUserInputRef = builder.inputType('PlaylistUserInput', {
  fields: (t) => ({
    userId: t.id({ required: true }),
    canEdit: t.boolean({ required: true, defaultValue: false }),
  }),
})

/** Null for somebody whom the caller does not see. */
async function profileOf(wanted: string, ctx: RequestContext) {
  return visibleProfiles(await ctx.member()).find(({ id }) => id === wanted) ?? null
}

type UserInput = typeof PlaylistUserInputRef.$inferInput

function usersOf(users: readonly UserInput[]): readonly PlaylistUser[] {
  return users.map(({ userId, canEdit }) => ({ profileId: userId, canEdit }))
}

/** What ids stand for within the caller's configuration; null for others. */
async function refsOf(ids: readonly string[], ctx: RequestContext) {
  const { configuration } = await ctx.member()
  return ids.map((id) => {
    const ref = ctx.services.itemIds.decode(id)
    return ref?.configuration === configuration ? ref : null
  })
}

builder.queryFields((t) => ({
  playlists: t.field({
    type: [PlaylistRef],
    description: 'Those that the caller owns or may see, the newest first.',
    resolve: async (_root, _args, ctx) => [
      ...(await ctx.services.playlists.visible(await ctx.member())),
    ],
  }),
  playlist: t.field({
    type: PlaylistRef,
    nullable: true,
    args: { id: t.arg.id({ required: true }) },
    resolve: async (_root, { id }, ctx) => {
      const ref = ctx.services.itemIds.decode(id)
      const member = await ctx.member()
      const isOwn = ref?.configuration === member.configuration
      return ref && isOwn ? ctx.services.playlists.find(member, ref) : null
    },
  }),
}))

const itemIdsHint = 'films, episodes, videos; a series, season or playlist means its titles'

builder.mutationFields((t) => {
  const playlistId = t.arg.id({ required: true })
  return {
    createPlaylist: t.field({
      type: PlaylistRef,
      args: {
        name: t.arg.string({ required: true, description: 'up to 200 characters' }),
        itemIds: t.arg.idList({ required: true, defaultValue: [], description: itemIdsHint }),
        open: t.arg.boolean({ required: true, defaultValue: false }),
        users: t.arg({ type: [PlaylistUserInputRef], required: true, defaultValue: [] }),
      },
      resolve: async (_root, { name, itemIds, open, users }, ctx) => {
        const input = { name, open, users: usersOf(users), items: await refsOf(itemIds, ctx) }
        return ctx.services.playlists.create(await ctx.member(), input, ctx)
      },
    }),
    updatePlaylist: t.field({
      type: PlaylistRef,
      description: 'What is null or left out stays as it is.',
      args: {
        playlistId,
        name: t.arg.string(),
        itemIds: t.arg.idList({ description: 'take the place of all titles' }),
        open: t.arg.boolean({ description: 'by the owner alone' }),
        users: t.arg({ type: [PlaylistUserInputRef], description: 'by the owner alone' }),
      },
      resolve: async (_root, args, ctx) => {
        const member = await ctx.member()
        const edit = {
          name: args.name ?? null,
          open: args.open ?? null,
          users: args.users ? usersOf(args.users) : null,
          items: args.itemIds ? await refsOf(args.itemIds, ctx) : null,
        }
        const ref = requireRef(args.playlistId, member, ctx)
        return ctx.services.playlists.update(member, ref, edit, ctx)
      },
    }),
    addToPlaylist: t.field({
      type: PlaylistRef,
      description: 'At its end; what is in it already stays where it is.',
      args: { playlistId, itemIds: t.arg.idList({ required: true, description: itemIdsHint }) },
      resolve: async (_root, args, ctx) => {
        const member = await ctx.member()
        const ref = requireRef(args.playlistId, member, ctx)
        return ctx.services.playlists.add(member, ref, await refsOf(args.itemIds, ctx), ctx)
      },
    }),
    removeFromPlaylist: t.field({
      type: PlaylistRef,
      args: { playlistId, entryIds: t.arg.idList({ required: true }) },
      resolve: async (_root, { playlistId: id, entryIds }, ctx) => {
        const member = await ctx.member()
        return ctx.services.playlists.remove(member, requireRef(id, member, ctx), entryIds)
      },
    }),
    movePlaylistEntry: t.field({
      type: PlaylistRef,
      args: {
        playlistId,
        entryId: t.arg.id({ required: true }),
        position: t.arg.int({ required: true, description: 'from 0; beyond the end: the last' }),
      },
      resolve: async (_root, { playlistId: id, entryId, position }, ctx) => {
        const member = await ctx.member()
        const ref = requireRef(id, member, ctx)
        return ctx.services.playlists.move(member, ref, entryId, position)
      },
    }),
    sharePlaylist: t.field({
      type: PlaylistRef,
      description: 'By its owner alone.',
      args: {
        playlistId,
        userId: t.arg.id({ required: true }),
        canEdit: t.arg.boolean({ required: true, defaultValue: false }),
      },
      resolve: async (_root, { playlistId: id, userId, canEdit }, ctx) => {
        const member = await ctx.member()
        const user = { profileId: userId, canEdit }
        return ctx.services.playlists.share(member, requireRef(id, member, ctx), user)
      },
    }),
    unsharePlaylist: t.boolean({
      description: 'By its owner, or by the user whom it is shared with.',
      args: { playlistId, userId: t.arg.id({ required: true }) },
      resolve: async (_root, { playlistId: id, userId }, ctx) => {
        const member = await ctx.member()
        await ctx.services.playlists.unshare(member, requireRef(id, member, ctx), userId)
        return true
      },
    }),
    deletePlaylist: t.boolean({
      description: 'By its owner alone.',
      args: { playlistId },
      resolve: async (_root, { playlistId: id }, ctx) => {
        const member = await ctx.member()
        await ctx.services.playlists.delete(member, requireRef(id, member, ctx))
        return true
      },
    }),
  }
})
