import { AppError } from '../../../core/errors.ts'
import { ServiceUsersDocument, SwitchUserDocument } from '../../documents/documents.ts'
import { tagOf } from '../items/item-dto.ts'
import { documentRoute } from '../transport/define-route.ts'
import { plainId } from '../transport/plain-id.ts'
import type { DocumentRoute, MediaRequest } from '../transport/route.ts'
import { toSignedInDto } from '../users/signed-in-dto.ts'
import { toUserDto } from '../users/user-dto.ts'
import type { ServerNames } from '../users/user-dto.ts'

const needsNames = { PIN: 'pin', PASSWORD: 'password', PASSWORD_PIN: 'password-pin' } as const

export function serviceUserRoutes(server: ServerNames): readonly DocumentRoute[] {
  return [
    documentRoute({
      method: 'GET',
      path: '/Service/Users',
      access: 'signedIn',
      document: ServiceUsersDocument,
      variables: () => ({}),
      answer: ({ household, serviceUsers }, { address }) =>
        serviceUsers.map(({ user, avatar, hidden, needs, personalUrl }) => ({
          user: toUserDto(user, server),
          avatar: avatarAddress(avatar, user.id, household.ownerId, address),
          hidden,
          needs: needs && needsNames[needs],
          personalUrl: personalUrl ?? undefined,
        })),
    }),
    documentRoute({
      method: 'POST',
      path: '/Service/Token',
      access: 'leaving',
      document: SwitchUserDocument,
      variables: ({ body }) => ({ userId: requireUserId(body), secret: body.text('Pw') }),
      answer: ({ switchUser: { user, preferences, ...signedIn } }) =>
        toSignedInDto({ ...signedIn, user: { ...user, preferences } }, server),
    }),
  ]
}

function requireUserId(body: MediaRequest['body']): string {
  const userId = body.text('UserId')
  if (userId !== null) return plainId(userId)
  throw new AppError('BAD_REQUEST', 'UserId is missing.')
}

export function avatarAddress(
  avatar: string | null | undefined,
  userId: string,
  ownerId: string,
  address: string,
): string | null {
  if (!avatar) return null
  if (!avatar.startsWith('data:')) return avatar
  const query = new URLSearchParams({ userId, of: ownerId, tag: tagOf(avatar) })
  return `${address}/UserImage?${query}`
}
