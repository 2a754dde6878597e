import type { Services } from '../../graphql/services.ts'
import { historyFileRoutes } from './extensions/history-files.ts'
import { imageRoutes } from './pictures/images.ts'
import { userImageRoutes } from './pictures/user-images.ts'
import { bytesRoutes } from './playback/byte-routes.ts'
import type { MediaServerOptions, ServiceRoute } from './transport/route.ts'
import { quickConnectSignInRoutes } from './users/quick-connect.ts'
import { signInRoutes } from './users/sign-in.ts'

/** The few paths that call services by themselves: bytes, pictures, files of history and signing in. */
export function serviceRoutes(
  services: Services,
  options: MediaServerOptions,
): readonly ServiceRoute[] {
  return [
    ...signInRoutes(services, options),
    ...quickConnectSignInRoutes(services),
    ...imageRoutes(services),
    ...userImageRoutes(services),
    ...bytesRoutes(services),
    ...historyFileRoutes(services),
  ]
}
