import { AppError } from '../../../core/errors.ts'
import type { Services } from '../../../graphql/services.ts'
import { OutsideAccessTimes } from '../../../model/access-times.ts'
import type { User } from '../../../model/household.ts'
import type { MediaAddress } from './address.ts'
import { plainId } from './plain-id.ts'
import type { ServiceRequest, ServiceRoute } from './route.ts'

export type Access = ReturnType<typeof createAccess>

/** Finds out who may call a route, before anything else. */
export function createAccess({
  users,
}: {
  readonly users: Pick<Services['users'], 'isServed' | 'admits'>
}) {
  return {
    /** Throws NOT_FOUND at an address of a configuration whose media server is off. */
    async requireServed(
      { scope }: MediaAddress,
      { token, caller }: Pick<ServiceRequest, 'token' | 'caller'>,
    ): Promise<void> {
      if (scope === null) return
      const user = token === null ? null : await caller.findUser().catch(() => null)
      if (await users.isServed(scope, user, caller.client)) return
      throw new AppError('NOT_FOUND', 'There is no media server at this address.')
    },

    /** Throws UNAUTHORIZED, also for the token of another user at a personal address, and FORBIDDEN where the request names another user than the caller. */
    async requireAccess(
      { access }: Pick<ServiceRoute, 'access'>,
      request: ServiceRequest,
    ): Promise<void> {
      if (access === 'anonymous') return
      const user = await requireUser(request, access === 'leaving')
      const { scope, caller } = request
      if (scope !== null && !(await users.admits(scope, user, caller.client))) {
        throw new AppError('UNAUTHORIZED', 'Sign in at this address.')
      }
      if (access === 'self') requireSelf(request, user)
    },
  }
}

/** Throws UNAUTHORIZED without a usable token. */
export async function requireUser(
  { token, caller }: Pick<ServiceRequest, 'token' | 'caller'>,
  isLeaving = false,
): Promise<User> {
  if (token !== null) return isLeaving ? caller.findUserAfterHours() : caller.findUser()
  throw new AppError('UNAUTHORIZED', 'Sign in and send the access token.')
}

/** Who asks for what needs only its id; null where the token is missing or has ended. Throws OutsideAccessTimes. */
export async function knownUser({
  token,
  caller,
}: Pick<ServiceRequest, 'token' | 'caller'>): Promise<User | null> {
  if (token === null) return null
  return caller.findUser().catch((error: unknown) => {
    if (error instanceof OutsideAccessTimes) throw error
    return null
  })
}

function requireSelf(request: ServiceRequest, { profile }: User): void {
  const named = request.params['userId'] ?? request.query.text('userId')
  if (named === null || plainId(named) === plainId(profile.id)) return
  throw new AppError('FORBIDDEN', 'This is the data of another user.')
}
