import { describe, expect, it } from 'vitest'
import type { Services } from '../../../src/graphql/services.ts'
import { historyFileRoutes } from '../../../src/http/media-server/extensions/history-files.ts'
import { imageRoutes } from '../../../src/http/media-server/pictures/images.ts'
import { userImageRoutes } from '../../../src/http/media-server/pictures/user-images.ts'
import { bytesRoutes } from '../../../src/http/media-server/playback/byte-routes.ts'
import { mediaRoutes } from '../../../src/http/media-server/routes.ts'
import { serviceRoutes } from '../../../src/http/media-server/service-routes.ts'
import type { ServiceRoute } from '../../../src/http/media-server/transport/route.ts'
import { quickConnectSignInRoutes } from '../../../src/http/media-server/users/quick-connect.ts'
import { signInRoutes } from '../../../src/http/media-server/users/sign-in.ts'
import { routeOptions } from '../../support/route-options.ts'

// Only asked for with a request.
const services = {} as Services

const named = (routes: readonly Pick<ServiceRoute, 'method' | 'path'>[]) =>
  routes.map(({ method, path }) => `${method} ${path}`)

/** The doors beside documents, by the files that `.dependency-cruiser.js` lets know services. */
const doors = {
  'users/sign-in.ts': named(signInRoutes(services, routeOptions)),
  'users/quick-connect.ts': named(quickConnectSignInRoutes(services)),
  'pictures/images.ts': named(imageRoutes(services)),
  'pictures/user-images.ts': named(userImageRoutes(services)),
  'playback/byte-routes.ts': named(bytesRoutes(services)),
  'extensions/history-files.ts': named(historyFileRoutes(services)),
}

const picture = '/Items/:itemId/Images/:type'
const subtitles = '/Videos/:itemId/:mediaSourceId/Subtitles/:index'

describe('Routes of the media server', () => {
  it('call services by themselves for bytes, pictures, files of history and signing in alone', () => {
    expect(doors).toEqual({
      'users/sign-in.ts': [
        'POST /Users/AuthenticateByName',
        'POST /Users/AuthenticateWithQuickConnect',
        'GET /Users/Public',
      ],
      'users/quick-connect.ts': [
        'POST /QuickConnect/Initiate',
        'GET /QuickConnect/Initiate',
        'GET /QuickConnect/Connect',
      ],
      'pictures/images.ts': [
        `GET ${picture}`,
        `GET ${picture}/:index`,
        `GET ${picture}/:index/:tag/:format/:maxWidth/:maxHeight/:percentPlayed/:unplayedCount`,
      ],
      'pictures/user-images.ts': [
        'GET /UserImage',
        'GET /Users/:userId/Images/:type',
        'GET /Users/:userId/Images/:type/:index',
      ],
      'playback/byte-routes.ts': [
        'GET /Videos/:itemId/stream',
        'GET /Videos/:itemId/stream.:container',
        'GET /Videos/:itemId/hls/:name',
        `GET ${subtitles}/Stream.:format`,
        `GET ${subtitles}/:startTicks/Stream.:format`,
        'GET /Playback/BitrateTest',
      ],
      'extensions/history-files.ts': [
        'GET /Service/History/Export',
        'POST /Service/History/Import',
      ],
    })
    expect(named(serviceRoutes(services, routeOptions)).toSorted()).toEqual(
      Object.values(doors).flat().toSorted(),
    )
  })

  it('run a document otherwise, or answer without asking anybody', () => {
    const others = mediaRoutes(routeOptions).filter(
      (route) => Number('document' in route) + Number('fixed' in route) !== 1 || 'handle' in route,
    )
    expect(named(others)).toEqual([])
  })

  it('are found in one place each', () => {
    const all = named([...mediaRoutes(routeOptions), ...serviceRoutes(services, routeOptions)])
    expect(all.filter((route, place) => all.indexOf(route) !== place)).toEqual([])
  })
})
