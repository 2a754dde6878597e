import { AppError } from '../../../core/errors.ts'
import type { User } from '../../../model/household.ts'
import type { MediaRequest } from './route.ts'

/** The caller, where the user that the path or query names, if any, is the caller itself; otherwise throws FORBIDDEN. */
export async function requireSelf(request: MediaRequest): Promise<User> {
  const user = await request.findUser()
  const named = request.params['userId'] ?? request.query.text('userId')
  if (named === undefined || named === null || sameId(named, user.profile.id)) return user
  throw new AppError('FORBIDDEN', 'This is the data of another user.')
}

/** Whether two ids are the same, with or without dashes, in any case. */
export function sameId(a: string, b: string): boolean {
  return plainId(a) === plainId(b)
}

export function plainId(id: string): string {
  return id.replaceAll('-', '').toLowerCase()
}
