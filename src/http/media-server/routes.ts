import { unsupportedRoutes } from './system/unsupported-routes.ts'
import { collectionRoutes } from './items/collections.ts'
import { deviceRoutes } from './users/devices.ts'
import { displayPreferenceRoutes } from './users/display-preferences.ts'
import { serviceHistoryRoutes } from './extensions/history.ts'
import { serviceUserRoutes } from './extensions/users.ts'
import { filterRoutes } from './items/filters.ts'
import { imageListRoute } from './pictures/images.ts'
import { itemRoutes } from './items/items.ts'
import { localizationRoutes } from './system/localization.ts'
import { mediaSegmentsRoute } from './playback/media-segments.ts'
import { playbackInfoRoutes } from './playback/playback-info.ts'
import { playbackReportRoutes } from './playback/playback-reports.ts'
import { playlistRoutes } from './items/playlists.ts'
import { quickConnectRoutes } from './users/quick-connect.ts'
import { remoteControlRoutes } from './playback/remote-control.ts'
import type { DocumentRoute, FixedRoute, MediaServerOptions } from './transport/route.ts'
import { sessionRoutes } from './playback/sessions.ts'
import { showRoutes } from './items/shows.ts'
import { systemRoutes } from './system/system.ts'
import { userConfigurationRoutes } from './users/user-configuration.ts'
import { userDataRoutes } from './items/user-data.ts'
import { userRoutes } from './users/users.ts'
import { viewRoutes } from './items/views.ts'

/** Every path of the standard that this server answers by running a document, or without asking anybody. */
export function mediaRoutes(options: MediaServerOptions): readonly (DocumentRoute | FixedRoute)[] {
  const { serverId } = options
  return [
    ...systemRoutes(options),
    ...userRoutes(options),
    ...userConfigurationRoutes,
    ...quickConnectRoutes,
    ...sessionRoutes(serverId),
    ...remoteControlRoutes,
    ...deviceRoutes,
    ...displayPreferenceRoutes,
    ...localizationRoutes,
    ...viewRoutes(serverId),
    ...itemRoutes(serverId),
    ...playlistRoutes(serverId),
    ...collectionRoutes,
    ...showRoutes(serverId),
    ...filterRoutes(serverId),
    ...userDataRoutes,
    imageListRoute,
    ...playbackInfoRoutes(),
    mediaSegmentsRoute,
    ...playbackReportRoutes,
    ...serviceUserRoutes(options),
    ...serviceHistoryRoutes(options),
    ...unsupportedRoutes(),
  ]
}
