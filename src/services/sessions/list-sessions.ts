import { isPresent } from '../../core/is-present.ts'
import { hash } from 'node:crypto'
import { AppError } from '../../core/errors.ts'
import { refusal } from '../../core/refusal-texts.ts'
import type { User, Profile } from '../../model/household.ts'
import type { DeviceActivity, SessionStore } from '../../model/session-store.ts'
import { readCapabilities } from './capabilities.ts'
import { companionIds } from './companions.ts'
import type { LiveStates } from './live-states.ts'
import type { DeviceSession, SessionFilter, ShownSession } from './device-session.ts'
import type { Sockets } from './sockets.ts'

const activeMs = 960_000

export type ElsewhereSessions = (user: User) => Promise<readonly ShownSession[]>

export type ListSessionsOptions = {
  readonly store: Pick<SessionStore, 'list'>
  readonly sockets: Pick<Sockets, 'of'>
  readonly live: Pick<LiveStates, 'playing'>
}

export function createListSessions({ store, sockets, live }: ListSessionsOptions) {
  /** Recently seen devices that the caller may control. Throws NOT_FOUND or FORBIDDEN if the filter names another user. */
  return async function sessions(
    user: User,
    filter: SessionFilter = {},
  ): Promise<readonly DeviceSession[]> {
    const { deviceId, activeWithinMs, controllable, controllableBy } = filter
    const controller = isPresent(controllableBy) ? requireController(user, controllableBy) : null
    const since = Date.now() - (activeWithinMs ?? activeMs)
    const [found, open] = await Promise.all([
      store.list(user.configuration, since),
      sockets.of(user.configuration),
    ])
    return found.flatMap((activity): DeviceSession[] => {
      const profile = user.profiles.find(({ id }) => id === activity.profileId)
      if (!profile || (isPresent(deviceId) && activity.device.id !== deviceId)) return []
      const { rowId, state } = activity
      const capabilities = readCapabilities(activity.capabilities)
      const socket = open.get(rowId) ?? null
      const session = {
        id: sessionIdOf(activity),
        rowId,
        profile,
        device: activity.device,
        lastSeenAt: activity.seenAt,
        playing: live.playing(activity),
        capabilities,
        companions: companionIds(state?.companions).flatMap(
          (id) => user.profiles.find((other) => other.id === id) ?? [],
        ),
        socket,
        remoteControllable: socket !== null && capabilities.supportsMediaControl,
      }
      const isWanted =
        mayControl(user.profile, session) &&
        (controller === null || mayControl(controller, session)) &&
        (session.remoteControllable || !(controllable || controller))
      return isWanted ? [session] : []
    })
  }
}

/** What the caller may control, and what plays in apps that are signed in nowhere, which nobody can control. */
export function createShownSessions(
  list: ReturnType<typeof createListSessions>,
  elsewhere: ElsewhereSessions,
) {
  return async (user: User, filter: SessionFilter = {}): Promise<readonly ShownSession[]> => {
    const { deviceId, activeWithinMs, controllable, controllableBy } = filter
    const devices = await list(user, filter)
    if (controllable || isPresent(controllableBy)) return devices
    const since = Date.now() - (activeWithinMs ?? activeMs)
    const others = (await elsewhere(user)).filter(
      ({ device, lastSeenAt }) =>
        lastSeenAt >= since && (!isPresent(deviceId) || device.id === deviceId),
    )
    return [...devices, ...others]
  }
}

/** The first user controls all devices, others their own and those on which they watch along. */
function mayControl(
  { id, isOwner }: Profile,
  { profile, companions }: Pick<DeviceSession, 'profile' | 'companions'>,
): boolean {
  return isOwner || profile.id === id || companions.some((companion) => companion.id === id)
}

/** Throws NOT_FOUND for an unknown user; FORBIDDEN for another user, unless the caller is the first. */
function requireController({ profile, profiles }: User, id: string): Profile {
  if (id === profile.id) return profile
  if (!profile.isOwner)
    throw new AppError('FORBIDDEN', 'You may not control the devices of another user.')
  const found = profiles.find((other) => other.id === id)
  if (found) return found
  throw new AppError('NOT_FOUND', refusal('NO_SUCH_USER'))
}

function sessionIdOf({ rowId, createdAt }: DeviceActivity): string {
  return hash('sha256', `session ${rowId} ${createdAt}`).slice(0, 32)
}
