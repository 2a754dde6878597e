import {
  EpisodesDocument,
  NextUpDocument,
  ResumeDocument,
  SeasonsDocument,
} from '../../documents/documents.ts'
import { documentRoute, fixedGet } from '../transport/define-route.ts'
import { plainId } from '../transport/plain-id.ts'
import type { DocumentRoute, FixedRoute } from '../transport/route.ts'
import { dateTimeOf } from '../transport/times.ts'
import { toItemDto } from './item-dto.ts'
import type { ItemDto } from './item-dto.ts'
import { readAired, readDtoOptions, readItemRequest, readOrder, readPage } from './item-query.ts'
import { emptyPage, pageOf, toPage } from './pages.ts'

export function showRoutes(serverId: string): readonly (FixedRoute | DocumentRoute)[] {
  return [
    seasons(serverId),
    episodes(serverId),
    nextUp(serverId),
    fixedGet('/Shows/Upcoming', () => emptyPage),
    resume('/UserItems/Resume', serverId),
    resume('/Users/:userId/Items/Resume', serverId),
  ]
}

function seasons(serverId: string): DocumentRoute {
  return documentRoute({
    method: 'GET',
    path: '/Shows/:seriesId/Seasons',
    access: 'self',
    document: SeasonsDocument,
    variables: ({ params }) => ({ seriesId: params['seriesId']! }),
    answer: (found, { query }) => {
      const special = query.flag('isSpecialSeason')
      const missing = query.flag('isMissing')
      const wanted = found.seasons.filter(
        ({ season, aired }) =>
          (special === null || (season === 0) === special) &&
          (missing === null || aired !== missing),
      )
      const options = readDtoOptions(query, serverId)
      return pageOf(wanted.map((season) => toItemDto(season, options)))
    },
  })
}

function episodes(serverId: string): DocumentRoute {
  return documentRoute({
    method: 'GET',
    path: '/Shows/:seriesId/Episodes',
    access: 'self',
    document: EpisodesDocument,
    variables: ({ params, query }) => ({
      seriesId: params['seriesId']!,
      seasonId: query.text('seasonId'),
      season: query.integer('season'),
      aired: readAired(query),
    }),
    answer: (found, { query }) => {
      const options = readDtoOptions(query, serverId)
      const all = found.episodes.nodes.map((episode) => toItemDto(episode, options))
      // Other orders are ignored: episodes are in the order of broadcast.
      const isRandom = readOrder(query)[0]?.by === 'RANDOM'
      const sorted = isRandom ? all.toSorted(() => Math.random() - 0.5) : all
      const { start, limit } = readPage(query)
      const cut = fromStart(around(sorted, query.text('adjacentTo')), query.text('startItemId'))
      const part = cut.slice(start, limit === null ? undefined : start + limit)
      return pageOf(part, cut.length, start)
    },
  })
}

function nextUp(serverId: string): DocumentRoute {
  return documentRoute({
    method: 'GET',
    path: '/Shows/NextUp',
    access: 'self',
    document: NextUpDocument,
    variables: ({ query }) => ({
      seriesId: query.text('seriesId'),
      parentId: query.text('parentId'),
      since: dateTimeOf(query.date('nextUpDateCutoff')),
      resumable: query.flag('enableResumable') ?? true,
      ...readPage(query),
    }),
    answer: (found, { query }) => toPage(found.nextUp, readDtoOptions(query, serverId)),
  })
}

function resume(path: string, serverId: string): DocumentRoute {
  return documentRoute({
    method: 'GET',
    path,
    access: 'self',
    document: ResumeDocument,
    variables: ({ query }) => {
      const { filter, start, limit } = readItemRequest(query)
      const { parentId, kinds, excludeKinds, search } = filter
      return { parentId, kinds, excludeKinds, search, start, limit }
    },
    answer: (found, { query }) => toPage(found.resume, readDtoOptions(query, serverId)),
  })
}

function around(all: readonly ItemDto[], id: string | null): readonly ItemDto[] {
  if (id === null) return all
  const place = all.findIndex(({ Id }) => Id === plainId(id))
  return place < 0 ? [] : all.slice(Math.max(0, place - 1), place + 2)
}

function fromStart(all: readonly ItemDto[], id: string | null): readonly ItemDto[] {
  if (id === null) return all
  const place = all.findIndex(({ Id }) => Id === plainId(id))
  return place < 0 ? all : all.slice(place)
}
