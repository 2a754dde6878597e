import { AppError } from '../../../core/errors.ts'
import type { Member } from '../../../model/member.ts'
import { get, post } from '../transport/define-route.ts'
import { tagOf } from '../items/item-dto.ts'
import type { LibraryDocuments } from '../transport/library-documents.ts'
import { plainId } from '../transport/require-self.ts'
import type { MediaRequest, MediaRoute, MediaServerOptions } from '../transport/route.ts'
import { toSignedInDto } from '../users/signed-in-dto.ts'
import { toUserDto } from '../users/user-dto.ts'

/** Who shares the configuration, and becoming somebody else on the same device. */
export function serviceUserRoutes(
  documents: Pick<LibraryDocuments, 'serviceUsers'>,
  { services, serverId, serverName }: MediaServerOptions,
): readonly MediaRoute[] {
  async function list({ context, address }: MediaRequest) {
    const { serviceUsers } = await documents.serviceUsers(context, {})
    const member = await context.member()
    const chosen = await services.userConfigurations.readable(member)
    return serviceUsers.map(({ user, avatar, hidden, needs }) => ({
      user: toUserDto(requireProfile(member, user.id), serverId, serverName, chosen.get(user.id)),
      avatar: avatarAddress(avatar, user.id, member, address),
      hidden,
      needs: needs === 'password_pin' ? 'password-pin' : needs,
    }))
  }

  /** Through the service, not its document: the answer is that of a sign-in, with the session that it began. */
  async function token({ body, context }: MediaRequest) {
    const userId = body.text('UserId')
    if (userId === null) throw new AppError('BAD_REQUEST', 'UserId is missing.')
    const { profiles, userConfigurations } = services
    const member = await context.member()
    const switched = await profiles.switchTo(
      member,
      plainId(userId),
      body.text('Pw') ?? '',
      context.client,
    )
    const chosen = await userConfigurations.of(switched.member)
    return toSignedInDto(switched, serverId, serverName, chosen)
  }

  return [get('/Service/Users', list), post('/Service/Token', token)]
}

/** A user of the member's household. */
export function requireProfile({ profiles }: Member, id: string) {
  const found = profiles.find((profile) => profile.id === id)
  if (found) return found
  throw new AppError('NOT_FOUND', 'There is no such user.')
}

/** Where a picture can be fetched: pictures that lie in the configuration are served here. */
export function avatarAddress(
  avatar: string | null | undefined,
  userId: string,
  { profiles }: Member,
  address: string,
): string | null {
  if (!avatar) return null
  if (!avatar.startsWith('data:')) return avatar
  const query = new URLSearchParams({ userId, of: profiles[0]!.id, tag: tagOf(avatar) })
  return `${address}/UserImage?${query}`
}
