import { get } from '../transport/define-route.ts'
import { toItemDto } from './item-dto.ts'
import type { ItemDto } from './item-dto.ts'
import { readDtoOptions, readItemRequest, readPage } from './item-query.ts'
import type { LibraryDocuments } from '../transport/library-documents.ts'
import { plainId, requireOwnUser, sameId } from '../transport/require-self.ts'
import { emptyPage, pageOf, toPage } from './pages.ts'
import type { MediaRequest, MediaRoute } from '../transport/route.ts'

/** Seasons, episodes, and what comes next. */
export function showRoutes(documents: LibraryDocuments, serverId: string): readonly MediaRoute[] {
  async function seasons(request: MediaRequest) {
    await requireOwnUser(request)
    const { query, context, params } = request
    const found = await documents.seasons(context, { seriesId: params['seriesId']! })
    const special = query.flag('isSpecialSeason')
    const missing = query.flag('isMissing')
    const wanted = found.seasons.filter(
      ({ season, aired }) =>
        (special === null || (season === 0) === special) && (missing === null || aired !== missing),
    )
    const options = readDtoOptions(query, serverId)
    return pageOf(wanted.map((season) => toItemDto(season, options)))
  }

  async function episodes(request: MediaRequest) {
    await requireOwnUser(request)
    const { query, context, params } = request
    const seriesId = params['seriesId']!
    const { filter, order } = readItemRequest(query)
    const found = await documents.episodes(context, {
      seriesId,
      season: await seasonNumber(request, seriesId),
      aired: filter.aired,
    })
    const options = readDtoOptions(query, serverId)
    const all = found.episodes.nodes.map((episode) => toItemDto(episode, options))
    // Without an order of its own a list is in the order of broadcast.
    const sorted = order[0]?.by === 'random' ? all.toSorted(() => Math.random() - 0.5) : all
    const { start, limit } = readPage(query)
    const cut = fromStart(around(sorted, query.text('adjacentTo')), query.text('startItemId'))
    const part = cut.slice(start, limit === null ? undefined : start + limit)
    return pageOf(part, cut.length, start)
  }

  /** By its number, or by the id of a season of this series. */
  async function seasonNumber({ query, context }: MediaRequest, seriesId: string) {
    const id = query.text('seasonId')
    if (id === null) return query.integer('season')
    const { seasons: all } = await documents.seasons(context, { seriesId })
    return all.find((season) => sameId(season.id, id))?.season ?? -1
  }

  async function nextUp(request: MediaRequest) {
    await requireOwnUser(request)
    const { query, context } = request
    const found = await documents.nextUp(context, {
      seriesId: query.text('seriesId'),
      parentId: query.text('parentId'),
      since: query.date('nextUpDateCutoff'),
      resumable: query.flag('enableResumable') ?? true,
      ...readPage(query),
    })
    return toPage(found.nextUp, readDtoOptions(query, serverId))
  }

  async function resume(request: MediaRequest) {
    await requireOwnUser(request)
    const { query, context } = request
    const { filter, possible } = readItemRequest(query)
    if (!possible) return emptyPage
    const { parentId, kinds, excludeKinds, search } = filter
    const asked = { parentId, kinds, excludeKinds, search, ...readPage(query) }
    const found = await documents.resume(context, asked)
    return toPage(found.resume, readDtoOptions(query, serverId))
  }

  return [
    get('/Shows/:seriesId/Seasons', seasons),
    get('/Shows/:seriesId/Episodes', episodes),
    get('/Shows/NextUp', nextUp),
    get('/Shows/Upcoming', async () => emptyPage),
    get('/UserItems/Resume', resume),
    get('/Users/:userId/Items/Resume', resume),
  ]
}

/** An episode with its neighbours. */
function around(episodes: readonly ItemDto[], id: string | null): readonly ItemDto[] {
  if (id === null) return episodes
  const place = episodes.findIndex(({ Id }) => Id === plainId(id))
  return place < 0 ? [] : episodes.slice(Math.max(0, place - 1), place + 2)
}

function fromStart(episodes: readonly ItemDto[], id: string | null): readonly ItemDto[] {
  if (id === null) return episodes
  const place = episodes.findIndex(({ Id }) => Id === plainId(id))
  return place < 0 ? episodes : episodes.slice(place)
}
