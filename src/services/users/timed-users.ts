import type { AccessTimeService } from './access-times.ts'
import type { UserService } from './service.ts'

export type TimedUserService = UserService & {
  readonly findUserAfterHours: UserService['findUser']
}

/** Lets nobody ask as a user whose time is over. */
export function withAccessTimes(
  users: UserService,
  times: Pick<AccessTimeService, 'require'>,
): TimedUserService {
  return {
    ...users,
    /** Also finds users whose time is over, for stopping and signing out. */
    findUserAfterHours: users.findUser,
    async findUser(token, client) {
      const user = await users.findUser(token, client)
      if (user) await times.require(user)
      return user
    },
    async ofProfile(...asked) {
      const user = await users.ofProfile(...asked)
      if (user) await times.require(user)
      return user
    },
    async ofAccount(...asked) {
      const user = await users.ofAccount(...asked)
      await times.require(user)
      return user
    },
  }
}
