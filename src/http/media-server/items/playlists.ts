import { AppError } from '../../../core/errors.ts'
import type { PlaylistUserInput } from '../../documents/documents.ts'
import { get, post } from '../transport/define-route.ts'
import { bodyFields } from '../transport/fields.ts'
import type { Fields } from '../transport/fields.ts'
import { readDtoOptions, readPage } from './item-query.ts'
import type { LibraryDocuments } from '../transport/library-documents.ts'
import { plainId, requireOwnUser, sameId } from '../transport/require-self.ts'
import { toPage } from './pages.ts'
import type { MediaRequest, MediaRoute } from '../transport/route.ts'

/** Lists of titles that people make: made, changed, shared and removed. */
export function playlistRoutes(
  documents: LibraryDocuments,
  serverId: string,
): readonly MediaRoute[] {
  /** Everything that `/Playlists` holds is of the caller, whoever a body names. */
  async function requireSelf(request: MediaRequest): Promise<string> {
    const { profile } = await requireOwnUser(request)
    const named = request.body.text('UserId')
    if (named === null || sameId(named, profile.id)) return profile.id
    throw new AppError('FORBIDDEN', 'A playlist can be made for yourself alone.')
  }

  /** In a body, or the older way in the query. */
  async function create(request: MediaRequest) {
    await requireSelf(request)
    const { query, body, context } = request
    const { createPlaylist } = await documents.createPlaylist(context, {
      name: query.text('name') ?? body.text('Name') ?? '',
      itemIds: query.list('ids') ?? body.list('Ids') ?? [],
      open: body.flag('IsPublic') ?? false,
      users: usersOf(body) ?? [],
    })
    return { Id: createPlaylist.id }
  }

  async function all(request: MediaRequest) {
    await requireOwnUser(request)
    const { query, context } = request
    const filter = { recursive: true, kinds: ['playlist' as const] }
    const { items } = await documents.items(context, { filter, ...readPage(query) })
    return toPage(items, readDtoOptions(query, serverId))
  }

  async function one({ context, params }: MediaRequest) {
    const { playlist } = await documents.playlist(context, { id: params['playlistId']! })
    if (!playlist) throw unknownPlaylist()
    return {
      OpenAccess: playlist.open,
      Shares: playlist.users.map(toPermissions),
      ItemIds: playlist.titles.nodes.map(({ id }) => id),
    }
  }

  async function update({ context, params, body }: MediaRequest) {
    await documents.updatePlaylist(context, {
      playlistId: params['playlistId']!,
      name: body.text('Name'),
      // An empty list takes everything out; none says nothing.
      itemIds: Array.isArray(body.raw('Ids')) ? (body.list('Ids') ?? []) : null,
      open: body.flag('IsPublic'),
      users: usersOf(body),
    })
  }

  async function titles(request: MediaRequest) {
    await requireOwnUser(request)
    const { query, context, params } = request
    const parentId = params['playlistId']!
    if (!(await documents.playlistAccess(context, { id: parentId })).playlist)
      throw unknownPlaylist()
    const { items } = await documents.items(context, { filter: { parentId }, ...readPage(query) })
    return toPage(items, readDtoOptions(query, serverId))
  }

  async function add(request: MediaRequest) {
    await requireSelf(request)
    const { query, body, context, params } = request
    const itemIds = query.list('ids') ?? body.list('Ids')
    if (itemIds === null) throw new AppError('BAD_REQUEST', 'ids is missing.')
    await documents.addToPlaylist(context, { playlistId: params['playlistId']!, itemIds })
  }

  async function remove({ query, context, params }: MediaRequest) {
    const entryIds = query.list('entryIds')
    if (entryIds === null) throw new AppError('BAD_REQUEST', 'entryIds is missing.')
    await documents.removeFromPlaylist(context, { playlistId: params['playlistId']!, entryIds })
  }

  async function move({ context, params }: MediaRequest) {
    const position = Number(params['newIndex'])
    if (!Number.isInteger(position) || Math.abs(position) > 2 ** 31 - 1) {
      throw new AppError('BAD_REQUEST', 'newIndex must be a whole number.')
    }
    const { playlistId, entryId } = params
    await documents.movePlaylistEntry(context, {
      playlistId: playlistId!,
      entryId: entryId!,
      position,
    })
  }

  return [
    get('/Playlists', all),
    post('/Playlists', create),
    get('/Playlists/:playlistId', one),
    post('/Playlists/:playlistId', update),
    get('/Playlists/:playlistId/Items', titles),
    post('/Playlists/:playlistId/Items', add),
    { method: 'DELETE', path: '/Playlists/:playlistId/Items', access: 'signedIn', handle: remove },
    post('/Playlists/:playlistId/Items/:entryId/Move/:newIndex', move),
    ...sharingRoutes(documents),
    ...itemRoutes(documents),
  ]
}

