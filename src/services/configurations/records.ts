import { LRUCache } from 'lru-cache'
import { jsonBytes } from '../../core/json.ts'
import type { StoredConfiguration } from '../../model/configuration.ts'
import type { Sealer } from '../../security/seal.ts'
import type { Credential } from '../../security/tokens.ts'
import type { Contents } from './contents.ts'

/** Proof that the parent's password was right on save; valid while the parent's credential version is unchanged. */
export type ParentProof = Credential

/** The encrypted part of a stored configuration. Deeply frozen, since requests share it. */
export type ConfigurationRecord = Contents & {
  readonly parent: ParentProof | null
}

export type Records = ReturnType<typeof createRecords>

/** Bytes of JSON in the cache, with memoryShare 1. */
const maxKept = 8_388_608

export function createRecords(sealer: Sealer, memoryShare = 1) {
  const opened = new LRUCache<string, ConfigurationRecord>({
    maxSize: Math.floor(maxKept * memoryShare),
  })

  return {
    seal: (uuid: string, record: ConfigurationRecord): Uint8Array =>
      sealer.seal(jsonBytes(record), uuid),

    /** Throws for a row that this service did not seal: a damaged database, not a caller's mistake. */
    open({ uuid, revision, sealed }: StoredConfiguration): ConfigurationRecord {
      const key = versionOf({ uuid, revision })
      const known = opened.get(key)
      if (known) return known
      const plain = sealer.open(sealed, uuid)
      if (!plain) throw new Error(`The stored configuration ${uuid} cannot be decrypted`)
      const text = Buffer.from(plain).toString()
      const record = freezeDeep(JSON.parse(text) as ConfigurationRecord)
      opened.set(key, record, { size: text.length })
      return record
    },
  }
}

export function versionOf({
  uuid,
  revision,
}: Pick<StoredConfiguration, 'uuid' | 'revision'>): string {
  return `${uuid}@${revision}`
}

export function freezeDeep<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  Object.values(value).forEach(freezeDeep)
  return Object.freeze(value)
}
