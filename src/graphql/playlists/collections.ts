import { builder } from '../builder.ts'
import { ItemRefType } from '../library/item.ts'

const collectionId = { required: true, description: 'id of the collection' } as const
const itemIdsHint = 'films, series, seasons, episodes and videos; a collection means its titles'

builder.mutationFields((t) => ({
  createCollection: t.field({
    authScopes: { user: true },
    type: ItemRefType,
    description: 'Creates a collection, which the household sees and the caller may change.',
    args: {
      name: t.arg.string({ required: true, description: 'up to 200 characters' }),
      itemIds: t.arg.idList({ required: true, defaultValue: [], description: itemIdsHint }),
    },
    resolve: (_root, input, ctx) => ctx.services.playlists.createCollection(ctx.user, input, ctx),
  }),
  addToCollection: t.field({
    authScopes: { user: true },
    type: ItemRefType,
    description:
      'Appends titles. For the user who made the collection and the first user of the household.',
    args: {
      collectionId: t.arg.id(collectionId),
      itemIds: t.arg.idList({ required: true, description: itemIdsHint }),
    },
    resolve: (_root, input, ctx) => ctx.services.playlists.addToCollection(ctx.user, input, ctx),
  }),
  removeFromCollection: t.field({
    authScopes: { user: true },
    type: ItemRefType,
    description: 'Removes titles; ignores what is not in it. For those who may add titles.',
    args: {
      collectionId: t.arg.id(collectionId),
      itemIds: t.arg.idList({ required: true, description: 'ids of titles' }),
    },
    resolve: (_root, input, ctx) =>
      ctx.services.playlists.removeFromCollection(ctx.user, input, ctx),
  }),
}))
