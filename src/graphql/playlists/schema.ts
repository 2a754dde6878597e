import { everything } from '../../model/item-query.ts'
import { largestPage, rangeOf } from '../../services/library/paging.ts'
import type { Playlist } from '../../services/playlists/playlist.ts'
import { builder } from '../builder.ts'
import { pageCost } from '../cost.ts'
import { HouseholdUserRef } from '../household/users.ts'
import { ItemRefType } from '../library/item.ts'
import { ItemConnectionRef } from '../library/schema.ts'

const PlaylistUserRef = builder.objectRef<Playlist['users'][number]>('PlaylistUser').implement({
  description: 'A user that a playlist is shared with.',
  fields: (t) => ({
    user: t.expose('user', { type: HouseholdUserRef, description: 'the user, by name' }),
    userId: t.exposeID('profileId', { description: 'id of the user' }),
    canEdit: t.exposeBoolean('canEdit', { description: 'whether the user may change it' }),
  }),
})

const PlaylistRef = builder.objectRef<Playlist>('Playlist').implement({
  description: 'A list of titles that a user has made.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'also the id of its item' }),
    name: t.exposeString('name', { description: 'as named by its users' }),
    owner: t.expose('owner', {
      type: HouseholdUserRef,
      nullable: true,
      description: 'null for a user that the caller cannot see',
    }),
    isOwner: t.exposeBoolean('isOwner', { description: 'whether the caller owns it' }),
    canEdit: t.exposeBoolean('canEdit', { description: 'whether the caller may change it' }),
    open: t.exposeBoolean('open', { description: 'whether the whole household sees it' }),
    users: t.expose('users', {
      type: [PlaylistUserRef],
      description: 'users that it is shared with, if the caller can see them',
    }),
    item: t.expose('item', { type: ItemRefType, description: 'as it appears in lists' }),
    titles: t.field({
      type: ItemConnectionRef,
      description: 'in order, each with its `playlistEntryId`',
      complexity: (args) => pageCost(args, { most: largestPage }),
      args: {
        first: t.arg.int({ description: 'size of the page; default: all' }),
        after: t.arg.string({ description: 'cursor of an earlier page' }),
        start: t.arg.int({ description: 'position, instead of a cursor' }),
        limit: t.arg.int({ description: 'the same as `first`; 0 only counts' }),
      },
      resolve: ({ stored }, args, ctx) =>
        ctx.services.playlists.titlesOf(ctx.user, stored, { ...everything, ...rangeOf(args) }, ctx),
    }),
  }),
})

const PlaylistUserInputRef = builder.inputType('PlaylistUserInput', {
  description: 'A user to share a playlist with.',
  fields: (t) => ({
    userId: t.id({ required: true, description: 'id of a user that the caller can see' }),
    canEdit: t.boolean({
      required: true,
      defaultValue: false,
      description: 'whether the user may change it',
    }),
  }),
})

builder.queryFields((t) => ({
  playlists: t.field({
    authScopes: { user: true },
    type: [PlaylistRef],
    description: 'Playlists that the caller may see, newest first.',
    resolve: (_root, _args, ctx) => ctx.services.playlists.list(ctx.user),
  }),
  playlist: t.field({
    authScopes: { user: true },
    type: PlaylistRef,
    nullable: true,
    description: 'A playlist that the caller may see; null for any other id.',
    args: { id: t.arg.id({ required: true, description: 'id of the playlist' }) },
    resolve: (_root, { id }, ctx) => ctx.services.playlists.find(ctx.user, id),
  }),
  playlistAccess: t.field({
    authScopes: { user: true },
    type: PlaylistUserRef,
    description:
      'What a user may do with a playlist. Only for that user and for those who may change the playlist.',
    args: {
      playlistId: t.arg.id({ required: true, description: 'id of the playlist' }),
      userId: t.arg.id({ required: true, description: 'the owner or a user it is shared with' }),
    },
    resolve: (_root, input, ctx) => ctx.services.playlists.accessOf(ctx.user, input),
  }),
  editableItem: t.field({
    authScopes: { user: true },
    type: ItemRefType,
    description: 'An item that can be changed; only playlists can.',
    args: { id: t.arg.id({ required: true, description: 'id of the item' }) },
    resolve: (_root, { id }, ctx) => ctx.services.playlists.requireChangeable(ctx.user, id, ctx),
  }),
}))

const itemIdsHint = 'films, episodes, videos; a series, season or playlist means its titles'

