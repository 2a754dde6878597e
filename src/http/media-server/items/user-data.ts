import { AppError } from '../../../core/errors.ts'
import { SetFavoriteDocument } from '../../documents/documents.ts'
import type { WatchFieldsFragment } from '../../documents/documents.ts'
import { documentRoute } from '../transport/define-route.ts'
import { unknownItem } from './unknown-item.ts'
import type { LibraryDocuments } from '../transport/library-documents.ts'
import { plainId, requireSelf } from '../transport/require-self.ts'
import type { DocumentRoute, MediaRequest, MediaRoute } from '../transport/route.ts'
import { msOfTicks } from '../transport/times.ts'
import { toUserData } from './user-data-dto.ts'

/** Played, favourites and ratings; each answers the whole state of the item. */
export function userDataRoutes(
  documents: LibraryDocuments,
): readonly (MediaRoute | DocumentRoute)[] {
  async function answer(
    request: MediaRequest,
    change: (itemId: string) => Promise<WatchFieldsFragment>,
  ) {
    await requireSelf(request)
    const itemId = request.params['itemId']!
    return userDataOf(await change(itemId), itemId)
  }

  const played = (value: boolean) => (request: MediaRequest) =>
    answer(request, async (itemId) => {
      const at = request.query.date('datePlayed')
      return (await documents.setPlayed(request.context, { itemId, played: value, at })).setPlayed
    })

  const favorite = (method: MediaRoute['method'], path: string, isFavorite: boolean) =>
    documentRoute({
      method,
      path,
      access: 'self',
      document: SetFavoriteDocument,
      variables: ({ params }) => ({ itemId: params['itemId']!, favorite: isFavorite }),
      answer: ({ setFavorite }, { params }) => userDataOf(setFavorite, params['itemId']!),
    })

  const rate = (isRemoved: boolean) => (request: MediaRequest) =>
    answer(request, async (itemId) => {
      const likes = isRemoved ? null : request.query.flag('likes')
      return (await documents.rate(request.context, { itemId, likes })).rate
    })

  const read = (request: MediaRequest) =>
    answer(request, async (id) => {
      const { item } = await documents.item(request.context, { id })
      if (!item) throw unknownItem()
      return item.watch
    })

  /** Several at once, as the standard allows; the place alone cannot be set without playing. */
  const update = (request: MediaRequest) =>
    answer(request, async (itemId) => {
      const { body, context } = request
      const changes = {
        played: body.flag('Played'),
        favorite: body.flag('IsFavorite'),
        likes: body.flag('Likes'),
      }
      let watch: WatchFieldsFragment | null = null
      if (changes.played !== null) {
        const at = body.date('LastPlayedDate')
        watch = (await documents.setPlayed(context, { itemId, played: changes.played, at }))
          .setPlayed
      }
      if (changes.favorite !== null) {
        watch = (await documents.setFavorite(context, { itemId, favorite: changes.favorite }))
          .setFavorite
      }
      if (changes.likes !== null) {
        watch = (await documents.rate(context, { itemId, likes: changes.likes })).rate
      }
      const ticks = body.number('PlaybackPositionTicks')
      if (ticks !== null && changes.played !== true) {
        if (ticks < 0)
          throw new AppError('BAD_REQUEST', 'PlaybackPositionTicks must not be negative.')
        const report = {
          itemId,
          event: 'PROGRESS',
          positionMs: msOfTicks(ticks),
          failed: false,
        } as const
        await documents.reportPlayback(context, report)
        watch = null
      }
      if (watch) return watch
      const { item } = await documents.item(context, { id: itemId })
      if (!item) throw unknownItem()
      return item.watch
    })

  const routes = (
    method: MediaRoute['method'],
    paths: readonly string[],
    handle: MediaRoute['handle'],
  ): readonly MediaRoute[] => paths.map((path) => ({ method, path, access: 'signedIn', handle }))

  const playedPaths = ['/UserPlayedItems/:itemId', '/Users/:userId/PlayedItems/:itemId']
  const favoritePaths = ['/UserFavoriteItems/:itemId', '/Users/:userId/FavoriteItems/:itemId']
  const ratingPaths = ['/UserItems/:itemId/Rating', '/Users/:userId/Items/:itemId/Rating']
  const dataPaths = ['/UserItems/:itemId/UserData', '/Users/:userId/Items/:itemId/UserData']
  return [
    ...routes('POST', playedPaths, played(true)),
    ...routes('DELETE', playedPaths, played(false)),
    ...favoritePaths.map((path) => favorite('POST', path, true)),
    ...favoritePaths.map((path) => favorite('DELETE', path, false)),
    ...routes('POST', ratingPaths, rate(false)),
    ...routes('DELETE', ratingPaths, rate(true)),
    ...routes('GET', dataPaths, read),
    ...routes('POST', dataPaths, update),
  ]
}

function userDataOf(watch: WatchFieldsFragment, itemId: string) {
  return toUserData(watch, plainId(itemId), plainId(itemId))
}
