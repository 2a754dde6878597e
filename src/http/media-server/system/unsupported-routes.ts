import { AppError } from '../../../core/errors.ts'
import { fixedGet } from '../transport/define-route.ts'
import { plainId } from '../transport/plain-id.ts'
import { emptyPage } from '../items/pages.ts'
import type { FixedRoute, MediaRequest } from '../transport/route.ts'

/** Parts of the Jellyfin API that do not exist here: an empty page, an empty list or 204 keeps apps going. */
const emptyPages = [
  '/LiveTv/Channels',
  '/LiveTv/Programs',
  '/LiveTv/Programs/Recommended',
  '/LiveTv/Recordings',
  '/LiveTv/Recordings/Folders',
  '/LiveTv/Timers',
  '/LiveTv/SeriesTimers',
  '/Channels',
  '/Channels/Features',
  '/Artists',
  '/Artists/AlbumArtists',
  '/MusicGenres',
  '/Trailers',
  '/Videos/:itemId/AdditionalParts',
  '/Items/:itemId/Intros',
  '/Users/:userId/Items/:itemId/Intros',
  '/Artists/InstantMix',
  '/Items/:itemId/InstantMix',
]
const emptyLists = [
  '/Items/:itemId/SpecialFeatures',
  '/Users/:userId/Items/:itemId/SpecialFeatures',
  '/Items/:itemId/LocalTrailers',
  '/Users/:userId/Items/:itemId/LocalTrailers',
  '/Items/:itemId/RemoteSearch/Subtitles/:language',
  '/Items/:itemId/Collections',
  '/SyncPlay/List',
  '/Plugins',
  '/ScheduledTasks',
  '/Packages',
  '/Repositories',
  '/Notifications/Types',
  '/web/ConfigurationPages',
  '/FallbackFont/Fonts',
  '/Auth/Providers',
  '/Auth/PasswordResetProviders',
  '/Channels/Items/Latest',
]
const acknowledged: readonly (readonly [FixedRoute['method'], string])[] = [
  ['DELETE', '/Videos/ActiveEncodings'],
  ['POST', '/ClientLog/Document'],
  ['POST', '/Library/Refresh'],
  ['POST', '/Items/:itemId/Refresh'],
]

export function unsupportedRoutes(): readonly FixedRoute[] {
  return [
    ...emptyPages.map((path) => fixedGet(path, () => emptyPage)),
    ...emptyLists.map((path) => fixedGet(path, () => [])),
    ...acknowledged.map(([method, path]): FixedRoute => ({
      method,
      path,
      access: 'signedIn',
      body: 'ignored',
      fixed: () => undefined,
    })),
    fixedGet('/Items/:itemId/ThemeSongs', noThemes),
    fixedGet('/Items/:itemId/ThemeVideos', noThemes),
    fixedGet('/Items/:itemId/ThemeMedia', (request) => ({
      ThemeVideosResult: noThemes(request),
      ThemeSongsResult: noThemes(request),
      SoundtrackSongsResult: noThemes(request),
    })),
    fixedGet('/LiveTv/Info', () => ({ Services: [], IsEnabled: false, EnabledUsers: [] })),
    fixedGet('/LiveTv/GuideInfo', () => {
      const now = new Date().toISOString()
      return { StartDate: now, EndDate: now }
    }),
    fixedGet('/System/Configuration', noAdministration),
    fixedGet('/System/ActivityLog/Entries', noAdministration),
  ]
}

function noThemes({ params }: MediaRequest) {
  return { ...emptyPage, OwnerId: plainId(params['itemId']!) }
}

function noAdministration(): never {
  throw new AppError('FORBIDDEN', 'There is nothing to administer through an app.')
}
