import { LRUCache } from 'lru-cache'
import { atMost } from '../../core/entries.ts'
import type { LiveEvents } from '../../model/live-event.ts'
import type { User } from '../../model/household.ts'
import type { UserService } from './service.ts'

const maxMembers = 2_000
/** Now and then the database is asked all the same, which also notes that the device was seen. */
const rememberMs = 30_000

/**
 * Spares the look-up of who a token belongs to, where this process alone changes users and devices: everything that
 * could end a token forgets all of them.
 */
export function rememberUsers(
  profiles: UserService,
  events: Pick<LiveEvents, 'subscribeOwn'>,
): UserService {
  const known = new LRUCache<string, User>({ ...atMost(maxMembers), ttl: rememberMs })
  /** Rises with each change, so that nothing is remembered that was read before it. */
  let changes = 0

  function forget(): void {
    changes += 1
    known.clear()
  }

  async function forgetting<R>(change: Promise<R>): Promise<R> {
    try {
      return await change
    } finally {
      forget()
    }
  }

  events.subscribeOwn(({ kind }) => {
    if (kind === 'secrets' || kind === 'signedOut') forget()
  })

  return {
    ...profiles,
    async findUser(token, client) {
      const remembered = known.get(token)
      if (remembered) return remembered
      const before = changes
      const user = await profiles.findUser(token, client)
      if (user && before === changes) known.set(token, user)
      return user
    },
    signIn: (...input) => forgetting(profiles.signIn(...input)),
    switchTo: (...input) => forgetting(profiles.switchTo(...input)),
    signOut: (...input) => forgetting(profiles.signOut(...input)),
    revokeDevice: (...input) => forgetting(profiles.revokeDevice(...input)),
    renameDevice: (...input) => forgetting(profiles.renameDevice(...input)),
    revokeKey: (...input) => forgetting(profiles.revokeKey(...input)),
    redeemQuickConnect: (...input) => forgetting(profiles.redeemQuickConnect(...input)),
  }
}
