import { wordsByName, enumName } from '../../../core/enum-name.ts'
import { AppError } from '../../../core/errors.ts'
import {
  ActivityDocument,
  ClearHistoryDocument,
  HistoryDocument,
  PlayedUpToDocument,
} from '../../documents/documents.ts'
import type { HistoryQuery } from '../../documents/documents.ts'
import { toItemDto } from '../items/item-dto.ts'
import type { DtoOptions } from '../items/item-dto.ts'
import { toSessionDto } from '../playback/session-dto.ts'
import { documentRoute } from '../transport/define-route.ts'
import type { Fields } from '../transport/fields.ts'
import { required } from '../transport/fields.ts'
import { plainId } from '../transport/plain-id.ts'
import type { DocumentRoute } from '../transport/route.ts'
import { msOfDateTime } from '../transport/times.ts'
import { toUserDto } from '../users/user-dto.ts'
import type { ServerNames } from '../users/user-dto.ts'
import { avatarAddress } from './users.ts'

export function serviceHistoryRoutes(server: ServerNames): readonly DocumentRoute[] {
  return [activity(server), history(server), clear, playedUpTo]
}

function activity(server: ServerNames): DocumentRoute {
  return documentRoute({
    method: 'GET',
    path: '/Service/Activity',
    access: 'signedIn',
    document: ActivityDocument,
    variables: () => ({}),
    answer: ({ household: { ownerId }, activity: { users, sessions } }, { address }) => ({
      users: users.map(({ user, avatar, hidden, locked, historyOf, counts }) => ({
        user: toUserDto(user, server),
        avatar: avatarAddress(avatar, user.id, ownerId, address),
        hidden,
        locked,
        historyOf,
        counts: counts && { ...counts, lastAt: msOfDateTime(counts.lastAt) },
      })),
      sessions: sessions?.map((session) => toSessionDto(session, server.serverId)),
    }),
  })
}

function history({ serverId }: ServerNames): DocumentRoute {
  const shown = { serverId, brief: true, fields: new Set<string>(), userData: false, images: true }
  return documentRoute({
    method: 'GET',
    path: '/Service/History',
    access: 'signedIn',
    document: HistoryDocument,
    variables: ({ query }) => {
      const userId = query.text('userId')
      return {
        source: enumName(sourceOf(query)),
        userId: userId && plainId(userId),
        first: readLimit(query.text('limit')),
        after: query.text('cursor'),
      }
    },
    answer: ({ history: { nodes, pageInfo } }) => ({
      items: nodes.map((entry) => toEntry(entry, shown)),
      cursor: pageInfo.hasNextPage ? pageInfo.endCursor : null,
    }),
    words: { first: 'limit', after: 'cursor' },
  })
}

const clear = documentRoute({
  method: 'POST',
  path: '/Service/History/Clear',
  access: 'signedIn',
  document: ClearHistoryDocument,
  variables: ({ body }) => ({
    userId: plainId(required('userId', body.text('userId'))),
    ...readKeys(body.raw('itemKeys')),
  }),
  answer: ({ clearHistory }) => ({ cleared: clearHistory }),
})

const playedUpTo = documentRoute({
  method: 'POST',
  path: '/Service/PlayedUpTo/:episodeId',
  access: 'signedIn',
  document: PlayedUpToDocument,
  variables: ({ params }) => ({ episodeId: params['episodeId']! }),
  answer: () => undefined,
})

/** As the answers of this interface write them. */
const origins = wordsByName(['local', 'import'])

function toEntry(
  { item, ...entry }: HistoryQuery['history']['nodes'][number],
  options: DtoOptions,
) {
  return {
    ...entry,
    kind: entry.kind.toLowerCase(),
    lastPlayedAt: msOfDateTime(entry.lastPlayedAt),
    sortAt: Date.parse(entry.sortAt),
    origin: origins[entry.origin],
    item: item ? toItemDto(item, options) : null,
  }
}

function sourceOf(query: Fields): 'all' | 'local' {
  const source = query.text('source')?.toLowerCase() ?? 'all'
  if (source === 'all' || source === 'local') return source
  throw new AppError('BAD_REQUEST', 'source must be local, or left out.')
}

/** Throws BAD_REQUEST unless it is a whole number. */
function readLimit(text: string | null): number | null {
  if (text === null) return null
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new AppError('BAD_REQUEST', 'limit must be a whole number.')
}

/** Absent means everything; anything but a list of texts is rejected, so that a mistake does not clear it all. */
function readKeys(value: unknown): { itemKeys?: string[] } {
  if (value === undefined) return {}
  if (Array.isArray(value) && value.every((key) => typeof key === 'string')) {
    return { itemKeys: value }
  }
  throw new AppError(
    'BAD_REQUEST',
    'itemKeys must be a list of texts; leave it out to clear everything.',
  )
}
