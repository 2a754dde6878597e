import { describe, expect, it } from 'vitest'
import {
  argon2id,
  createPasswords,
  isHashable,
  requireUsablePassword,
} from '../../src/security/passwords.ts'
import { countingHasher, quickPasswords } from '../support/passwords.ts'

const right = 'correct horse'

async function accountOf(passwords: ReturnType<typeof createPasswords>, secret = right) {
  return { id: 'account', hash: await passwords.hash(secret) }
}

describe('hashing', () => {
  it('is argon2id with 19 MiB, two passes and one lane', async () => {
    const hash = await createPasswords({ hasher: argon2id }).hash(right)
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })

  it('opens with the right secret and no other', async () => {
    const passwords = createPasswords({ hasher: argon2id })
    const account = await accountOf(passwords)
    expect(await passwords.verify(account, 'wrong horse')).toBe(false)
    expect(await passwords.verify(account, right)).toBe(true)
  })

  it('goes on after a hash that failed', async () => {
    const { hasher } = countingHasher()
    let fails = true
    const passwords = createPasswords({
      hasher: {
        verify: (stored, secret) => hasher.verify(stored, secret),
        hash: (secret) => (fails ? Promise.reject(new Error('no memory')) : hasher.hash(secret)),
      },
    })
    const account = { id: 'account', hash: await hasher.hash(right) }
    await expect(passwords.verify(account, right)).rejects.toThrow('no memory')
    fails = false
    expect(await passwords.verify(account, right)).toBe(true)
  })

  it('gives equal secrets different hashes', async () => {
    const { passwords } = quickPasswords()
    expect(await passwords.hash(right)).not.toBe(await passwords.hash(right))
  })

  it('takes a letter and its accent for the one letter that they are', async () => {
    const { passwords } = quickPasswords()
    const account = await accountOf(passwords, 'mot de passe é'.normalize('NFC'))
    expect(await passwords.verify(account, 'mot de passe é'.normalize('NFD'))).toBe(true)
  })
})

describe('verifying again', () => {
  it('asks for no hash within the time that a right secret is remembered', async () => {
    const { passwords, calls } = quickPasswords()
    const account = await accountOf(passwords)
    await passwords.verify(account, right)
    expect(passwords.remembers(account, right)).toBe(true)
    expect(await passwords.verify(account, right)).toBe(true)
    expect(calls.verify).toBe(1)
  })

  it('hashes again when that time is over', async () => {
    const { passwords, calls } = quickPasswords({ memoryMs: 1 })
    const account = await accountOf(passwords)
    await passwords.verify(account, right)
    await expect.poll(() => passwords.remembers(account, right)).toBe(false)
    expect(await passwords.verify(account, right)).toBe(true)
    expect(calls.verify).toBe(2)
  })

  it('hashes a wrong secret each time', async () => {
    const { passwords, calls } = quickPasswords()
    const account = await accountOf(passwords)
    await passwords.verify(account, 'wrong horse')
    await passwords.verify(account, 'wrong horse')
    expect(calls.verify).toBe(2)
    expect(passwords.remembers(account, 'wrong horse')).toBe(false)
  })

  it('does not know the old secret after the hash has changed', async () => {
    const { passwords } = quickPasswords()
    const account = await accountOf(passwords)
    await passwords.verify(account, right)
    const changed = await accountOf(passwords, 'another password')
    expect(passwords.remembers(changed, right)).toBe(false)
    expect(await passwords.verify(changed, right)).toBe(false)
  })

  it('does not open another account that has the same secret without a hash', async () => {
    const { passwords, calls } = quickPasswords()
    const account = await accountOf(passwords)
    await passwords.verify(account, right)
    await passwords.verify({ ...account, id: 'other' }, right)
    expect(calls.verify).toBe(2)
  })

  it('remembers nothing of an account that is forgotten, and the others still', async () => {
    const { passwords } = quickPasswords()
    const account = await accountOf(passwords)
    const other = { ...account, id: 'other' }
    await passwords.verify(account, right)
    await passwords.verify(other, right)
    passwords.forget(account.id)
    expect(passwords.remembers(account, right)).toBe(false)
    expect(passwords.remembers(other, right)).toBe(true)
  })
})

