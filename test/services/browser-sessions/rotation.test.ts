import { describe, expect, it, onTestFinished } from 'vitest'
import { createMemoryLiveEvents } from '../../../src/cache/live-events.ts'
import { createBrowserSessions } from '../../../src/services/browser-sessions/service.ts'
import { createBrowserSessionStore } from '../../../src/storage/repositories/browser-sessions.ts'
import { dialects } from '../../support/dialects.ts'
import { home, openUserService, password } from '../../support/user-service.ts'

const minute = 60_000
const day = 86_400_000

describe.each(dialects)('sessions of browsers on $name', ({ skip, openMigrated }) => {
  async function open(remember = true) {
    const db = await openMigrated()
    onTestFinished(() => db.destroy())
    let time = 1_800_000_000_000
    const { users, createUser } = await openUserService({ db })
    const store = createBrowserSessionStore(db)
    const sessions = createBrowserSessions({
      store,
      configurations: users,
      events: createMemoryLiveEvents(),
      now: () => time,
    })
    const { uuid, account } = await createUser()
    const signIn = () => sessions.open({ id: uuid, password, remember, name: 'Firefox' }, home)
    const { token, csrfToken } = await signIn()
    const opens = (one: string) =>
      sessions.account(one, csrfToken, home).then(
        (found) => found.uuid === uuid,
        () => false,
      )
    return {
      sessions,
      store,
      signIn,
      account,
      token: token!,
      opens,
      pass: (ms: number) => (time += ms),
    }
  }

  it.skipIf(skip)(
    'get another token after a day, once for all requests at the same time',
    async () => {
      const { sessions, token, opens, pass } = await open()
      expect((await sessions.resume(token))!.token).toBeNull()
      pass(day)
      const answers = await Promise.all(Array.from({ length: 5 }, () => sessions.resume(token)))
      const fresh = answers.flatMap((answer) => answer?.token ?? [])
      expect(fresh).toHaveLength(1)
      expect(await opens(fresh[0]!)).toBe(true)
    },
  )

  it.skipIf(skip)('take the token before for a minute, for requests on their way', async () => {
    const { sessions, token, opens, pass } = await open()
    pass(day)
    const { token: fresh } = (await sessions.resume(token))!
    expect(await opens(token)).toBe(true)
    pass(minute + 1)
    expect(await opens(token)).toBe(false)
    expect(await opens(fresh!)).toBe(true)
  })

  it.skipIf(skip)('end 90 days after the page was last opened, when remembered', async () => {
    const { sessions, token, opens, pass } = await open()
    pass(89 * day)
    const { token: fresh } = (await sessions.resume(token))!
    pass(89 * day)
    expect(await opens(fresh!)).toBe(true)
    pass(2 * day)
    expect(await opens(fresh!)).toBe(false)
  })

  it.skipIf(skip)('end a day after their last request, when not', async () => {
    const { token, opens, pass } = await open(false)
    expect(await opens(token)).toBe(true)
    pass(day + 1)
    expect(await opens(token)).toBe(false)
  })

  it.skipIf(skip)('are at most a hundred for a configuration: the longest unused go', async () => {
    const { sessions, signIn, account, token, opens, pass } = await open()
    for (let count = 0; count < 100; count++) {
      pass(1)
      await signIn()
    }
    expect(await sessions.list(account)).toHaveLength(100)
    expect(await opens(token)).toBe(false)
  })

  it.skipIf(skip)('are deleted when they have expired', async () => {
    const { sessions, store, account, pass } = await open()
    await store.prune(pass(91 * day))
    expect(await store.list(account.rowId)).toEqual([])
    expect(await sessions.list(account)).toEqual([])
  })
})
