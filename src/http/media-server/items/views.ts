import { toItemDto } from './item-dto.ts'
import { readDtoOptions } from './item-query.ts'
import type { LibraryDocuments } from '../transport/library-documents.ts'
import { requireOwnUser } from '../transport/require-self.ts'
import { pageOf } from './pages.ts'
import type { MediaRequest, MediaRoute } from '../transport/route.ts'

/** The libraries of the caller. */
export function viewRoutes(documents: LibraryDocuments, serverId: string): readonly MediaRoute[] {
  async function list(request: MediaRequest, hidden: boolean) {
    await requireOwnUser(request)
    const { libraries } = await documents.libraries(request.context, { hidden })
    const options = readDtoOptions(request.query, serverId)
    return pageOf(libraries.map((library) => toItemDto(library, options)))
  }

  const views = (request: MediaRequest) =>
    list(request, request.query.flag('includeHidden') === true)

  /** The folder above all libraries, which has no other use. */
  async function root(request: MediaRequest) {
    const { profile } = await requireOwnUser(request)
    return {
      Name: 'Media Folders',
      Id: profile.id,
      ServerId: serverId,
      Type: 'UserRootFolder',
      IsFolder: true,
    }
  }

  const signedIn = { method: 'GET', access: 'signedIn' } as const
  return [
    { ...signedIn, path: '/UserViews', handle: views },
    { ...signedIn, path: '/Users/:userId/Views', handle: views },
    { ...signedIn, path: '/Library/MediaFolders', handle: (request) => list(request, true) },
    { ...signedIn, path: '/Items/Root', handle: root },
    { ...signedIn, path: '/Users/:userId/Items/Root', handle: root },
    { ...signedIn, path: '/UserViews/GroupingOptions', handle: async () => [] },
    { ...signedIn, path: '/Users/:userId/GroupingOptions', handle: async () => [] },
    { ...signedIn, path: '/Library/VirtualFolders', handle: async () => [] },
  ]
}
