import { InvalidConfig, problemsOf } from '../../core/invalid-config.ts'
import type { Client } from '../../model/credentials.ts'
import type { UserData } from '../../model/user-data.ts'
import type { Passwords } from '../../security/passwords.ts'
import { clientKey } from '../../security/rate-limit.ts'
import type { RateLimiter } from '../../security/rate-limiter.ts'
import { mergeChain, type Chains, type Layer } from './parents.ts'
import { noSecrets, type Contents, type UserSecrets } from './contents.ts'
import { prepareUsers } from './prepare-users.ts'
import type { PendingSecret, PendingSecrets, PreparedUsers } from './prepare-users.ts'
import { giveSourceIds } from './source-ids.ts'
import type { ConfigurationRecord, ParentProof } from './records.ts'

export type PreparationOptions = {
  chains: Chains
  passwords: Passwords
  checkPlan: (userData: UserData) => unknown
  isOwnerId: (id: string) => boolean
  /** Per client address: each costs a hash. */
  newSecrets: RateLimiter
}

export type Target = {
  readonly uuid: string
  readonly client: Client
  readonly stored: Layer | null
  readonly known: readonly Contents[]
}

type NewSecret = Extract<PendingSecret, { plain: string }>

export function createPreparation(options: PreparationOptions) {
  const { chains, passwords, checkPlan, isOwnerId, newSecrets } = options

  /** Hashes secrets one after the other, so that one request cannot fill the queue; equal secrets only once. */
  function createHasher({ address }: Client) {
    const hashes = new Map<string, string>()
    return async ({ plain, earlier }: NewSecret): Promise<string> => {
      const key = JSON.stringify([plain, earlier])
      const known = hashes.get(key)
      if (known !== undefined) return known
      await newSecrets.take(clientKey(address))
      const hash = await passwords.hash(plain, earlier)
      hashes.set(key, hash)
      return hash
    }
  }

  /** Throws PARENT_CONFIG_UNAVAILABLE and INVALID_CONFIG, both before any secret is hashed. */
  async function prepare(input: UserData, target: Target, hash = createHasher(target.client)) {
    const proof = carriedProof(input, target.stored)
    const layer = { userData: input, secrets: noSecrets, version: null, proof }
    const ancestors = await chains.climb(layer, target.uuid, target.client)
    const [parent, ...above] = ancestors
    const inherited = parent ? [mergeChain(parent.layer, above)] : []

    const merged = mergeChain({ userData: input, secrets: noSecrets }, ancestors)
    const whole = merged.userData
    const withUsers = () => prepareUsers(input, [...target.known, ...inherited], isOwnerId)
    const problems = await problemsOf(withUsers, () => checkPlan(whole))
    if (problems.length > 0) throw new InvalidConfig(problems)
    const prepared = withUsers()

    const record: ConfigurationRecord = {
      userData: prepared.userData,
      sourceIds: giveSourceIds({
        own: input,
        whole: merged,
        stored: target.stored,
        before: target.known[0] ?? null,
        inherited: inherited[0] ?? null,
      }),
      secrets: await hashSecrets(prepared, hash),
      parent: parent
        ? { uuid: parent.row.uuid, credentialVersion: parent.row.credentialVersion }
        : null,
    }
    const saved = mergeChain(record, ancestors)
    return { record, merged: saved.userData, whole: { ...saved, userData: whole } }
  }

  return { createHasher, prepare }
}

/** The stored proof stays valid while parent and password are unchanged. */
function carriedProof({ parentConfig }: UserData, stored: Layer | null): ParentProof | null {
  const before = stored?.userData.parentConfig
  const same = before?.uuid === parentConfig?.uuid && before?.password === parentConfig?.password
  return same ? (stored?.proof ?? null) : null
}

async function hashSecrets(
  { owner, users }: PreparedUsers,
  hash: (secret: NewSecret) => Promise<string>,
): Promise<ConfigurationRecord['secrets']> {
  const settle = async ({ pin, password }: PendingSecrets): Promise<UserSecrets> => ({
    ...(pin && { pin: await finish(pin) }),
    ...(password && { password: await finish(password) }),
  })
  const finish = async (secret: PendingSecret): Promise<string> =>
    'hash' in secret ? secret.hash : hash(secret)

  const settled: [string, UserSecrets][] = []
  for (const [id, pending] of users) settled.push([id, await settle(pending)])
  return { owner: await settle(owner), users: Object.fromEntries(settled) }
}
