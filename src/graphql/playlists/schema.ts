import { everything } from '../../model/item-query.ts'
import { largestPage, rangeOf } from '../../services/library/paging.ts'
import type { Playlist } from '../../services/playlists/playlist.ts'
import { builder } from '../builder.ts'
import { pageCost } from '../cost.ts'
import { HouseholdUserRef } from '../household/users.ts'
import { ItemRefType } from '../library/item.ts'
import { ItemConnectionRef } from '../library/schema.ts'

const PlaylistUserRef = builder.objectRef<Playlist['users'][number]>('PlaylistUser').implement({
  description: 'Somebody whom a playlist is shared with.',
  fields: (t) => ({
    user: t.expose('user', { type: HouseholdUserRef, description: 'the user, by name' }),
    userId: t.exposeID('profileId', { description: 'id of the user' }),
    canEdit: t.exposeBoolean('canEdit', { description: 'whether they may change it' }),
  }),
})

const PlaylistRef = builder.objectRef<Playlist>('Playlist').implement({
  description: 'A list of titles that a user has made.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'also the id of its item' }),
    name: t.exposeString('name', { description: 'as its users have named it' }),
    owner: t.expose('owner', {
      type: HouseholdUserRef,
      nullable: true,
      description: 'who made it; null for somebody whom the caller does not see',
    }),
    isOwner: t.exposeBoolean('isOwner', { description: 'whether the caller owns it' }),
    canEdit: t.exposeBoolean('canEdit', { description: 'whether the caller may change it' }),
    open: t.exposeBoolean('open', { description: 'whether everybody in the household sees it' }),
    users: t.expose('users', {
      type: [PlaylistUserRef],
      description: 'whom it is shared with, as far as the caller sees them',
    }),
    item: t.expose('item', { type: ItemRefType, description: 'as it stands in lists' }),
    titles: t.field({
      type: ItemConnectionRef,
      description: 'in their order, each with its `playlistEntryId`',
      complexity: (args) => pageCost(args, { most: largestPage }),
      args: {
        first: t.arg.int({ description: 'size of the page; default: all' }),
        after: t.arg.string({ description: 'cursor of an earlier page' }),
        start: t.arg.int({ description: 'position, in place of a cursor' }),
        limit: t.arg.int({ description: 'the same as first; 0 counts alone' }),
      },
      resolve: ({ stored }, args, ctx) =>
        ctx.services.playlists.titlesOf(ctx.user, stored, { ...everything, ...rangeOf(args) }, ctx),
    }),
  }),
})

const PlaylistUserInputRef = builder.inputType('PlaylistUserInput', {
  description: 'Somebody to share a playlist with.',
  fields: (t) => ({
    userId: t.id({ required: true, description: 'id of a user whom the caller sees' }),
    canEdit: t.boolean({
      required: true,
      defaultValue: false,
      description: 'whether they may change it',
    }),
  }),
})

builder.queryFields((t) => ({
  playlists: t.field({
    authScopes: { user: true },
    type: [PlaylistRef],
    description: 'Those that the caller owns or may see, the newest first.',
    resolve: (_root, _args, ctx) => ctx.services.playlists.list(ctx.user),
  }),
  playlist: t.field({
    authScopes: { user: true },
    type: PlaylistRef,
    nullable: true,
    description: 'A playlist that the caller owns or may see; null for others.',
    args: { id: t.arg.id({ required: true, description: 'id of the playlist' }) },
    resolve: (_root, { id }, ctx) => ctx.services.playlists.find(ctx.user, id),
  }),
  playlistAccess: t.field({
    authScopes: { user: true },
    type: PlaylistUserRef,
    description:
      'What a user may do with a playlist: the caller, or anybody if the caller may change it.',
    args: {
      playlistId: t.arg.id({ required: true, description: 'id of the playlist' }),
      userId: t.arg.id({ required: true, description: 'its owner, or whom it is shared with' }),
    },
    resolve: (_root, input, ctx) => ctx.services.playlists.accessOf(ctx.user, input),
  }),
  editableItem: t.field({
    authScopes: { user: true },
    type: ItemRefType,
    description: 'An item that can be changed; playlists are the only ones.',
    args: { id: t.arg.id({ required: true, description: 'id of the item' }) },
    resolve: (_root, { id }, ctx) => ctx.services.playlists.requireChangeable(ctx.user, id, ctx),
  }),
}))

const itemIdsHint = 'films, episodes, videos; a series, season or playlist means its titles'

