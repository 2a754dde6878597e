import { hash, randomBytes } from 'node:crypto'
import type { Client } from '../../model/credentials.ts'
import type { DeviceStore, StoredDevice } from '../../model/device-store.ts'
import type { DeviceInfo, User, Profile, TokenOrigin } from '../../model/household.ts'
import type { LiveEvents } from '../../model/live-event.ts'
import type { Configuration } from '../configurations/configurations.ts'
import type { ConfigurationService } from '../configurations/service.ts'
import type { AccessTimeService } from './access-times.ts'
import { secretMarkOf, userIn } from './households.ts'
import type { Households } from './households.ts'
import type { SignedIn } from './sign-in-types.ts'

export type DeviceTokenOptions = {
  readonly configurations: Pick<ConfigurationService, 'ofRow'>
  readonly devices: DeviceStore
  readonly events: Pick<LiveEvents, 'publish'>
  readonly times: Pick<AccessTimeService, 'require'>
}

export type DeviceTokens = ReturnType<typeof createDeviceTokens>

const seenEveryMs = 60_000

export function createDeviceTokens(
  { configurations, devices, events, times }: DeviceTokenOptions,
  households: Households,
) {
  /** Throws OutsideAccessTimes, and FORBIDDEN where the media server is switched off. */
  async function issue(
    stored: Configuration,
    profile: Profile,
    device: DeviceInfo,
    origin: TokenOrigin,
  ): Promise<SignedIn> {
    const household = households.requireServed(stored)
    await times.require({ configuration: stored.rowId, profile })
    const accessToken = randomBytes(32).toString('hex')
    const { rowId, ended } = await devices.insert({
      tokenHash: tokenHashOf(accessToken),
      configuration: stored.rowId,
      profileId: profile.id,
      device,
      origin,
      secretMark: secretMarkOf(stored, profile),
    })
    for (const gone of ended) {
      events.publish({ kind: 'signedOut', configuration: stored.rowId, device: gone })
    }
    const signedIn = { via: origin, device: { ...device, rowId } }
    return { user: userIn(household, profile, signedIn), accessToken }
  }

  function userOf(device: StoredDevice, stored: Configuration): User | null {
    const household = households.served(stored)
    const profile = household?.profiles.find(({ id }) => id === device.profileId)
    if (!household || !profile || device.secretMark !== secretMarkOf(stored, profile)) return null
    const user = userIn(household, profile, {
      via: device.origin,
      device: device.origin === 'apiKey' ? null : { ...device.device, rowId: device.rowId },
    })
    return { ...user, secretMark: device.secretMark }
  }

  function noteSeen({ rowId, seenAt }: StoredDevice): void {
    if (Date.now() - seenAt < seenEveryMs) return
    // Not awaited: if it fails, the next request tries again.
    devices.seen(rowId).catch(() => {})
  }

  async function findUser(token: string, client: Client): Promise<User | null> {
    const found = /^[\w-]{20,200}$/.test(token) ? await devices.find(tokenHashOf(token)) : null
    if (!found) return null
    const user = userOf(found.device, await configurations.ofRow(found.row, client))
    if (user) noteSeen(found.device)
    return user
  }

  return { issue, findUser }
}

export function tokenHashOf(token: string): string {
  return hash('sha256', token, 'base64url')
}
