import {
  ItemWatchDocument,
  RateDocument,
  SetFavoriteDocument,
  SetPlayedDocument,
  UpdateWatchStateDocument,
} from '../../documents/documents.ts'
import type { WatchFieldsFragment } from '../../documents/documents.ts'
import { documentRoute } from '../transport/define-route.ts'
import { plainId } from '../transport/plain-id.ts'
import type { DocumentRoute, MediaRequest } from '../transport/route.ts'
import { dateTimeOf, msOfTicks } from '../transport/times.ts'
import { unknownItem } from './unknown-item.ts'
import { toUserData } from './user-data-dto.ts'

type Method = DocumentRoute['method']

const playedPaths = ['/UserPlayedItems/:itemId', '/Users/:userId/PlayedItems/:itemId']
const favoritePaths = ['/UserFavoriteItems/:itemId', '/Users/:userId/FavoriteItems/:itemId']
const ratingPaths = ['/UserItems/:itemId/Rating', '/Users/:userId/Items/:itemId/Rating']
const dataPaths = ['/UserItems/:itemId/UserData', '/Users/:userId/Items/:itemId/UserData']

/** Each answers the item's complete watch state. */
export const userDataRoutes: readonly DocumentRoute[] = [
  ...playedPaths.flatMap((path) => [played('POST', path), played('DELETE', path)]),
  ...favoritePaths.flatMap((path) => [favorite('POST', path), favorite('DELETE', path)]),
  ...ratingPaths.flatMap((path) => [rating('POST', path), rating('DELETE', path)]),
  ...dataPaths.flatMap((path) => [read(path), update(path)]),
]

function played(method: Method, path: string): DocumentRoute {
  return documentRoute({
    method,
    path,
    access: 'self',
    document: SetPlayedDocument,
    variables: (request) => ({
      ...itemOf(request),
      played: method === 'POST',
      at: dateTimeOf(request.query.date('datePlayed')),
    }),
    answer: ({ setPlayed }, request) => answer(setPlayed, request),
  })
}

function favorite(method: Method, path: string): DocumentRoute {
  return documentRoute({
    method,
    path,
    access: 'self',
    document: SetFavoriteDocument,
    variables: (request) => ({ ...itemOf(request), favorite: method === 'POST' }),
    answer: ({ setFavorite }, request) => answer(setFavorite, request),
  })
}

function rating(method: Method, path: string): DocumentRoute {
  return documentRoute({
    method,
    path,
    access: 'self',
    document: RateDocument,
    variables: (request) => ({
      ...itemOf(request),
      likes: method === 'POST' ? request.query.flag('likes') : null,
    }),
    answer: ({ rate }, request) => answer(rate, request),
  })
}

function read(path: string): DocumentRoute {
  return documentRoute({
    method: 'GET',
    path,
    access: 'self',
    document: ItemWatchDocument,
    variables: ({ params }) => ({ id: params['itemId']! }),
    answer({ item }, request) {
      if (!item) throw unknownItem()
      return answer(item.watch, request)
    },
  })
}

/** The Jellyfin API allows several changes at once. */
function update(path: string): DocumentRoute {
  return documentRoute({
    method: 'POST',
    path,
    access: 'self',
    document: UpdateWatchStateDocument,
    variables: (request) => ({
      ...itemOf(request),
      played: request.body.flag('Played'),
      playedAt: dateTimeOf(request.body.date('LastPlayedDate')),
      favorite: request.body.flag('IsFavorite'),
      likes: request.body.flag('Likes'),
      positionMs: placeOf(request),
    }),
    answer: ({ updateWatchState }, request) => answer(updateWatchState, request),
    words: { positionMs: 'PlaybackPositionTicks' },
  })
}

function itemOf({ params }: MediaRequest) {
  return { itemId: params['itemId']! }
}

function placeOf({ body }: MediaRequest): number | null {
  const ticks = body.number('PlaybackPositionTicks')
  return ticks === null ? null : msOfTicks(ticks)
}

function answer(watch: WatchFieldsFragment, { params }: MediaRequest) {
  const id = plainId(params['itemId']!)
  return toUserData(watch, id, id)
}