builder.mutationFields((t) => {
  const playlistId = t.arg.id({ required: true, description: 'id of the playlist' })
  const userId = t.arg.id({ description: 'must be the caller, which is the default' })
  const entryHint = 'the `playlistEntryId` of a title'
  return {
    createPlaylist: t.field({
      authScopes: { user: true },
      type: PlaylistRef,
      description: 'Creates a playlist owned by the caller.',
      args: {
        userId,
        name: t.arg.string({ required: true, description: 'up to 200 characters' }),
        itemIds: t.arg.idList({ required: true, defaultValue: [], description: itemIdsHint }),
        open: t.arg.boolean({
          required: true,
          defaultValue: false,
          description: 'whether the whole household sees it',
        }),
        users: t.arg({
          type: [PlaylistUserInputRef],
          required: true,
          defaultValue: [],
          description: 'users that it is shared with',
        }),
      },
      resolve: (_root, input, ctx) => ctx.services.playlists.create(ctx.user, input, ctx),
    }),
    updatePlaylist: t.field({
      authScopes: { user: true },
      type: PlaylistRef,
      description: 'Changes a playlist. Fields that are null or left out stay as they are.',
      args: {
        playlistId,
        name: t.arg.string({ description: 'up to 200 characters' }),
        itemIds: t.arg.idList({ description: 'replace all titles' }),
        open: t.arg.boolean({ description: 'only the owner may set it' }),
        users: t.arg({ type: [PlaylistUserInputRef], description: 'only the owner may set it' }),
      },
      resolve: (_root, input, ctx) => ctx.services.playlists.update(ctx.user, input, ctx),
    }),
    addToPlaylist: t.field({
      authScopes: { user: true },
      type: PlaylistRef,
      description: 'Appends titles; those that are already in it stay where they are.',
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
      description: 'Removes entries; ignores unknown ones.',
      args: { playlistId, entryIds: t.arg.idList({ required: true, description: entryHint }) },
      resolve: (_root, input, ctx) => ctx.services.playlists.remove(ctx.user, input),
    }),
    movePlaylistEntry: t.field({
      authScopes: { user: true },
      type: PlaylistRef,
      description: 'Moves an entry to another position.',
      args: {
        playlistId,
        entryId: t.arg.id({ required: true, description: entryHint }),
        position: t.arg.int({ required: true, description: 'from 0; beyond the end is the last' }),
      },
      resolve: (_root, input, ctx) => ctx.services.playlists.move(ctx.user, input),
    }),
    sharePlaylist: t.field({
      authScopes: { user: true },
      type: PlaylistRef,
      description: 'Shares a playlist with a user. Only for its owner.',
      args: {
        playlistId,
        userId: t.arg.id({ required: true, description: 'id of a user that the caller can see' }),
        canEdit: t.arg.boolean({
          required: true,
          defaultValue: false,
          description: 'whether the user may change it',
        }),
      },
      resolve: (_root, input, ctx) => ctx.services.playlists.share(ctx.user, input),
    }),
    unsharePlaylist: t.boolean({
      authScopes: { user: true },
      description: 'Stops sharing. For the owner, or for the user it is shared with.',
      args: {
        playlistId,
        userId: t.arg.id({ required: true, description: 'the user it is shared with' }),
      },
      resolve: (_root, input, ctx) => ctx.services.playlists.unshare(ctx.user, input),
    }),
    deletePlaylist: t.boolean({
      authScopes: { user: true },
      description: 'Deletes a playlist. Only for its owner.',
      args: { playlistId },
      resolve: (_root, input, ctx) => ctx.services.playlists.delete(ctx.user, input.playlistId),
    }),
    renameItem: t.field({
      authScopes: { user: true },
      type: PlaylistRef,
      description: 'Renames an item; only playlists can be renamed.',
      args: {
        itemId: t.arg.id({ required: true, description: 'id of the item' }),
        name: t.arg.string({ description: 'null keeps the name' }),
      },
      resolve: (_root, input, ctx) => ctx.services.playlists.rename(ctx.user, input, ctx),
    }),
    deleteItems: t.boolean({
      authScopes: { user: true },
      description: 'Deletes items; only playlists can be deleted.',
      args: { itemIds: t.arg.idList({ required: true, description: 'ids of playlists' }) },
      resolve: (_root, { itemIds }, ctx) =>
        ctx.services.playlists.deleteItems(ctx.user, itemIds, ctx),
    }),
  }
})
