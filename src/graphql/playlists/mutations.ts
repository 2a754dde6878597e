import { builder } from '../builder.ts'
import { PlaylistRef } from './schema.ts'

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

const playlistId = { required: true, description: 'id of the playlist' } as const
const userId = { description: 'must be the caller, which is the default' } as const
const itemIdsHint = 'films, episodes, videos; a series, season or playlist means its titles'
const entryHint = 'the `playlistEntryId` of a title'

builder.mutationFields((t) => ({
  createPlaylist: t.field({
    authScopes: { user: true },
    type: PlaylistRef,
    description: 'Creates a playlist owned by the caller.',
    args: {
      userId: t.arg.id(userId),
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
      playlistId: t.arg.id(playlistId),
      name: t.arg.string({ description: 'up to 200 characters' }),
      itemIds: t.arg.idList({ description: 'replace all titles' }),
      open: t.arg.boolean({ description: 'only the owner may set it' }),
      users: t.arg({ type: [PlaylistUserInputRef], description: 'only the owner may set it' }),
    },
    resolve: (_root, input, ctx) => ctx.services.playlists.update(ctx.user, input, ctx),
  }),
  deletePlaylist: t.boolean({
    authScopes: { user: true },
    description: 'Deletes a playlist. Only for its owner.',
    args: { playlistId: t.arg.id(playlistId) },
    resolve: (_root, input, ctx) => ctx.services.playlists.delete(ctx.user, input.playlistId),
  }),
}))

builder.mutationFields((t) => ({
  addToPlaylist: t.field({
    authScopes: { user: true },
    type: PlaylistRef,
    description: 'Appends titles; those that are already in it stay where they are.',
    args: {
      userId: t.arg.id(userId),
      playlistId: t.arg.id(playlistId),
      itemIds: t.arg.idList({ required: true, description: itemIdsHint }),
    },
    resolve: (_root, input, ctx) => ctx.services.playlists.add(ctx.user, input, ctx),
  }),
  removeFromPlaylist: t.field({
    authScopes: { user: true },
    type: PlaylistRef,
    description: 'Removes entries; ignores unknown ones.',
    args: {
      playlistId: t.arg.id(playlistId),
      entryIds: t.arg.idList({ required: true, description: entryHint }),
    },
    resolve: (_root, input, ctx) => ctx.services.playlists.remove(ctx.user, input),
  }),
  movePlaylistEntry: t.field({
    authScopes: { user: true },
    type: PlaylistRef,
    description: 'Moves an entry to another position.',
    args: {
      playlistId: t.arg.id(playlistId),
      entryId: t.arg.id({ required: true, description: entryHint }),
      position: t.arg.int({ required: true, description: 'from 0; beyond the end is the last' }),
    },
    resolve: (_root, input, ctx) => ctx.services.playlists.move(ctx.user, input),
  }),
}))

builder.mutationFields((t) => ({
  sharePlaylist: t.field({
    authScopes: { user: true },
    type: PlaylistRef,
    description: 'Shares a playlist with a user. Only for its owner.',
    args: {
      playlistId: t.arg.id(playlistId),
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
      playlistId: t.arg.id(playlistId),
      userId: t.arg.id({ required: true, description: 'the user it is shared with' }),
    },
    resolve: (_root, input, ctx) => ctx.services.playlists.unshare(ctx.user, input),
  }),
}))

builder.mutationFields((t) => ({
  renameItem: t.field({
    authScopes: { user: true },
    type: PlaylistRef,
    description: 'Renames an item; only playlists and collections can be renamed.',
    args: {
      itemId: t.arg.id({ required: true, description: 'id of the item' }),
      name: t.arg.string({ description: 'null keeps the name' }),
    },
    resolve: (_root, input, ctx) => ctx.services.playlists.rename(ctx.user, input, ctx),
  }),
  deleteItems: t.boolean({
    authScopes: { user: true },
    description: 'Deletes items; only playlists and collections can be deleted.',
    args: {
      itemIds: t.arg.idList({ required: true, description: 'ids of playlists and collections' }),
    },
    resolve: (_root, { itemIds }, ctx) =>
      ctx.services.playlists.deleteItems(ctx.user, itemIds, ctx),
  }),
}))
