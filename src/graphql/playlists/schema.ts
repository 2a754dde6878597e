import { largestPage } from '../../services/library/paging.ts'
import type { Playlist } from '../../services/playlists/playlist.ts'
import { builder } from '../builder.ts'
import { pageCost } from '../cost.ts'
import { HouseholdUserRef } from '../household/users.ts'
import { ItemRefType } from '../library/item.ts'
import { pageArgs } from '../library/page-args.ts'
import { ItemConnectionRef } from '../library/schema.ts'

const PlaylistUserRef = builder.objectRef<Playlist['users'][number]>('PlaylistUser').implement({
  description: 'A user that a playlist is shared with.',
  fields: (t) => ({
    user: t.expose('user', { type: HouseholdUserRef, description: 'the user, by name' }),
    userId: t.exposeID('profileId', { description: 'id of the user' }),
    canEdit: t.exposeBoolean('canEdit', { description: 'whether the user may change it' }),
  }),
})

export const PlaylistRef = builder.objectRef<Playlist>('Playlist').implement({
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
      args: pageArgs(t),
      resolve: (playlist, page, ctx) => ctx.services.playlists.page(ctx.user, playlist, page, ctx),
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
  playlistUsers: t.field({
    authScopes: { user: true },
    type: [PlaylistUserRef],
    description:
      'Users that a playlist is shared with, and what each may do. FORBIDDEN for anyone but its owner.',
    args: { playlistId: t.arg.id({ required: true, description: 'id of the playlist' }) },
    resolve: async (_root, { playlistId }, ctx) => [
      ...(await ctx.services.playlists.usersOf(ctx.user, playlistId)),
    ],
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
    description: 'An item that can be changed; only playlists and collections can.',
    args: { id: t.arg.id({ required: true, description: 'id of the item' }) },
    resolve: (_root, { id }, ctx) => ctx.services.playlists.requireChangeable(ctx.user, id, ctx),
  }),
}))