/** Who else may see or change a playlist. */
function sharingRoutes(documents: LibraryDocuments): readonly MediaRoute[] {
  async function accessOf({ context, params }: MediaRequest) {
    const { playlist } = await documents.playlistAccess(context, { id: params['playlistId']! })
    if (playlist) return playlist
    throw unknownPlaylist()
  }

  async function list(request: MediaRequest) {
    const { isOwner, users } = await accessOf(request)
    if (isOwner) return users.map(toPermissions)
    throw new AppError('FORBIDDEN', 'Only the owner of a playlist sees whom it is shared with.')
  }

  async function one(request: MediaRequest) {
    const { profile } = await request.member()
    const { owner, isOwner, canEdit, users } = await accessOf(request)
    const userId = plainId(request.params['userId']!)
    if (userId !== profile.id && !isOwner && !canEdit) {
      throw new AppError('FORBIDDEN', 'These are the rights of another user.')
    }
    if (userId === owner?.id) return { UserId: userId, CanEdit: true }
    const found = users.find((user) => user.userId === userId)
    if (found) return toPermissions(found)
    throw new AppError('NOT_FOUND', 'The playlist is not shared with this user.')
  }

  async function share({ context, params, body }: MediaRequest) {
    await documents.sharePlaylist(context, {
      playlistId: params['playlistId']!,
      userId: plainId(params['userId']!),
      canEdit: body.flag('CanEdit') ?? false,
    })
  }

  async function unshare({ context, params }: MediaRequest) {
    await documents.unsharePlaylist(context, {
      playlistId: params['playlistId']!,
      userId: plainId(params['userId']!),
    })
  }

  const path = '/Playlists/:playlistId/Users/:userId'
  return [
    get('/Playlists/:playlistId/Users', list),
    get(path, one),
    post(path, share),
    { method: 'DELETE', path, access: 'signedIn', handle: unshare },
  ]
}

/** Playlists are the only items that can be renamed and removed. */
function itemRoutes(documents: LibraryDocuments): readonly MediaRoute[] {
  async function requirePlaylist({ context }: MediaRequest, id: string): Promise<string> {
    const { item } = await documents.item(context, { id })
    if (!item) throw new AppError('NOT_FOUND', 'There is no such item.')
    if (item.kind === 'playlist') return id
    throw new AppError(
      'FORBIDDEN',
      'This comes from a source; only playlists can be changed or removed.',
    )
  }

  async function rename(request: MediaRequest) {
    const playlistId = await requirePlaylist(request, request.params['itemId']!)
    const name = request.body.text('Name')
    await documents.updatePlaylist(request.context, { playlistId, name })
  }

  /** What the form of apps offers beside the fields of the item. */
  async function form(request: MediaRequest) {
    await requirePlaylist(request, request.params['itemId']!)
    return {
      ParentalRatingOptions: [],
      Countries: [],
      Cultures: [],
      ExternalIdInfos: [],
      ContentTypeOptions: [],
    }
  }

  async function removeAll(request: MediaRequest, ids: readonly string[]) {
    for (const id of ids) await requirePlaylist(request, id)
    for (const playlistId of ids) await documents.deletePlaylist(request.context, { playlistId })
  }

  async function removeListed(request: MediaRequest) {
    const ids = request.query.list('ids')
    if (ids === null) throw new AppError('BAD_REQUEST', 'ids is missing.')
    await removeAll(request, ids)
  }

  const removeOne = (request: MediaRequest) => removeAll(request, [request.params['itemId']!])

  return [
    post('/Items/:itemId', rename),
    get('/Items/:itemId/MetadataEditor', form),
    { method: 'DELETE', path: '/Items', access: 'signedIn', handle: removeListed },
    { method: 'DELETE', path: '/Items/:itemId', access: 'signedIn', handle: removeOne },
  ]
}

function toPermissions({ userId, canEdit }: { userId: string; canEdit: boolean }) {
  return { UserId: userId, CanEdit: canEdit }
}

/** Null where nobody is named; entries without an id say nothing. */
function usersOf(body: Fields): PlaylistUserInput[] | null {
  const given = body.raw('Users')
  if (!Array.isArray(given)) return null
  return given.flatMap((entry): PlaylistUserInput[] => {
    const user = bodyFields(entry)
    const userId = user.text('UserId')
    return userId === null
      ? []
      : [{ userId: plainId(userId), canEdit: user.flag('CanEdit') ?? false }]
  })
}

function unknownPlaylist(): AppError {
  return new AppError('NOT_FOUND', 'There is no such playlist.')
}
