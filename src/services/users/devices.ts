import { randomBytes } from 'node:crypto'
import { AppError } from '../../core/errors.ts'
import { refusal } from '../../core/refusal-texts.ts'
import { maxDeviceName } from '../../model/device-store.ts'
import type { StoredDevice } from '../../model/device-store.ts'
import type { User } from '../../model/household.ts'
import type { ConfigurationService } from '../configurations/service.ts'
import { requireOwner, refuseApiKeys } from './access.ts'
import { tokenHashOf } from './device-tokens.ts'
import type { DeviceTokenOptions } from './device-tokens.ts'
import { secretMarkOf } from './households.ts'
import { nobody } from './sign-in-types.ts'
import { requireUnchanged } from './require-unchanged.ts'
import type { ApiKey, SignedInDevice } from './sign-in-types.ts'

export type DevicesOptions = Pick<DeviceTokenOptions, 'devices' | 'events'> & {
  readonly configurations: Pick<ConfigurationService, 'byRowId'>
}

export function createDevices({ configurations, devices, events }: DevicesOptions) {
  /** Rows that the caller may revoke; the first user may revoke all. */
  async function endable(user: User, isKey: boolean): Promise<readonly StoredDevice[]> {
    // Otherwise a leaked key could sign out the devices of those who try to revoke it.
    refuseApiKeys(user)
    const all = await devices.list(user.configuration)
    return all.filter(
      ({ profileId, origin }) =>
        (origin === 'apiKey') === isKey && (user.profile.isOwner || profileId === user.profile.id),
    )
  }

  async function remove(
    { configuration }: Pick<User, 'configuration'>,
    device: number,
  ): Promise<void> {
    await devices.remove(configuration, device)
    events.publish({ kind: 'signedOut', configuration, device })
  }

  async function end(user: User, rows: readonly StoredDevice[]): Promise<true> {
    if (rows.length === 0) throw unknownDevice()
    for (const { rowId } of rows) await remove(user, rowId)
    return true
  }

  async function listDevices(user: User): Promise<readonly SignedInDevice[]> {
    return (await endable(user, false)).flatMap((row) => {
      const profile = user.profiles.find(({ id }) => id === row.profileId)
      if (!profile) return []
      const { rowId, createdAt, seenAt } = row
      return [{ ...row.device, rowId, profile, createdAt, lastSeenAt: seenAt }]
    })
  }

  return {
    async signOut({ configuration, device }: User): Promise<true> {
      if (device) await remove({ configuration }, device.rowId)
      return true
    },

    devices: listDevices,

    /** Takes the app's device id; throws NOT_FOUND. */
    async device(user: User, deviceId: string): Promise<SignedInDevice> {
      const found = (await listDevices(user)).find(({ id }) => id === deviceId)
      if (found) return found
      throw unknownDevice()
    },

    /** For everyone who is signed in on it, or for one user. Throws NOT_FOUND. */
    async revokeDevice(user: User, deviceId: string, userId?: string | null): Promise<true> {
      const all = await endable(user, false)
      const isMeant = ({ device, profileId }: StoredDevice) =>
        device.id === deviceId && (userId == null || profileId === userId.toLowerCase())
      return end(user, all.filter(isMeant))
    },

    /** An empty name changes nothing. Throws BAD_REQUEST for a name over 255 characters. */
    async renameDevice(user: User, deviceId: string, name: string): Promise<true> {
      if (name === '') return true
      requireShort(name)
      const all = await endable(user, false)
      for (const { rowId } of all.filter(({ device }) => device.id === deviceId)) {
        await devices.rename(rowId, name)
      }
      return true
    },

    /** The first user only, else FORBIDDEN; BAD_REQUEST for a name over 255 characters. Only this answer contains the key. */
    async createApiKey(user: User, name: string): Promise<ApiKey> {
      refuseApiKeys(user)
      requireOwner(user)
      requireShort(name)
      const key = randomBytes(32).toString('hex')
      const stored = requireUnchanged(
        await configurations.byRowId(user.configuration, nobody),
        user,
      )
      const { rowId } = await devices.insert({
        tokenHash: tokenHashOf(key),
        configuration: user.configuration,
        profileId: user.profile.id,
        device: { id: `key-${key.slice(0, 8)}`, name, client: name, version: '' },
        origin: 'apiKey',
        secretMark: secretMarkOf(stored, user.profile),
      })
      return { rowId, name, key, profile: user.profile, createdAt: Date.now() }
    },

    async apiKeys(user: User): Promise<readonly ApiKey[]> {
      refuseApiKeys(user)
      requireOwner(user)
      return (await endable(user, true)).map(({ rowId, device, createdAt }) => ({
        rowId,
        name: device.name,
        key: null,
        profile: user.profile,
        createdAt,
      }))
    },

    /** By the id of its entry; throws NOT_FOUND. */
    async revokeApiKey(user: User, id: string): Promise<true> {
      refuseApiKeys(user)
      requireOwner(user)
      const keys = await endable(user, true)
      return end(
        user,
        keys.filter(({ rowId }) => String(rowId) === id),
      )
    },

    async revokeKey(user: User, key: string): Promise<true> {
      const found = await devices.find(tokenHashOf(key))
      const isKey = found?.device.origin === 'apiKey'
      const mine = await endable(user, isKey)
      return end(
        user,
        mine.filter(({ rowId }) => rowId === found?.device.rowId),
      )
    },
  }
}

function requireShort(name: string): void {
  if (name.length <= maxDeviceName) return
  throw new AppError('BAD_REQUEST', refusal('NAME_TOO_LONG', { most: String(maxDeviceName) }))
}

function unknownDevice(): AppError {
  return new AppError('NOT_FOUND', refusal('NO_SUCH_DEVICE'))
}
