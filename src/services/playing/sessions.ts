import { hash } from 'node:crypto'
import { AppError } from '../../core/errors.ts'
import type { Member, Profile } from '../../model/member.ts'
import type { DeviceActivity, PlayingStore } from '../../model/playing-store.ts'
import { companionIds } from './companions.ts'
import type { LiveStates } from './live-states.ts'
import type { DeviceSession, SessionFilter } from './playing.ts'
import type { Sockets } from './sockets.ts'

const activeMs = 960_000

export type SessionsOptions = {
  readonly store: Pick<PlayingStore, 'list'>
  readonly sockets: Pick<Sockets, 'of'>
  readonly live: Pick<LiveStates, 'livePart'>
}

export function createSessions({ store, sockets, live }: SessionsOptions) {
  /**
   * Devices seen within the last while, which are also those that the member may control: all of the household for
   * the own profile, for others their own and those on which they watch along. Throws NOT_FOUND or FORBIDDEN for a
   * user who is named and whom the member does not speak for.
   */
  return async function sessions(
    member: Member,
    { deviceId, activeWithinMs, controllableBy }: SessionFilter,
  ): Promise<readonly DeviceSession[]> {
    const controller = controllableBy === null ? null : requireController(member, controllableBy)
    const since = Date.now() - (activeWithinMs ?? activeMs)
    const [found, open] = await Promise.all([
      store.list(member.configuration, since),
      sockets.of(member.configuration),
    ])
    return found.flatMap((activity): DeviceSession[] => {
      const profile = member.profiles.find(({ id }) => id === activity.profileId)
      if (!profile || (deviceId !== null && activity.device.id !== deviceId)) return []
      const { number, state, capabilities } = activity
      const socket = open.get(number) ?? null
      const session = {
        id: sessionIdOf(activity),
        number,
        profile,
        device: activity.device,
        lastSeenAt: activity.seenAt,
        playing: live.livePart(activity),
        capabilities,
        companions: companionIds(state?.companions).flatMap(
          (id) => member.profiles.find((other) => other.id === id) ?? [],
        ),
        socket,
        remoteControllable: socket !== null && capabilities?.['SupportsMediaControl'] === true,
      }
      if (!mayControl(member.profile, session)) return []
      if (controller === null) return [session]
      return session.remoteControllable && mayControl(controller, session) ? [session] : []
    })
  }
}

/** The own profile controls every device of the household, others their own and those on which they watch along. */
function mayControl(
  { id, own }: Profile,
  { profile, companions }: Pick<DeviceSession, 'profile' | 'companions'>,
): boolean {
  return own || profile.id === id || companions.some((companion) => companion.id === id)
}

/** Throws NOT_FOUND for a user of nobody's, FORBIDDEN for another one than the member unless it is the own one. */
function requireController({ profile, profiles }: Member, id: string): Profile {
  if (id === profile.id) return profile
  if (!profile.own) throw new AppError('FORBIDDEN', 'These are the devices of another user.')
  const found = profiles.find((other) => other.id === id)
  if (found) return found
  throw new AppError('NOT_FOUND', 'There is no such user.')
}

function sessionIdOf({ number, createdAt }: DeviceActivity): string {
  return hash('sha256', `session ${number} ${createdAt}`).slice(0, 32)
}
