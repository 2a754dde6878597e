import { AppError } from '../../core/errors.ts'
import type { Member, Profile } from '../../model/member.ts'

/** Throws FORBIDDEN for API keys: what concerns people is told to people alone. */
export function requirePerson({ via }: Member): void {
  if (via !== 'apiKey') return
  throw new AppError('FORBIDDEN', 'API keys are refused here; sign in as a user.')
}

/** Whose history the member may read: the first user everybody's, others their own. */
export function readableProfiles({ profile, profiles }: Member): readonly Profile[] {
  return profile.own ? profiles : [profile]
}

export function mayRead({ profile }: Member, { id }: Profile): boolean {
  return profile.own || profile.id === id
}

/** Throws NOT_FOUND for a user whom the member cannot see, FORBIDDEN for one whose history it may not read. */
export function requireReadable(member: Member, profileId: string): Profile {
  const { profile: viewer, profiles } = member
  const found = profiles.find(({ id }) => id === profileId)
  const isSeen = found && (viewer.own || found.id === viewer.id || !(found.hidden || viewer.hidden))
  if (!isSeen) throw new AppError('NOT_FOUND', 'There is no such user.')
  if (mayRead(member, found)) return found
  throw new AppError('FORBIDDEN', 'This is the history of another user.')
}
