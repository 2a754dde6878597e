import { LRUCache } from 'lru-cache'
import { atMost } from '../../core/entries.ts'
import type { LiveEvents } from '../../model/live-event.ts'
import type { User } from '../../model/household.ts'
import type { UserService } from './service.ts'

const maxUsers = 2_000
/** The database is asked again after this time, which also updates when the device was last seen. */
const rememberMs = 30_000

/** Only where this process alone changes users and devices: any change that could end a token clears the cache. */
export function rememberUsers(
  profiles: UserService,
  events: Pick<LiveEvents, 'subscribeOwn'>,
): UserService {
  const known = new LRUCache<string, User>({ ...atMost(maxUsers), ttl: rememberMs })
  /** Incremented by each change, so that nothing read before it is cached after it. */
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
    if (kind === 'configurationChanged' || kind === 'signedOut') forget()
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
    revokeApiKey: (...input) => forgetting(profiles.revokeApiKey(...input)),
    revokeKey: (...input) => forgetting(profiles.revokeKey(...input)),
    redeemQuickConnect: (...input) => forgetting(profiles.redeemQuickConnect(...input)),
  }
}
