import { AppError } from '../../core/errors.ts'
import type { User, Profile } from '../../model/household.ts'
import type { PlaylistUser, StoredPlaylist } from '../../model/playlist-store.ts'
import { visibleProfiles } from '../users/visible.ts'

export function isOwner({ profile }: Pick<User, 'profile'>, { ownerId }: StoredPlaylist): boolean {
  return ownerId === profile.id
}

/** Its owner, everybody where it is open, and those whom it is shared with. Personal users see none of others. */
export function maySee(user: Pick<User, 'profile'>, playlist: StoredPlaylist): boolean {
  if (user.profile.personal) return isOwner(user, playlist)
  return playlist.open || isOwner(user, playlist) || shareOf(user.profile, playlist) !== null
}

/** The owner; of a collection also the first user of the household. */
export function mayDelete(user: Pick<User, 'profile'>, list: StoredPlaylist): boolean {
  return isOwner(user, list) || (list.kind === 'collection' && user.profile.isOwner)
}

/** Its owner, and users it is shared with for editing. */
export function mayEdit(user: Pick<User, 'profile'>, playlist: StoredPlaylist): boolean {
  return mayDelete(user, playlist) || shareOf(user.profile, playlist)?.canEdit === true
}

function shareOf({ id }: Profile, { users }: StoredPlaylist): PlaylistUser | null {
  return users.find(({ profileId }) => profileId === id) ?? null
}

/** Throws FORBIDDEN for those who may only look. */
export function requireEdit(user: Pick<User, 'profile'>, playlist: StoredPlaylist): void {
  if (mayEdit(user, playlist)) return
  if (playlist.kind === 'collection') throw foreignCollection()
  throw new AppError('FORBIDDEN', 'This playlist is shared with you to be read, not to be changed.')
}

/** Throws FORBIDDEN for everybody else. */
export function requireOwner(user: Pick<User, 'profile'>, playlist: StoredPlaylist): void {
  if (mayDelete(user, playlist)) return
  if (playlist.kind === 'collection') throw foreignCollection()
  throw new AppError('FORBIDDEN', 'Only the owner of a playlist may do this.')
}

function foreignCollection(): AppError {
  return new AppError(
    'FORBIDDEN',
    'Only the user who made a collection and the first user of the household may change it.',
  )
}

/** Throws FORBIDDEN for another user than the caller. */
export function requireSelf(
  { profile }: Pick<User, 'profile'>,
  userId: string | null | undefined,
): void {
  if (userId === undefined || userId === null || userId === profile.id) return
  throw new AppError('FORBIDDEN', 'A playlist can be made for yourself alone.')
}

/** Without duplicates and the owner. Throws NOT_FOUND for users whom the caller cannot see. */
export function requireUsers(
  user: User,
  ownerId: string,
  users: readonly PlaylistUser[],
): readonly PlaylistUser[] {
  const visible = new Set(visibleProfiles(user).map(({ id }) => id))
  if (users.some(({ profileId }) => !visible.has(profileId))) {
    throw new AppError('NOT_FOUND', 'There is no such user to share a playlist with.')
  }
  const unique = new Map(users.map((user) => [user.profileId, user]))
  unique.delete(ownerId)
  return [...unique.values()]
}
