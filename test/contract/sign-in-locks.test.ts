import { describe, expect, it } from 'vitest'
import { AppError } from '../../src/core/errors.ts'
import type { Profile } from '../../src/model/household.ts'
import { createPasswords } from '../../src/security/passwords.ts'
import { createSecrets } from '../../src/services/users/secrets.ts'
import type { Configuration } from '../../src/services/configurations/configurations.ts'
import { createLockStore } from '../../src/storage/repositories/sign-in-locks.ts'
import { dialects } from '../support/dialects.ts'
import { until } from '../support/until.ts'

const kim = 'a'.repeat(32)
const lena = 'b'.repeat(32)
const attempts = 3
const longMs = 60_000
const dayMs = 86_400_000

type Open = (typeof dialects)[number]['openMigrated']

/** Locks as two nodes see them, and attempts on the one of Kim unless another is named. */
async function openLocks(openMigrated: Open, lockMs = longMs) {
  const db = await openMigrated()
  const locks = createLockStore(db)
  const there = createLockStore(db)
  const attempt = (profileId = kim, configuration = 1, store = locks) =>
    store.attempt(configuration, profileId, attempts, lockMs)
  /** Of so many attempts one after the other, which were let through. */
  async function letThrough(times: number): Promise<boolean[]> {
    const answers: boolean[] = []
    for (let time = 0; time < times; time++) answers.push((await attempt()) === null)
    return answers
  }
  return { db, locks, there, attempt, letThrough, undo: () => locks.undo(1, kim, attempts) }
}

describe.each(dialects)('a lock of sign-ins on $name', ({ skip, openMigrated }) => {
  it.skipIf(skip)('lets as many attempts through as it is told, and says until when', async () => {
    const { attempt, letThrough } = await openLocks(openMigrated)
    const before = Date.now()
    expect(await letThrough(3)).toEqual([true, true, true])
    const until = await attempt()
    expect(until).toBeGreaterThanOrEqual(before + longMs)
    expect(until).toBeLessThanOrEqual(Date.now() + longMs)
    // Being refused does not put it off.
    expect(await attempt()).toBe(until)
  })

  it.skipIf(skip)('lets no more through where they come all at once, from two nodes', async () => {
    const { attempt, locks, there } = await openLocks(openMigrated)
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, i) => attempt(kim, 1, i % 2 === 0 ? locks : there)),
    )
    expect(answers.filter((until) => until === null)).toHaveLength(attempts)
  })

  it.skipIf(skip)('holds for one profile of one configuration', async () => {
    const { attempt, letThrough } = await openLocks(openMigrated)
    await letThrough(3)
    expect(await attempt(lena)).toBeNull()
    expect(await attempt(kim, 2)).toBeNull()
    expect(await attempt()).not.toBeNull()
  })

  it.skipIf(skip)('opens by itself, and counts nothing that it refused', async () => {
    const { letThrough } = await openLocks(openMigrated, 1_000)
    expect(await letThrough(13)).toEqual([true, true, true, ...Array(10).fill(false)])
    await until('the end of the lock', async () => (await letThrough(1))[0])
    expect(await letThrough(3)).toEqual([true, true, false])
  })

  it.skipIf(skip)('forgets everything after a success', async () => {
    const { letThrough, locks } = await openLocks(openMigrated)
    await letThrough(2)
    await locks.clear(1, kim)
    expect(await letThrough(3)).toEqual([true, true, true])
    await locks.clear(1, kim)
    expect(await letThrough(4)).toEqual([true, true, true, false])
  })

  it.skipIf(skip)('takes back the attempt that came to no answer, and no other', async () => {
    const { letThrough, undo } = await openLocks(openMigrated)
    await letThrough(2)
    await undo()
    expect(await letThrough(3)).toEqual([true, true, false])
  })

  it.skipIf(skip)('is taken back with the attempt that locked it', async () => {
    const { letThrough, undo } = await openLocks(openMigrated)
    await letThrough(3)
    await undo()
    // Two were wrong all the same.
    expect(await letThrough(2)).toEqual([true, false])
  })

  it.skipIf(skip)('takes several back that came at once, each for itself', async () => {
    const { attempt, letThrough, undo } = await openLocks(openMigrated)
    await Promise.all([attempt(), attempt(), attempt()])
    await Promise.all([undo(), undo()])
    expect(await letThrough(3)).toEqual([true, true, false])
  })

  it.skipIf(skip)('has nothing to take back where nothing was tried', async () => {
    const { letThrough, locks, undo } = await openLocks(openMigrated)
    await undo()
    expect(await letThrough(4)).toEqual([true, true, true, false])
    await locks.clear(1, kim)
    await undo()
    expect(await letThrough(4)).toEqual([true, true, true, false])
  })

  it.skipIf(skip)('is forgotten a day after the last attempt, or as long as it locks', async () => {
    const { db, attempt, locks } = await openLocks(openMigrated, 2 * dayMs)
    const nobodies = Array.from({ length: 450 }, (_, i) => String(i).padStart(32, '0'))
    for (const nobody of nobodies) await locks.attempt(1, nobody, attempts, longMs)
    await attempt()
    const left = () => db('sign_in_locks').pluck('profile_id')
    await locks.prune(Date.now() + dayMs - longMs)
    expect(await left()).toHaveLength(451)
    await locks.prune(Date.now() + dayMs)
    expect(await left()).toEqual([kim])
    await locks.prune(Date.now() + 2 * dayMs)
    expect(await left()).toEqual([])
  })

  it.skipIf(skip)('holds after pruning, also one of the previous release', async () => {
    const { db, locks, letThrough } = await openLocks(openMigrated)
    await letThrough(2)
    await db('sign_in_locks').update({ forget_at: 0 })
    await locks.prune(Date.now())
    expect(await letThrough(2)).toEqual([true, false])
    await db('sign_in_locks').update({ forget_at: 0 })
    await locks.prune(Date.now())
    await locks.prune(Date.now() + 31 * dayMs)
    expect(await db('sign_in_locks').select()).toEqual([])
  })

  it.skipIf(skip)('is not moved by PINs that could not be checked', async () => {
    const { locks, letThrough } = await openLocks(openMigrated)
    const away = new AppError('SERVICE_UNAVAILABLE', 'Too many sign-ins at once.')
    const secrets = createSecrets({
      configurations: { attempt: (_uuid, _client, { check }) => check(), isToken: () => false },
      passwords: createPasswords({
        hasher: { hash: async (secret) => secret, verify: () => Promise.reject(away) },
      }),
      locks,
      pinAttempts: attempts,
      pinLockMs: longMs,
    })
    const shared = {
      rowId: 1,
      uuid: 'home',
      credentialVersion: 1,
      cacheKey: '',
      userData: {},
      secrets: { owner: {}, users: { [kim]: { pin: '471100' } } },
    } as unknown as Configuration
    const profile = { id: kim, isOwner: false, hasPin: true, hasPassword: false } as Profile
    for (let time = 0; time < 5; time++) {
      const client = { address: '192.0.2.1' }
      await expect(secrets.opens(shared, profile, 'pin', '471100', client)).rejects.toThrow(away)
    }
    expect(await letThrough(4)).toEqual([true, true, true, false])
  })
})
