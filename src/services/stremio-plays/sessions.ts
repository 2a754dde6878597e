import { hash } from 'node:crypto'
import { silentMs } from '../../history/now-playing.ts'
import type { DeviceInfo, User } from '../../model/household.ts'
import { recordsPlays } from '../search.ts'
import { readCapabilities } from '../sessions/capabilities.ts'
import type { ShownSession } from '../sessions/device-session.ts'
import type { OpenPlays } from './open-plays.ts'

export type StremioSessionOptions = {
  readonly open: Pick<OpenPlays, 'of'>
  readonly now?: () => number
}

export const stremioDevice: DeviceInfo = {
  id: 'stremio',
  name: 'Stremio',
  client: 'Stremio',
  version: '',
}

/** What the caller, or for the first user anybody of the household, plays in Stremio: a session for each title. */
export function createStremioSessions({ open, now = Date.now }: StremioSessionOptions) {
  return async (user: User): Promise<readonly ShownSession[]> => {
    const { configuration, profile, profiles, userData } = user
    if (!recordsPlays(userData)) return []
    const since = now() - silentMs
    const seen = profile.isOwner ? profiles : [profile]
    const found = seen.map(async (one): Promise<ShownSession[]> => {
      const states = await open.of({ configuration, profile: one }, since)
      return [...states].map(([key, { now: playing, play }]) => ({
        id: hash('sha256', `session ${key}`).slice(0, 32),
        profile: one,
        device: stremioDevice,
        lastSeenAt: playing!.reportedAt,
        playing: { ...playing!, version: play?.version ?? null },
        capabilities: readCapabilities(null),
        companions: [],
        remoteControllable: false,
      }))
    })
    return (await Promise.all(found)).flat()
  }
}
