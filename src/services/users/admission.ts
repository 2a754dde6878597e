import { hash, randomBytes } from 'node:crypto'
import type { Client } from '../../model/credentials.ts'
import type { DeviceStore, StoredDevice } from '../../model/device-store.ts'
import type { DeviceInfo, User, Profile, TokenOrigin } from '../../model/household.ts'
import type { Configuration } from '../configurations/configurations.ts'
import type { ConfigurationService } from '../configurations/service.ts'
import { secretMarkOf } from './households.ts'
import type { Households } from './households.ts'
import type { SignedIn } from './profiles.ts'

export type AdmissionOptions = {
  readonly users: Pick<ConfigurationService, 'ofRow'>
  readonly devices: DeviceStore
  /** Hears of the number of a device whose token has ended. */
  readonly onSignedOut: (configuration: number, device: number) => void
}

export type Admission = ReturnType<typeof createAdmission>

const seenEveryMs = 60_000

/** Gives out access tokens, and knows whose they are. */
export function createAdmission(
  { users, devices, onSignedOut }: AdmissionOptions,
  households: Households,
) {
  async function admit(
    stored: Configuration,
    profile: Profile,
    device: DeviceInfo,
    origin: TokenOrigin,
  ): Promise<SignedIn> {
    const household = households.requireServed(stored)
    const accessToken = randomBytes(32).toString('hex')
    const { number, ended } = await devices.insert({
      tokenHash: tokenHashOf(accessToken),
      configuration: stored.number,
      profileId: profile.id,
      device,
      origin,
      secretMark: secretMarkOf(stored, profile),
    })
    for (const gone of ended) onSignedOut(stored.number, gone)
    const member = { ...household, profile, via: origin, device: { ...device, number } }
    return { member, accessToken }
  }

  function memberOf(device: StoredDevice, stored: Configuration): User | null {
    const household = households.served(stored)
    const profile = household?.profiles.find(({ id }) => id === device.profileId)
    if (!household || !profile || device.secretMark !== secretMarkOf(stored, profile)) return null
    return {
      ...household,
      profile,
      via: device.origin,
      device: device.origin === 'apiKey' ? null : { ...device.device, number: device.number },
    }
  }

  function noteSeen({ number, seenAt }: StoredDevice): void {
    if (Date.now() - seenAt < seenEveryMs) return
    // Nobody waits for it, and the next request tries again.
    devices.seen(number).catch(() => {})
  }

  /** Who an access token or API key belongs to; null where it is unknown, ended, or its user or its secret changed. */
  async function findMember(token: string, client: Client): Promise<User | null> {
    const found = /^[\w-]{20,200}$/.test(token) ? await devices.find(tokenHashOf(token)) : null
    if (!found) return null
    const member = memberOf(found.device, await users.ofRow(found.row, client))
    if (member) noteSeen(found.device)
    return member
  }

  return { admit, findMember }
}

export function tokenHashOf(token: string): string {
  return hash('sha256', token, 'base64url')
}
