import type { User, Needs, Profile, TokenOrigin } from '../../model/household.ts'
import { maySee } from './access.ts'
import type { VisibleProfile } from './profiles.ts'

export function visibleProfiles(user: User): readonly VisibleProfile[] {
  return user.profiles
    .filter((profile) => maySee(user, profile))
    .map((profile) => ({ ...profile, needs: needsOf(profile, user) }))
}

/** What the caller must type to switch to the profile. */
export function needsOf(target: Profile, { profile, via }: User): Needs {
  if (target.id === profile.id) return null
  // Who came by a PIN or their own password may not know the configuration's; a target's PIN is enough.
  const needsPassword =
    target.hasPassword || (!knowsConfiguration(via) && (target.isOwner || !target.hasPin))
  if (target.hasPin) return needsPassword ? 'password-pin' : 'pin'
  return needsPassword ? 'password' : null
}

export function knowsConfiguration(via: TokenOrigin): boolean {
  return via === 'password' || via === 'basic'
}
