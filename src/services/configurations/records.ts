import { LRUCache } from 'lru-cache'
import { jsonBytes } from '../../core/json.ts'
import type { StoredConfiguration } from '../../model/configuration.ts'
import type { UserData } from '../../model/user-data.ts'
import type { Sealer } from '../../security/seal.ts'
import type { Credential } from '../../security/tokens.ts'
import type { Secrets } from './contents.ts'

/** Says that the parent's password was right when the configuration was saved; it holds while the parent's credential version stays. */
export type ParentProof = Credential

/** What the sealed part of a stored configuration holds. Frozen through and through: it is shared between requests. */
export type ConfigurationRecord = {
  readonly userData: UserData
  readonly secrets: Secrets
  readonly parent: ParentProof | null
}

export type Records = {
  seal(uuid: string, record: ConfigurationRecord): Uint8Array
  /** Throws where the row was not sealed by this service: a damaged database, not a mistake of the caller. */
  open(row: StoredConfiguration): ConfigurationRecord
}

/** Bytes of JSON whose objects are kept in memory. */
const maxKept = 8_388_608

export function createRecords(sealer: Sealer): Records {
  const opened = new LRUCache<string, ConfigurationRecord>({ maxSize: maxKept })

  return {
    seal: (uuid, record) => sealer.seal(jsonBytes(record), uuid),

    open({ uuid, revision, sealed }) {
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

/** Names one state of one configuration. */
export function versionOf({
  uuid,
  revision,
}: Pick<StoredConfiguration, 'uuid' | 'revision'>): string {
  return `${uuid}@${revision}`
}

/** Freezes a JSON value; what is frozen already counts as done. */
export function freezeDeep<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  Object.values(value).forEach(freezeDeep)
  return Object.freeze(value)
}
