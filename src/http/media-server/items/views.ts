import { CallerDocument, LibrariesDocument } from '../../documents/documents.ts'
import { documentRoute, fixedGet } from '../transport/define-route.ts'
import type { DocumentRoute, FixedRoute, MediaRequest } from '../transport/route.ts'
import { toItemDto } from './item-dto.ts'
import { readDtoOptions } from './item-query.ts'
import { pageOf } from './pages.ts'

export function viewRoutes(serverId: string): readonly (FixedRoute | DocumentRoute)[] {
  const libraries = (path: string, isHiddenShown: (request: MediaRequest) => boolean) =>
    documentRoute({
      method: 'GET',
      path,
      access: 'self',
      document: LibrariesDocument,
      variables: (request) => ({ hidden: isHiddenShown(request) }),
      answer: (found, { query }) => {
        const options = readDtoOptions(query, serverId)
        return pageOf(found.libraries.map((library) => toItemDto(library, options)))
      },
    })

  const asAsked = ({ query }: MediaRequest): boolean => query.flag('includeHidden') === true
  return [
    libraries('/UserViews', asAsked),
    libraries('/Users/:userId/Views', asAsked),
    libraries('/Library/MediaFolders', () => true),
    ...['/Items/Root', '/Users/:userId/Items/Root'].map((path) => root(path, serverId)),
    fixedGet('/UserViews/GroupingOptions', () => []),
    fixedGet('/Users/:userId/GroupingOptions', () => []),
    fixedGet('/Library/VirtualFolders', () => []),
  ]
}

/** The folder above all libraries; apps only need it to exist. */
function root(path: string, serverId: string): DocumentRoute {
  return documentRoute({
    method: 'GET',
    path,
    access: 'self',
    document: CallerDocument,
    variables: () => ({}),
    answer: ({ household: { currentUser } }) => ({
      Name: 'Media Folders',
      Id: currentUser.id,
      ServerId: serverId,
      Type: 'UserRootFolder',
      IsFolder: true,
    }),
  })
}
