import { Readable } from 'node:stream'
import { enumName } from '../../../core/enum-name.ts'
import { AppError } from '../../../core/errors.ts'
import type { Services } from '../../../graphql/context.ts'
import { get, post } from '../transport/define-route.ts'
import { toItemDto } from '../items/item-dto.ts'
import type { LibraryDocuments } from '../transport/library-documents.ts'
import { plainId } from '../transport/require-self.ts'
import type { MediaRequest, MediaRoute, MediaServerOptions } from '../transport/route.ts'
import type { SessionList } from '../playback/session-list.ts'
import { toUserDto } from '../users/user-dto.ts'
import { withUpload } from './upload.ts'
import { avatarAddress } from './users.ts'

/** What was watched: how much, by whom and when; and taking it out and in. */
export function serviceHistoryRoutes(
  documents: Pick<LibraryDocuments, 'activity' | 'history' | 'clearHistory' | 'playedUpTo'>,
  sessions: SessionList,
  { services, serverId, serverName }: MediaServerOptions,
): readonly MediaRoute[] {
  const { historyFiles } = services
  const dtoOptions = {
    serverId,
    brief: true,
    fields: new Set<string>(),
    userData: false,
    images: true,
  }

  async function activity({ context, address }: MediaRequest) {
    const found = await documents.activity(context, {})
    const user = await context.findUser()
    const ownerId = found.household.ownerId
    return {
      users: found.activity.users.map(({ user, avatar, hidden, locked, historyOf, counts }) => ({
        user: toUserDto(user, { serverId, serverName }),
        avatar: avatarAddress(avatar, user.id, ownerId, address),
        hidden,
        locked,
        historyOf,
        counts,
      })),
      sessions: user.profile.isOwner ? await sessions(context) : undefined,
    }
  }

  async function history({ context, query }: MediaRequest) {
    const source = query.text('source')?.toLowerCase() ?? 'all'
    if (source !== 'all' && source !== 'local') {
      throw new AppError('BAD_REQUEST', 'source must be local, or left out.')
    }
    const userId = query.text('userId')
    const { history: found } = await documents.history(context, {
      userId: userId === null ? null : plainId(userId),
      source: enumName(source),
      first: readLimit(query.text('limit')),
      after: query.text('cursor'),
    })
    return {
      items: found.nodes.map(({ item, ...entry }) => ({
        ...entry,
        kind: entry.kind.toLowerCase(),
        lastPlayedAt: entry.lastPlayedAt === null ? null : Date.parse(entry.lastPlayedAt),
        sortAt: Date.parse(entry.sortAt),
        origin: originNames[entry.origin],
        item: item ? toItemDto(item, dtoOptions) : null,
      })),
      cursor: found.pageInfo.hasNextPage ? found.pageInfo.endCursor : null,
    }
  }

  async function clear({ context, body }: MediaRequest) {
    const userId = body.text('userId')
    if (userId === null) throw new AppError('BAD_REQUEST', 'userId is missing.')
    const { clearHistory } = await documents.clearHistory(context, {
      userId: plainId(userId),
      ...readKeys(body.raw('itemKeys')),
    })
    return { cleared: clearHistory }
  }

  async function exportFile({ context, reply }: MediaRequest) {
    const pieces = historyFiles.export(await context.findUser())
    // What is refused is refused before the file begins.
    const first = await pieces[Symbol.asyncIterator]().next()
    const name = `history-${new Date().toISOString().slice(0, 10)}.json`
    return reply
      .type('application/json; charset=utf-8')
      .header('content-disposition', `attachment; filename="${name}"`)
      .header('cache-control', 'no-store')
      .send(Readable.from(follow(first, pieces)))
  }

  async function playedUpTo({ context, params }: MediaRequest) {
    await documents.playedUpTo(context, { episodeId: params['episodeId']! })
  }

  return [
    get('/Service/Activity', activity),
    get('/Service/History', history),
    post('/Service/History/Clear', clear),
    get('/Service/History/Export', exportFile),
    ...importRoutes(services),
    post('/Service/PlayedUpTo/:episodeId', playedUpTo),
  ]
}

function importRoutes({ historyFiles }: Pick<Services, 'historyFiles'>): readonly MediaRoute[] {
  async function importFile({ context, query, request, reply }: MediaRequest) {
    const user = await context.findUser()
    const userId = query.text('userId')
    const asked = {
      client: context.client,
      userId: userId === null ? null : plainId(userId),
      dryRun: query.flag('dryRun') ?? false,
      restore: query.flag('restore') ?? false,
    }
    if (!/application\/x-ndjson/i.test(request.headers.accept ?? '')) {
      return withUpload(request.raw, (upload) => historyFiles.import(user, asked, upload))
    }
    const lines = new Readable({ read() {} })
    const line = (value: unknown): void => void lines.push(`${JSON.stringify(value)}\n`)
    const begun = Promise.withResolvers<void>()
    const onProgress = (entries: number): void => {
      line({ entries })
      begun.resolve()
    }
    const done = withUpload(request.raw, (upload) =>
      historyFiles.import(user, { ...asked, onProgress }, upload),
    )
    done
      .then(line, (error: unknown) => {
        const { code, message } =
          error instanceof AppError
            ? error
            : { code: 'INTERNAL_SERVER_ERROR', message: 'The import failed; send the file again.' }
        line({ error: { code, message } })
      })
      .finally(() => lines.push(null))
    // What is refused before anything was imported is refused as every request is.
    await Promise.race([begun.promise, done])
    return reply.type('application/x-ndjson; charset=utf-8').send(lines)
  }

  return [
    {
      method: 'POST',
      path: '/Service/History/Import',
      access: 'signedIn',
      body: 'stream',
      handle: importFile,
    },
  ]
}

/** As the answers of this interface write them. */
const originNames = { LOCAL: 'local', IMPORT: 'import' } as const

async function* follow(
  first: IteratorResult<string>,
  rest: AsyncIterable<string>,
): AsyncGenerator<string> {
  if (first.done) return
  yield first.value
  yield* rest
}

/** Throws BAD_REQUEST for anything but a whole number. */
function readLimit(text: string | null): number | null {
  if (text === null) return null
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new AppError('BAD_REQUEST', 'limit must be a whole number.')
}

/** Left out means everything; anything but a list of texts is refused, so that no slip clears it all. */
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
