import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createRateLimiter } from '../../../src/security/rate-limit.ts'
import { createOperatorSessions } from '../../../src/services/operator/sessions.ts'
import { createOperatorSessionStore } from '../../../src/storage/repositories/operator-sessions.ts'
import { dialects } from '../../support/dialects.ts'
import { countingHasher } from '../../support/passwords.ts'

const hour = 3_600_000
const client = { address: '127.0.0.1' }
const input = { password: 'right password', name: 'Firefox on Linux' }

describe.each(dialects)("the operator's sessions on $name", ({ skip, openMigrated }) => {
  async function open(password: string | null = input.password) {
    const db = await openMigrated()
    const store = createOperatorSessionStore(db)
    const clock = { at: 1_000 * hour }
    const failures = createRateLimiter({ name: 'test', limit: null, redis: null })
    const { hasher, calls } = countingHasher()
    const withPassword = (other: string | null, secretKey = Buffer.alloc(32, 1)) =>
      createOperatorSessions({
        store,
        password: other,
        secretKey,
        hasher,
        failures,
        now: () => clock.at,
      })
    return { store, clock, withPassword, calls, sessions: withPassword(password) }
  }

  it.skipIf(skip)('end an hour after the last use', async () => {
    const { sessions, clock } = await open()
    const { token, csrfToken } = await sessions.open(input, client)
    clock.at += hour - 1
    expect(await sessions.resume(token!)).toEqual({ token: null, csrfToken, keepMs: null })
    clock.at += 1
    expect(await sessions.resume(token!)).toBeNull()
  })

  it.skipIf(skip)('end after twelve hours, however much they are used', async () => {
    const { sessions, store, clock } = await open()
    const { token, csrfToken } = await sessions.open(input, client)
    const { id } = (await store.list())[0]!
    for (let passed = 1; passed < 24; passed++) {
      clock.at += hour / 2
      await store.seen(id, clock.at)
      expect(await sessions.require(token!, csrfToken)).toMatchObject({ id })
    }
    clock.at += hour / 2
    await store.seen(id, clock.at)
    await expect(sessions.require(token!, csrfToken)).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
    })
    await store.prune(clock.at)
    expect(await store.list()).toEqual([])
  })

  it.skipIf(skip)('end with the password', async () => {
    const { sessions, withPassword } = await open()
    const { token } = await sessions.open(input, client)
    const another = withPassword('another password')
    expect(await another.resume(token!)).toBeNull()
    const now = await another.open({ ...input, password: 'another password' }, client)
    const current = await another.require(now.token!, now.csrfToken)
    expect(await another.list(current)).toMatchObject([{ id: current.id }])
    expect(await withPassword(null).resume(token!)).toBeNull()
    expect(await withPassword(input.password).resume(token!)).not.toBeNull()
  })

  it.skipIf(skip)('end with the secret key', async () => {
    const { sessions, withPassword } = await open()
    const { token } = await sessions.open(input, client)
    const other = withPassword(input.password, Buffer.alloc(32, 2))
    expect(await other.resume(token!)).toBeNull()
  })

  it.skipIf(skip)('are stored without anything that tells the password', async () => {
    const { sessions, store } = await open()
    const { token } = await sessions.open(input, client)
    const [stored] = await store.list()
    const known = [token!, ...Object.values(stored!).map(String)]
    const told = new Set(
      known.map((text) => createHmac('sha256', input.password).update(text).digest('base64url')),
    )
    expect(known.filter((text) => told.has(text))).toEqual([])
  })

  it.skipIf(skip)('cost a hash for each guess, a few at a time', async () => {
    const { sessions, calls } = await open()
    const guesses = await Promise.allSettled(
      Array.from({ length: 100 }, (_, count) =>
        sessions.open(
          { ...input, password: `guess ${count}` },
          { address: `2001:db8:${count}::1` },
        ),
      ),
    )
    const codes = guesses.map((guess) => guess.status === 'rejected' && guess.reason.code)
    const refused = codes.filter((code) => code === 'UNAUTHORIZED').length
    expect(refused).toBeLessThanOrEqual(18)
    expect(codes.filter((code) => code === 'SERVICE_UNAVAILABLE')).toHaveLength(100 - refused)
    expect(calls.verify).toBe(refused)
    expect(await sessions.open(input, client)).toMatchObject({ token: expect.any(String) })
  })

  it.skipIf(skip)('are at most twenty', async () => {
    const { sessions, store, clock } = await open()
    const first = await sessions.open(input, client)
    for (let count = 0; count < 20; count++) {
      clock.at += 1
      await sessions.open(input, client)
    }
    expect(await store.list()).toHaveLength(20)
    expect(await sessions.resume(first.token!)).toBeNull()
  })
})
