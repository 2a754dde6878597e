import type { Member, Needs, Profile, TokenOrigin } from '../../model/member.ts'
import type { VisibleProfile } from './profiles.ts'

/** Whom the member may see: the own profile everybody, a hidden one itself alone, others everyone who is not hidden. */
export function visibleProfiles(member: Member): readonly VisibleProfile[] {
  const { profile: viewer, profiles } = member
  return profiles
    .filter(
      (profile) => viewer.own || profile.id === viewer.id || (!profile.hidden && !viewer.hidden),
    )
    .map((profile) => ({ ...profile, needs: needsOf(profile, member) }))
}

/** What switching to the profile requires of somebody who came by PIN alone, or by a password. */
export function needsOf(target: Profile, { profile, via }: Member): Needs {
  if (target.id === profile.id) return null
  // Who came by a PIN or a password of its own may not know that of the configuration; where a PIN is asked, it is enough.
  const needsPassword =
    target.hasPassword || (!knowsConfiguration(via) && (target.own || !target.hasPin))
  if (target.hasPin) return needsPassword ? 'password-pin' : 'pin'
  return needsPassword ? 'password' : null
}

/** Whether a token was made by somebody who knew the configuration's own password. */
export function knowsConfiguration(via: TokenOrigin): boolean {
  return via === 'password' || via === 'basic'
}
