import { signInApp, startLibrary } from '../../library.ts'
import { withService } from '../../service.ts'
import type { Account, RunningService } from '../../service.ts'
import { makeTemporaryFolder } from '../../temporary-folder.ts'
import { startTracker } from '../history/trackers.ts'
import { makePlaysFolder } from '../plays/folder.ts'

const plays = 20_000
const devices = 12
const catalogs = 12
const titles = 200

/** A household of twenty with sources and their health, a tracker, libraries, devices, a history and plays. */
export async function withFilledService<T>(
  work: (service: RunningService, account: Account) => Promise<T>,
): Promise<T> {
  const dataDir = makeTemporaryFolder()
  const tracker = await startTracker(false)
  const { account, libraryPort } = await makePlaysFolder(dataDir, plays, null, [tracker.source])
  const library = await startLibrary(catalogs, titles, { port: libraryPort })
  try {
    return await withService(async (service) => {
      for (let device = 0; device < devices; device++) {
        await signInApp(service, account, `Device ${device}`)
      }
      return work(service, account)
    }, dataDir)
  } finally {
    await library.stop()
    tracker.stop()
  }
}
