import { AppError } from '../../core/errors.ts'
import type { User, Profile } from '../../model/household.ts'

/** Throws FORBIDDEN for API keys: what concerns people is told to people alone. */
export function refuseApiKeys({ via }: User): void {
  if (via !== 'apiKey') return
  throw new AppError('FORBIDDEN', 'API keys are refused here; sign in as a user.')
}

/** Throws FORBIDDEN for anybody but the first user. */
export function requireOwner({ profile }: User): void {
  if (profile.isOwner) return
  throw new AppError('FORBIDDEN', 'Only the first user of a configuration may do this.')
}

/** The first user sees everybody, a hidden one itself alone, others everyone who is not hidden. */
export function maySee({ profile: account }: User, { id, hidden }: Profile): boolean {
  return account.isOwner || id === account.id || !(hidden || account.hidden)
}

/** Whose history the caller may read: the first user everybody's, others their own, and that of those who are not private. */
export function mayRead(user: User, profile: Profile): boolean {
  if (mayWrite(user, profile)) return true
  // A shared history is as private as the one who owns it.
  const owner = user.profiles.find(({ id }) => id === profile.historyId)
  return [profile, owner ?? profile].every((one) => maySee(user, one) && !one.private)
}

/** Whose history the caller may change: the first user everybody's, others their own. */
export function mayWrite({ profile }: User, { id }: Profile): boolean {
  return profile.isOwner || profile.id === id
}

export function readableProfiles(user: User): readonly Profile[] {
  return user.profiles.filter((profile) => mayRead(user, profile))
}

export function writableProfiles(user: User): readonly Profile[] {
  return user.profiles.filter((profile) => mayWrite(user, profile))
}

/** Throws FORBIDDEN for a user whose history the caller may not read, NOT_FOUND for one that the first user does not have. */
export function requireReadable(user: User, profileId: string): Profile {
  return requireProfile(user, profileId, mayRead)
}

/** The same for changing it. */
export function requireWritable(user: User, profileId: string): Profile {
  return requireProfile(user, profileId, mayWrite)
}

/** Others than the first user are answered alike for users whom they may not see and for those whom there are not. */
function requireProfile(
  user: User,
  profileId: string,
  may: (user: User, profile: Profile) => boolean,
): Profile {
  const found = user.profiles.find(({ id }) => id === profileId)
  if (found && may(user, found)) return found
  if (user.profile.isOwner) throw new AppError('NOT_FOUND', 'There is no such user.')
  throw new AppError(
    'FORBIDDEN',
    'There is no such user, or what is theirs is not yours to see or change.',
  )
}
