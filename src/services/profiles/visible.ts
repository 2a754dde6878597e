import type { Member, Needs, Profile } from '../../model/member.ts'
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
  const needsPassword = target.hasPassword || via === 'pin'
  if (target.hasPin) return needsPassword ? 'password-pin' : 'pin'
  return needsPassword ? 'password' : null
}
