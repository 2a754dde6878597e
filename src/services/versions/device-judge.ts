import type { User } from '../../model/household.ts'
import type { LibraryItem } from '../../model/library-item.ts'
import type { Version } from '../../model/version.ts'
import type { DeviceProfiles } from '../users/device-profiles.ts'
import { fitOf } from './device-fit.ts'
import type { DeviceFit } from './device-fit.ts'
import { fileFactsOf } from './file-facts.ts'

export type DeviceJudge = (version: Pick<Version, 'result'>) => DeviceFit

/** How the user's device takes a version of the item; null where nothing is known of the device. */
export async function deviceJudge(
  deviceProfiles: Pick<DeviceProfiles, 'of'>,
  user: User,
  { runtimeMs }: Pick<LibraryItem, 'runtimeMs'>,
): Promise<DeviceJudge | null> {
  const profile = user.device && (await deviceProfiles.of(user))
  return profile && (({ result }) => fitOf(profile, fileFactsOf(result, runtimeMs)))
}
