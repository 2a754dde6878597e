import { randomBytes } from 'node:crypto'
import type { Services } from '../../graphql/context.ts'
import type { VersionDemand } from '../../model/version.ts'
import { unknownItem } from './items.ts'
import type { LibraryDocuments } from './library-documents.ts'
import type { ItemOpener } from './open-item.ts'
import { plainId, requireOwnUser } from './own-user.ts'
import type { MediaRequest, MediaRoute } from './route.ts'

/** What an app asks before it plays: all versions, the best first, or the one that it names. */
export function playbackInfoRoutes(
  documents: LibraryDocuments,
  { toSources }: Pick<ItemOpener, 'toSources'>,
  { itemIds }: Pick<Services, 'itemIds'>,
): readonly MediaRoute[] {
  async function playbackInfo(request: MediaRequest) {
    await requireOwnUser(request)
    const { context, params } = request
    const itemId = params['itemId']!
    const versionId = namedVersion(request)
    const { versions: found } = await documents.versions(context, {
      itemId,
      versionId,
      demand: demandOf(request),
    })
    if (!found) throw unknownItem()
    const asked = versionId ?? (plainId(itemId) === found.item.id ? null : plainId(itemId))
    const sources = await toSources(request, found, asked)
    return {
      MediaSources: sources,
      PlaySessionId: randomBytes(16).toString('hex'),
      ErrorCode: sources.length === 0 ? 'NoCompatibleStream' : undefined,
    }
  }

  /** Apps also name what other servers gave them: that says nothing here. */
  function namedVersion({ query, body }: MediaRequest): string | null {
    const id = query.text('MediaSourceId') ?? body.text('MediaSourceId')
    return id !== null && itemIds.decode(id) ? plainId(id) : null
  }

  const path = '/Items/:itemId/PlaybackInfo'
  return [
    { method: 'POST', path, access: 'signedIn', handle: playbackInfo },
    { method: 'GET', path, access: 'signedIn', handle: playbackInfo },
  ]
}

function demandOf({ query, body }: MediaRequest): VersionDemand {
  const says = (name: string): boolean => (query.flag(name) ?? body.flag(name)) === true
  if (says('Refresh')) return 'refresh'
  return says('Fresh') ? 'fresh' : 'usual'
}
