import { AppError } from '../../../core/errors.ts'
import { get } from '../transport/define-route.ts'
import { plainId } from '../transport/require-self.ts'
import { emptyPage } from '../items/pages.ts'
import type { MediaRequest, MediaRoute } from '../transport/route.ts'

const chunk = Buffer.alloc(64 * 1024)
const maxTestBytes = 100_000_000

/** Parts of the standard that this server has nothing of, answered so that apps go on: an empty page, an empty list, or a nod. */
const emptyPages = [
  '/LiveTv/Channels',
  '/LiveTv/Programs',
  '/LiveTv/Programs/Recommended',
  '/LiveTv/Recordings',
  '/LiveTv/Recordings/Folders',
  '/LiveTv/Timers',
  '/LiveTv/SeriesTimers',
  '/MediaSegments/:itemId',
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
const acknowledged: readonly (readonly [MediaRoute['method'], string])[] = [
  ['DELETE', '/Videos/ActiveEncodings'],
  ['POST', '/ClientLog/Document'],
  ['POST', '/Library/Refresh'],
  ['POST', '/Items/:itemId/Refresh'],
]

export function unsupportedRoutes(): readonly MediaRoute[] {
  return [
    ...emptyPages.map((path) => get(path, async () => emptyPage)),
    ...emptyLists.map((path) => get(path, async () => [])),
    ...acknowledged.map(([method, path]): MediaRoute => ({
      method,
      path,
      access: 'signedIn',
      body: 'ignored',
      handle: async () => undefined,
    })),
    get('/Items/:itemId/ThemeSongs', noThemes),
    get('/Items/:itemId/ThemeVideos', noThemes),
    get('/Items/:itemId/ThemeMedia', async (request) => ({
      ThemeVideosResult: await noThemes(request),
      ThemeSongsResult: await noThemes(request),
      SoundtrackSongsResult: await noThemes(request),
    })),
    get('/LiveTv/Info', async () => ({ Services: [], IsEnabled: false, EnabledUsers: [] })),
    get('/LiveTv/GuideInfo', async () => {
      const now = new Date().toISOString()
      return { StartDate: now, EndDate: now }
    }),
    get('/Playback/BitrateTest', bitrateTest),
    get('/System/Configuration', noAdministration),
    get('/System/ActivityLog/Entries', noAdministration),
  ]
}

async function noThemes({ params }: MediaRequest) {
  return { ...emptyPage, OwnerId: plainId(params['itemId']!) }
}

async function noAdministration(): Promise<never> {
  throw new AppError('FORBIDDEN', 'There is nothing to administer through an app.')
}

/** As many bytes as are asked for, to measure how fast they come. */
async function bitrateTest({ query, reply }: MediaRequest) {
  const size = query.number('Size') ?? 102_400
  if (size < 1 || size > maxTestBytes) {
    throw new AppError('BAD_REQUEST', `Size must be between 1 and ${maxTestBytes}.`)
  }
  async function* bytes(): AsyncGenerator<Buffer> {
    for (let left = Math.trunc(size); left > 0; left -= chunk.length) {
      yield left < chunk.length ? chunk.subarray(0, left) : chunk
    }
  }
  const { Readable } = await import('node:stream')
  return reply
    .headers({
      'content-type': 'application/octet-stream',
      'content-length': Math.trunc(size),
      'cache-control': 'no-store',
    })
    .send(Readable.from(bytes(), { objectMode: false }))
}