builder.mutationFields((t) => {
  const playlistId = t.arg.id({ required: true, description: 'id of the playlist' })
  const userId = t.arg.id({ description: 'for whom: the caller alone, which is the default' })
  const entryHint = 'as `playlistEntryId` of its titles'
  return {
    createPlaylist: t.field({
      authScopes: { user: true },
      type: PlaylistRef,
      description: 'Makes a playlist of the caller.',
      args: {
        userId,
        name: t.arg.string({ required: true, description: 'up to 200 characters' }),
        itemIds: t.arg.idList({ required: true, defaultValue: [], description: itemIdsHint }),
        open: t.arg.boolean({
          required: true,
          defaultValue: false,
          description: 'whether everybody in the household sees it',
        }),
        users: t.arg({
          type: [PlaylistUserInputRef],
          required: true,
          defaultValue: [],
          description: 'whom it is shared with',
        }),
      },
      resolve: (_root, input, ctx) => ctx.services.playlists.create(ctx.user, input, ctx),
    }),
    updatePlaylist: t.field({
      authScopes: { user: true },
      type: PlaylistRef,
      description: 'Changes a playlist. What is null or left out stays as it is.',
      args: {
        playlistId,
        name: t.arg.string({ description: 'up to 200 characters' }),
        itemIds: t.arg.idList({ description: 'take the place of all titles' }),
        open: t.arg.boolean({ description: 'by the owner alone' }),
        users: t.arg({ type: [PlaylistUserInputRef], description: 'by the owner alone' }),
      },
      resolve: (_root, input, ctx) => ctx.services.playlists.update(ctx.user, input, ctx),
    }),
    addToPlaylist: t.field({
      authScopes: { user: true },
      type: PlaylistRef,
      description: 'Adds titles at its end; what is in it already stays where it is.',
      args: {
        userId,
        playlistId,
        itemIds: t.arg.idList({ required: true, description: itemIdsHint }),
      },
      resolve: (_root, input, ctx) => ctx.services.playlists.add(ctx.user, input, ctx),
    }),
    removeFromPlaylist: t.field({
      authScopes: { user: true },
      type: PlaylistRef,
      description: 'Takes entries out; unknown ones do nothing.',
      args: { playlistId, entryIds: t.arg.idList({ required: true, description: entryHint }) },
      resolve: (_root, input, ctx) => ctx.services.playlists.remove(ctx.user, input),
    }),
    movePlaylistEntry: t.field({
      authScopes: { user: true },
      type: PlaylistRef,
      description: 'Moves one entry to another place.',
      args: {
        playlistId,
        entryId: t.arg.id({ required: true, description: entryHint }),
        position: t.arg.int({ required: true, description: 'from 0; beyond the end: the last' }),
      },
      resolve: (_root, input, ctx) => ctx.services.playlists.move(ctx.user, input),
    }),
    sharePlaylist: t.field({
      authScopes: { user: true },
      type: PlaylistRef,
      description: 'Shares a playlist with a user; by its owner alone.',
      args: {
        playlistId,
        userId: t.arg.id({ required: true, description: 'id of a user whom the caller sees' }),
        canEdit: t.arg.boolean({
          required: true,
          defaultValue: false,
          description: 'whether they may change it',
        }),
      },
      resolve: (_root, input, ctx) => ctx.services.playlists.share(ctx.user, input),
    }),
    unsharePlaylist: t.boolean({
      authScopes: { user: true },
      description: 'Ends sharing; by its owner, or by the user whom it is shared with.',
      args: {
        playlistId,
        userId: t.arg.id({ required: true, description: 'whom it is shared with' }),
      },
      resolve: (_root, input, ctx) => ctx.services.playlists.unshare(ctx.user, input),
    }),
    deletePlaylist: t.boolean({
      authScopes: { user: true },
      description: 'Removes a playlist; by its owner alone.',
      args: { playlistId },
      resolve: (_root, input, ctx) => ctx.services.playlists.delete(ctx.user, input.playlistId),
    }),
    renameItem: t.field({
      authScopes: { user: true },
      type: PlaylistRef,
      description: 'Renames an item; playlists are the only ones that can be renamed.',
      args: {
        itemId: t.arg.id({ required: true, description: 'id of the item' }),
        name: t.arg.string({ description: 'null: it keeps its name' }),
      },
      resolve: (_root, input, ctx) => ctx.services.playlists.rename(ctx.user, input, ctx),
    }),
    deleteItems: t.boolean({
      authScopes: { user: true },
      description: 'Removes items; playlists are the only ones that can be removed.',
      args: { itemIds: t.arg.idList({ required: true, description: 'all of them playlists' }) },
      resolve: (_root, { itemIds }, ctx) =>
        ctx.services.playlists.deleteItems(ctx.user, itemIds, ctx),
    }),
  }
})
