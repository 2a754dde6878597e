import {
  EpisodesDocument,
  NextUpDocument,
  ResumeDocument,
  SeasonsDocument,
} from '../../documents/documents.ts'
import { documentRoute, fixedGet } from '../transport/define-route.ts'
import type { DocumentRoute, FixedRoute } from '../transport/route.ts'
import { dateTimeOf } from '../transport/times.ts'
import { toItemDto } from './item-dto.ts'
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
    variables: ({ params, query }) => {
      const missing = query.flag('isMissing')
      return {
        seriesId: params['seriesId']!,
        special: query.flag('isSpecialSeason'),
        aired: missing === null ? null : !missing,
      }
    },
    answer: ({ seasons: found }, { query }) => {
      const options = readDtoOptions(query, serverId)
      return pageOf(found.map((season) => toItemDto(season, options)))
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
      adjacentTo: query.text('adjacentTo'),
      from: query.text('startItemId'),
      // Other orders are ignored: episodes are in the order of broadcast.
      shuffled: readOrder(query)[0]?.by === 'RANDOM',
      ...readPage(query),
    }),
    answer: (found, { query }) => toPage(found.episodes, readDtoOptions(query, serverId)),
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
