import type { User, Needs, Profile, TokenOrigin } from '../../model/household.ts'
import { maySee } from './access.ts'
import type { VisibleProfile } from './profiles.ts'

export function visibleProfiles(user: User): readonly VisibleProfile[] {
  return user.profiles
    .filter((profile) => maySee(user, profile))
    .map((profile) => ({ ...profile, needs: needsOf(profile, user) }))
}

/** What switching to the profile requires of somebody who came by PIN alone, or by a password. */
export function needsOf(target: Profile, { profile, via }: User): Needs {
  if (target.id === profile.id) return null
  // Who came by a PIN or a password of its own may not know that of the configuration; where a PIN is asked, it is enough.
  const needsPassword =
    target.hasPassword || (!knowsConfiguration(via) && (target.isOwner || !target.hasPin))
  if (target.hasPin) return needsPassword ? 'password-pin' : 'pin'
  return needsPassword ? 'password' : null
}

/** Whether a token was made by somebody who knew the configuration's own password. */
export function knowsConfiguration(via: TokenOrigin): boolean {
  return via === 'password' || via === 'basic'
}
