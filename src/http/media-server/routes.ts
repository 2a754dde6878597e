import { absentRoutes } from './absent.ts'
import { bytesRoutes } from './bytes/routes.ts'
import { deviceRoutes } from './devices.ts'
import { displayPreferenceRoutes } from './display-preferences.ts'
import { serviceHistoryRoutes } from './extensions/history.ts'
import { serviceUserRoutes } from './extensions/users.ts'
import { filterRoutes } from './filters.ts'
import { imageRoutes } from './images.ts'
import { itemRoutes } from './items.ts'
import type { LibraryDocuments } from './library-documents.ts'
import { localizationRoutes } from './localization.ts'
import { createItemOpener } from './open-item.ts'
import { playbackInfoRoutes } from './playback-info.ts'
import { playbackReportRoutes } from './playback-reports.ts'
import { playlistRoutes } from './playlists.ts'
import { quickConnectRoutes } from './quick-connect.ts'
import { remoteControlRoutes } from './remote-control.ts'
import type { MediaRoute, MediaServerOptions } from './route.ts'
import type { SessionList } from './session-list.ts'
import { sessionRoutes } from './sessions.ts'
import { showRoutes } from './shows.ts'
import { systemRoutes } from './system.ts'
import { userConfigurationRoutes } from './user-configuration.ts'
import { userDataRoutes } from './user-data.ts'
import { userRoutes } from './users.ts'
import { viewRoutes } from './views.ts'

/** Every path of the standard that this server answers. */
export function mediaRoutes(
  documents: LibraryDocuments,
  sessions: SessionList,
  options: MediaServerOptions,
): readonly MediaRoute[] {
  const { services, serverId } = options
  const opener = createItemOpener({ documents, services, serverId })
  const { open } = opener
  return [
    ...systemRoutes(options),
    ...userRoutes(options),
    ...userConfigurationRoutes(services.userConfigurations),
    ...quickConnectRoutes(options),
    ...sessionRoutes(sessions, options),
    ...remoteControlRoutes(documents, services),
    ...deviceRoutes(options),
    ...displayPreferenceRoutes(services.preferences),
    ...localizationRoutes(),
    ...viewRoutes(documents, serverId),
    ...itemRoutes(documents, open, serverId),
    ...playlistRoutes(documents, serverId),
    ...showRoutes(documents, serverId),
    ...filterRoutes(documents, serverId),
    ...userDataRoutes(documents),
    ...imageRoutes(services),
    ...playbackInfoRoutes(documents, opener, services),
    ...playbackReportRoutes(documents, services),
    ...bytesRoutes(services),
    ...serviceUserRoutes(documents, options),
    ...serviceHistoryRoutes(documents, sessions, options),
    ...absentRoutes(),
  ]
}
