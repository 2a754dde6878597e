import { hash, verify } from '@node-rs/argon2'
import { createPasswords } from '../../src/security/passwords.ts'
import type { Hasher, PasswordsOptions } from '../../src/security/passwords.ts'

/** The real hash at its lowest cost. */
export const quickHasher: Hasher = {
  hash: (secret) => hash(secret, { memoryCost: 8, timeCost: 1, parallelism: 1 }),
  verify: (stored, secret) => verify(stored, secret),
}

/** The same, which says how often it was asked. */
export function countingHasher() {
  const calls = { hash: 0, verify: 0 }
  const hasher: Hasher = {
    hash(secret) {
      calls.hash++
      return quickHasher.hash(secret)
    },
    verify(stored, secret) {
      calls.verify++
      return quickHasher.verify(stored, secret)
    },
  }
  return { hasher, calls }
}

/** Passwords at the lowest cost; `calls` starts at zero, the decoy apart. */
export function quickPasswords(options: Omit<PasswordsOptions, 'hasher'> = {}) {
  const { hasher, calls } = countingHasher()
  const passwords = createPasswords({ hasher, ...options })
  calls.hash = 0
  return { passwords, calls }
}