describe('the work of a sign-in', () => {
  it('is the same for an unknown account as for a wrong secret', async () => {
    const { passwords, calls } = quickPasswords()
    const account = await accountOf(passwords)
    const work = async (hash: string | null) => {
      calls.verify = 0
      expect(await passwords.verify({ id: 'account', hash }, 'wrong horse')).toBe(false)
      return calls.verify
    }
    expect(await work(null)).toBe(await work(account.hash))
    expect(calls.verify).toBe(1)
  })

  it('is never a success for an unknown account, even with what its decoy was made from', async () => {
    const secrets: string[] = []
    const { hasher } = countingHasher()
    const passwords = createPasswords({
      hasher: { ...hasher, hash: (secret) => (secrets.push(secret), hasher.hash(secret)) },
    })
    expect(await passwords.verify({ id: 'x', hash: null }, 'anything at all')).toBe(false)
    expect(secrets).toHaveLength(1)
    expect(await passwords.verify({ id: 'x', hash: null }, secrets[0]!)).toBe(false)
  })

  it.each([
    ['an account', 'hash'],
    ['an unknown account', null],
  ])('is one hash for 32 first sign-ins at once with the same secret to %s', async (_, kind) => {
    const { passwords, calls } = quickPasswords({ waiting: 0 })
    const account = kind === null ? { id: 'x', hash: null } : await accountOf(passwords)
    const answers = await Promise.all(
      Array.from({ length: 32 }, () => passwords.verify(account, right)),
    )
    expect(new Set(answers)).toEqual(new Set([kind !== null]))
    expect(calls.verify).toBe(1)
  })

  it('is nothing at all for a secret that no account can have', async () => {
    const { passwords, calls } = quickPasswords()
    const account = await accountOf(passwords)
    for (const secret of [
      'x'.repeat(257),
      'x'.repeat(1_000_000),
      'é'.repeat(129),
      '\ud800'.repeat(9),
    ])
      expect(await passwords.verify(account, secret)).toBe(false)
    expect(calls.verify).toBe(0)
  })

  it('is refused with a time to try again when too many wait', async () => {
    const { passwords } = quickPasswords({ slots: 1, waiting: 2 })
    const account = await accountOf(passwords)
    const answers = await Promise.allSettled(
      ['a', 'b', 'c', 'd'].map((letter) => passwords.verify(account, letter.repeat(8))),
    )
    expect(answers.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'fulfilled',
      'rejected',
    ])
    expect(answers[3]).toMatchObject({
      reason: { code: 'SERVICE_UNAVAILABLE', headers: { 'retry-after': expect.any(String) } },
    })
    expect(await passwords.verify(account, right)).toBe(true)
  })
})

describe('sign-ins', () => {
  it('do not wait behind new secrets, however many', async () => {
    const { hasher } = countingHasher()
    const known = await hasher.hash(right)
    const held = Promise.withResolvers<void>()
    const slow = {
      verify: hasher.verify.bind(hasher),
      async hash(secret: string) {
        if (secret.startsWith('new')) await held.promise
        return hasher.hash(secret)
      },
    }
    const passwords = createPasswords({ hasher: slow, slots: 1, waiting: 2 })
    const saved = Promise.allSettled(
      ['1', '2', '3', '4'].map((digit) => passwords.hash(`new ${digit}`)),
    )
    expect(await passwords.verify({ id: 'account', hash: known }, right)).toBe(true)
    held.resolve()
    const outcomes = (await saved).map(({ status }) => status)
    expect(outcomes).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected'])
  })
})

describe('a new password', () => {
  it.each([
    ['8 characters', '12345678'],
    ['8 characters of four bytes', '🔑'.repeat(8)],
    ['256 bytes', 'x'.repeat(256)],
    ['spaces around it', ' secret words '],
  ])('may have %s', (_, password) => {
    expect(requireUsablePassword(password)).toBe(password)
  })

  it.each([
    ['missing', undefined, /missing/],
    ['null', null, /missing/],
    ['a number', 12345678, /text/],
    ['a list', ['12345678'], /text/],
    ['7 characters', '1234567', /at least 8/],
    ['7 characters of several units', '🔑'.repeat(7), /at least 8/],
    ['257 bytes', 'x'.repeat(257), /at most 256 bytes/],
    ['129 characters of two bytes', 'é'.repeat(129), /at most 256 bytes/],
    ['a megabyte', 'x'.repeat(1_000_000), /at most 256 bytes/],
    ['half a character', 'password\ud800', /valid text/],
    ['a line break', 'password\n', /line breaks/],
  ])('is refused when it is %s', (_, password, message) => {
    expect(() => requireUsablePassword(password)).toThrow(
      expect.objectContaining({ code: 'BAD_REQUEST', message: expect.stringMatching(message) }),
    )
  })

  it('can be hashed when it is usable', () => {
    expect(isHashable('x'.repeat(256))).toBe(true)
    expect(isHashable('x'.repeat(257))).toBe(false)
  })
})
