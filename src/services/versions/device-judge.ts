import type { User } from '../../model/household.ts'
import type { LibraryItem } from '../../model/library-item.ts'
import type { Version } from '../../model/version.ts'
import type { DeviceProfiles } from '../users/device-profiles.ts'
import { cannotPlay } from './device-fit.ts'
import { fileFactsOf } from './file-facts.ts'

export type DeviceJudge = (version: Pick<Version, 'result'>) => boolean

/** Whether the user's device may play a version of the item; null where nothing is known of the device. */
export async function deviceJudge(
  deviceProfiles: Pick<DeviceProfiles, 'of'>,
  user: User,
  { runtimeMs }: Pick<LibraryItem, 'runtimeMs'>,
): Promise<DeviceJudge | null> {
  const profile = user.device && (await deviceProfiles.of(user))
  return profile && (({ result }) => !cannotPlay(profile, fileFactsOf(result, runtimeMs)))
}
