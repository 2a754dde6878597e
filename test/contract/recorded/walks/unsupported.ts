import type { Ending } from '../../../support/ending.ts'
import { startHousehold } from '../stage.ts'

const paths = [
  '/LiveTv/Info',
  '/LiveTv/Channels',
  '/LiveTv/GuideInfo',
  '/Channels',
  '/Artists',
  '/MusicGenres',
  '/Trailers',
  '/SyncPlay/List',
  '/Plugins',
  '/ScheduledTasks',
  '/Packages',
  '/Notifications/Types',
  '/FallbackFont/Fonts',
  '/Auth/Providers',
  '/Auth/PasswordResetProviders',
  '/System/Configuration',
  '/System/ActivityLog/Entries',
  '/Localization/Options',
  '/Playback/BitrateTest?Size=10',
  '/Playback/BitrateTest?Size=-1',
  '/Nothing/Like/This',
  '/Users/',
  '/Items//Counts',
]

/** What a server without these abilities answers, and paths that do not exist. */
export async function walkUnsupported(ends: Ending): Promise<string> {
  const { recorder, asOlga, films } = await startHousehold(ends)
  const { ask, note } = recorder

  note('Paths')
  for (const path of paths) await asOlga(path)
  for (const path of paths.slice(0, 2)) await ask(path)
  await asOlga(`/Items/${films[0]}/InstantMix`)
  await asOlga(`/Items/${films[0]}/LocalTrailers`)
  await asOlga('/Library/Refresh', { method: 'POST' })
  await asOlga(`/Items/${films[0]}/Refresh`, { method: 'POST' })
  await asOlga('/Videos/ActiveEncodings', { method: 'DELETE' })
  await asOlga('/ClientLog/Document', { method: 'POST', body: 'a line' })

  note('Methods')
  await asOlga('/UserViews', { method: 'POST' })
  await asOlga('/Sessions/Playing', { method: 'PUT', json: {} })
  await asOlga('/Items/Counts', { method: 'HEAD' })
  await ask('/Items', {
    method: 'OPTIONS',
    headers: { origin: 'https://page.example', 'access-control-request-method': 'GET' },
  })
  return recorder.print()
}
