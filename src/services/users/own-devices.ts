import { randomBytes } from 'node:crypto'
import { AppError } from '../../core/errors.ts'
import { maxDeviceName } from '../../model/device-store.ts'
import type { StoredDevice } from '../../model/device-store.ts'
import type { User } from '../../model/household.ts'
import type { ConfigurationService } from '../configurations/service.ts'
import { requireOwner, refuseApiKeys } from './access.ts'
import { tokenHashOf } from './admission.ts'
import type { AdmissionOptions } from './admission.ts'
import { secretMarkOf } from './households.ts'
import { nobody } from './profiles.ts'
import type { ApiKey, KnownDevice } from './profiles.ts'
import { signInRefused } from './sign-in.ts'

export type OwnDevicesOptions = Pick<AdmissionOptions, 'devices' | 'onSignedOut'> & {
  readonly users: Pick<ConfigurationService, 'byNumber'>
}

/** What the people of a household do with their devices and API keys. */
export function createOwnDevices({ users, devices, onSignedOut }: OwnDevicesOptions) {
  /** Rows of the household that the member may end: the own profile's are all. */
  async function endable(member: User, isKey: boolean): Promise<readonly StoredDevice[]> {
    // A key that leaked must not end the devices of those who take it back.
    refuseApiKeys(member)
    const all = await devices.list(member.configuration)
    return all.filter(
      ({ profileId, origin }) =>
        (origin === 'apiKey') === isKey &&
        (member.profile.isOwner || profileId === member.profile.id),
    )
  }

  async function end(member: User, rows: readonly StoredDevice[]): Promise<void> {
    if (rows.length === 0) throw unknownDevice()
    for (const { number } of rows) {
      await devices.remove(member.configuration, number)
      onSignedOut(member.configuration, number)
    }
  }

  async function listDevices(member: User): Promise<readonly KnownDevice[]> {
    return (await endable(member, false)).flatMap((row) => {
      const profile = member.profiles.find(({ id }) => id === row.profileId)
      if (!profile) return []
      const { number, createdAt, seenAt } = row
      return [{ ...row.device, number, profile, createdAt, lastSeenAt: seenAt }]
    })
  }

  return {
    async signOut({ configuration, device }: User): Promise<void> {
      if (!device) return
      await devices.remove(configuration, device.number)
      onSignedOut(configuration, device.number)
    },

    /** Devices that the member may end: the first user those of all. */
    devices: listDevices,

    /** By the app's device id; NOT_FOUND where there is none. */
    async device(member: User, deviceId: string): Promise<KnownDevice> {
      const found = (await listDevices(member)).find(({ id }) => id === deviceId)
      if (found) return found
      throw unknownDevice()
    },

    /** By the app's device id; NOT_FOUND where there is none. */
    async revokeDevice(member: User, deviceId: string): Promise<void> {
      const all = await endable(member, false)
      await end(
        member,
        all.filter(({ device }) => device.id === deviceId),
      )
    },

    /** An empty name changes nothing. */
    async renameDevice(member: User, deviceId: string, name: string): Promise<void> {
      if (name === '') return
      const all = await endable(member, false)
      for (const { number } of all.filter(({ device }) => device.id === deviceId)) {
        await devices.rename(number, name)
      }
    },

    /** The first user alone; FORBIDDEN otherwise. BAD_REQUEST for a name beyond 255 characters. The key itself is told once. */
    async createApiKey(member: User, name: string): Promise<ApiKey> {
      refuseApiKeys(member)
      requireOwner(member)
      if (name.length > maxDeviceName) {
        throw new AppError('BAD_REQUEST', `A name may have at most ${maxDeviceName} characters.`)
      }
      const key = randomBytes(32).toString('hex')
      const stored = await users.byNumber(member.configuration, nobody)
      if (!stored) throw signInRefused()
      const { number } = await devices.insert({
        tokenHash: tokenHashOf(key),
        configuration: member.configuration,
        profileId: member.profile.id,
        device: { id: `key-${key.slice(0, 8)}`, name, client: name, version: '' },
        origin: 'apiKey',
        secretMark: secretMarkOf(stored, member.profile),
      })
      return { number, name, key, profile: member.profile, createdAt: Date.now() }
    },

    async apiKeys(member: User): Promise<readonly ApiKey[]> {
      refuseApiKeys(member)
      requireOwner(member)
      return (await endable(member, true)).map(({ number, device, createdAt }) => ({
        number,
        name: device.name,
        key: null,
        profile: member.profile,
        createdAt,
      }))
    },

    /** By key or, for devices, access token. */
    async revokeKey(member: User, key: string): Promise<void> {
      const found = await devices.find(tokenHashOf(key))
      const isKey = found?.device.origin === 'apiKey'
      const mine = await endable(member, isKey)
      await end(
        member,
        mine.filter(({ number }) => number === found?.device.number),
      )
    },
  }
}

function unknownDevice(): AppError {
  return new AppError('NOT_FOUND', 'There is no such device.')
}
