import { randomBytes } from 'node:crypto'
import { AppError } from '../../core/errors.ts'
import type { StoredDevice } from '../../model/device-store.ts'
import type { Member } from '../../model/member.ts'
import type { UserService } from '../user/service.ts'
import { requireOwn, requirePerson } from './access.ts'
import { tokenHashOf } from './admission.ts'
import type { AdmissionOptions } from './admission.ts'
import { secretMarkOf } from './households.ts'
import { nobody } from './profiles.ts'
import type { ApiKey, KnownDevice } from './profiles.ts'
import { signInRefused } from './sign-in.ts'

export type OwnDevicesOptions = Pick<AdmissionOptions, 'devices' | 'onSignedOut'> & {
  readonly users: Pick<UserService, 'shareByNumber'>
}

/** What the people of a household do with their devices and API keys. */
export function createOwnDevices({ users, devices, onSignedOut }: OwnDevicesOptions) {
  /** Rows of the household that the member may end: the own profile's are all. */
  async function endable(member: Member, isKey: boolean): Promise<readonly StoredDevice[]> {
    // A key that leaked must not end the devices of those who take it back.
    requirePerson(member)
    const all = await devices.list(member.configuration)
    return all.filter(
      ({ profileId, origin }) =>
        (origin === 'apiKey') === isKey && (member.profile.own || profileId === member.profile.id),
    )
  }

  async function end(member: Member, rows: readonly StoredDevice[]): Promise<void> {
    if (rows.length === 0) throw new AppError('NOT_FOUND', 'There is no such device.')
    for (const { number } of rows) {
      await devices.remove(member.configuration, number)
      onSignedOut(member.configuration, number)
    }
  }

  return {
    async signOut({ configuration, device }: Member): Promise<void> {
      if (!device) return
      await devices.remove(configuration, device.number)
      onSignedOut(configuration, device.number)
    },

    /** Devices that the member may end: the own profile those of all. */
    async devices(member: Member): Promise<readonly KnownDevice[]> {
      return (await endable(member, false)).flatMap((row) => {
        const profile = member.profiles.find(({ id }) => id === row.profileId)
        if (!profile) return []
        const { number, createdAt, seenAt } = row
        return [{ ...row.device, number, profile, createdAt, lastSeenAt: seenAt }]
      })
    },

    /** By the app's device id; NOT_FOUND where there is none. */
    async revokeDevice(member: Member, deviceId: string): Promise<void> {
      const all = await endable(member, false)
      await end(
        member,
        all.filter(({ device }) => device.id === deviceId),
      )
    },

    async renameDevice(member: Member, deviceId: string, name: string): Promise<void> {
      const all = await endable(member, false)
      for (const { number } of all.filter(({ device }) => device.id === deviceId)) {
        await devices.rename(number, name)
      }
    },

    /** Own profile alone; FORBIDDEN otherwise. The key itself is told once. */
    async createApiKey(member: Member, name: string): Promise<ApiKey> {
      requirePerson(member)
      requireOwn(member)
      const key = randomBytes(32).toString('hex')
      const shared = await users.shareByNumber(member.configuration, nobody)
      if (!shared) throw signInRefused()
      const { number } = await devices.insert({
        tokenHash: tokenHashOf(key),
        configuration: member.configuration,
        profileId: member.profile.id,
        device: { id: `key-${key.slice(0, 8)}`, name, client: name, version: '' },
        origin: 'apiKey',
        secretMark: secretMarkOf(shared, member.profile),
      })
      return { number, name, key, createdAt: Date.now() }
    },

    async apiKeys(member: Member): Promise<readonly ApiKey[]> {
      requirePerson(member)
      requireOwn(member)
      return (await endable(member, true)).map(({ number, device, createdAt }) => ({
        number,
        name: device.name,
        key: null,
        createdAt,
      }))
    },

    /** By key or, for devices, access token. */
    async revokeKey(member: Member, key: string): Promise<void> {
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
