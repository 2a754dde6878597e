import { AppError } from '../../core/errors.ts'
import { refusal } from '../../core/refusal-texts.ts'
import type { User, Profile } from '../../model/household.ts'

/** Throws FORBIDDEN for API keys: personal data is for people only. */
export function refuseApiKeys({ via }: User): void {
  if (via !== 'apiKey') return
  throw new AppError('FORBIDDEN', 'API keys are refused here; sign in as a user.')
}

export function requireOwner({ profile }: User): void {
  if (profile.isOwner) return
  throw new AppError('FORBIDDEN', 'Only the first user of a configuration may do this.')
}

/** The first user sees everyone, a hidden or personal user only themselves, others everyone who is not hidden. */
export function maySee({ profile: account }: User, { id, hidden }: Profile): boolean {
  const seesOthers = !account.hidden && !account.personal
  return account.isOwner || id === account.id || (seesOthers && !hidden)
}

/** The first user reads every history; others read their own and those of users who are not private. */
export function mayRead(user: User, profile: Profile): boolean {
  if (mayWrite(user, profile)) return true
  // A shared history is as private as its owner.
  const owner = user.profiles.find(({ id }) => id === profile.historyOwner)
  return [profile, owner ?? profile].every((one) => maySee(user, one) && !one.private)
}

export function mayWrite({ profile }: User, { id }: Profile): boolean {
  return profile.isOwner || profile.id === id
}

export function readableProfiles(user: User): readonly Profile[] {
  return user.profiles.filter((profile) => mayRead(user, profile))
}

export function writableProfiles(user: User): readonly Profile[] {
  return user.profiles.filter((profile) => mayWrite(user, profile))
}

/** Throws FORBIDDEN for an unreadable history; only the first user gets NOT_FOUND for an unknown id. */
export function requireReadable(user: User, profileId: string): Profile {
  return requireProfile(user, profileId, mayRead)
}

export function requireWritable(user: User, profileId: string): Profile {
  return requireProfile(user, profileId, mayWrite)
}

function requireProfile(
  user: User,
  profileId: string,
  may: (user: User, profile: Profile) => boolean,
): Profile {
  const found = user.profiles.find(({ id }) => id === profileId)
  if (found && may(user, found)) return found
  if (user.profile.isOwner) throw new AppError('NOT_FOUND', refusal('NO_SUCH_USER'))
  throw new AppError('FORBIDDEN', 'There is no such user, or you may not see or change their data.')
}
