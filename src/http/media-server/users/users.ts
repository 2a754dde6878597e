import { AppError } from '../../../core/errors.ts'
import {
  CurrentUserDocument,
  HouseholdUserDocument,
  HouseholdUsersDocument,
} from '../../documents/documents.ts'
import { documentRoute, fixedRoute } from '../transport/define-route.ts'
import { plainId } from '../transport/plain-id.ts'
import type { DocumentRoute, FixedRoute } from '../transport/route.ts'
import { toUserDto } from './user-dto.ts'
import type { ServerNames } from './user-dto.ts'

/** The users of the household, as the caller sees them. */
export function userRoutes(server: ServerNames): readonly (DocumentRoute | FixedRoute)[] {
  return [
    documentRoute({
      method: 'GET',
      path: '/Users',
      access: 'signedIn',
      document: HouseholdUsersDocument,
      variables: () => ({}),
      answer: ({ household }) => household.users.map((user) => toUserDto(user, server)),
    }),
    documentRoute({
      method: 'GET',
      path: '/Users/Me',
      access: 'signedIn',
      document: CurrentUserDocument,
      variables: () => ({}),
      answer: ({ household }) => toUserDto(household.currentUser, server),
    }),
    documentRoute({
      method: 'GET',
      path: '/Users/:userId',
      access: 'signedIn',
      document: HouseholdUserDocument,
      variables: ({ params }) => ({ id: plainId(params['userId']!) }),
      answer: ({ household }) => toUserDto(household.user, server),
    }),
    fixedRoute('POST', '/Users/Password', 'signedIn', refuse),
    fixedRoute('POST', '/Users/:userId/Password', 'signedIn', refuse),
    fixedRoute('POST', '/Users/:userId/Policy', 'signedIn', refuse),
    fixedRoute('POST', '/Users/ForgotPassword', 'anonymous', () => ({ Action: 'ContactAdmin' })),
  ]
}

function refuse(): never {
  throw new AppError('FORBIDDEN', 'Users and their secrets are changed in the configuration.')
}
