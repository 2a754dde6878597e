import type { User, Needs, Profile } from '../../model/household.ts'
import { maySee, mayWrite } from './access.ts'
import type { VisibleProfile } from './sign-in-types.ts'

/** What a user may watch, for that user and the first one; null for others, and for a user without limits. */
export function shownLimits(user: User, profile: Profile): Profile['limits'] {
  return mayWrite(user, profile) ? profile.limits : null
}

/** When a user may use the service, for that user and the first one; null for others, and at any time. */
export function shownTimes(user: User, profile: Profile) {
  const { id, times } = profile
  return times && mayWrite(user, profile) ? { ...times, profileId: id } : null
}

export function visibleProfiles(user: User): readonly VisibleProfile[] {
  return user.profiles
    .filter((profile) => maySee(user, profile))
    .map((profile) => ({ ...profile, needs: needsOf(profile, user) }))
}

/** What the caller must type to switch to the profile. */
export function needsOf(target: Profile, user: User): Needs {
  if (target.id === user.profile.id) return null
  // Who came by a PIN or their own password may not know the configuration's; a target's PIN is enough.
  const needsPassword =
    target.hasPassword || (!knowsConfiguration(user) && (target.isOwner || !target.hasPin))
  if (target.hasPin) return needsPassword ? 'password-pin' : 'pin'
  return needsPassword ? 'password' : null
}

/** Somebody else has typed the password for a user who may not watch everything, or not always. */
export function knowsConfiguration({ profile, via }: Pick<User, 'profile' | 'via'>): boolean {
  if (profile.limits !== null || profile.times !== null) return false
  return via === 'password' || via === 'basic'
}
