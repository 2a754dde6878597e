import { LRUCache } from 'lru-cache'
import { AppError } from '../../core/errors.ts'
import type { StoredConfiguration } from '../../model/configuration.ts'
import type { UserData } from '../../model/user-data.ts'
import type { Accounts, Client } from './accounts.ts'
import { mergeUserData } from './merge.ts'
import type { Known, Secrets } from './profiles.ts'
import { freezeDeep, versionOf, type ParentProof, type Records } from './records.ts'

/** A configuration merged over its parents. Frozen. */
export type Resolved = Known & {
  /** Names this content: equal keys, equal content. */
  readonly cacheKey: string
}

/** A configuration before its parents are merged in; `version` names its content. */
export type Own = Known & { readonly version: string; readonly proof: ParentProof | null }

export type Chains = ReturnType<typeof createChains>

const maxParents = 5

export function createChains({ accounts, records }: { accounts: Accounts; records: Records }) {
  const merged = new LRUCache<string, Resolved>({ max: 1_000 })
  /** Links of stored configurations whose password no longer opens the parent: to ask again would only hash and count again. */
  const broken = new LRUCache<string, true>({ max: 10_000 })

  const toOwn = (row: StoredConfiguration): Own => {
    const { userData, secrets, parent } = records.open(row)
    return { userData, secrets, version: versionOf(row), proof: parent }
  }

  /** The configurations above this one, the nearest first. Throws PARENT_CONFIG_UNAVAILABLE. */
  async function climb(start: Own, selfUuid: string | null, client: Client): Promise<Ancestor[]> {
    const ancestors: Ancestor[] = []
    const visited = new Set([selfUuid])
    let own = start
    while (own.userData.parentConfig) {
      if (ancestors.length === maxParents)
        throw unavailable(`there are more than ${maxParents} configurations above this one`)
      const uuid = accounts.resolveId(own.userData.parentConfig.uuid)
      if (uuid !== null && visited.has(uuid))
        throw unavailable('a configuration cannot be above itself')
      const row = await openParent(own, client)
      visited.add(row.uuid)
      own = toOwn(row)
      ancestors.push({ row, own })
    }
    return ancestors
  }

  async function openParent({ userData, version, proof }: Own, client: Client) {
    const { uuid, password } = userData.parentConfig!
    const known = proof && (await accounts.find(uuid))
    if (known && proof.uuid === known.uuid && proof.credentialVersion === known.credentialVersion)
      return known

    const link = `${version} ${known?.uuid}@${known?.credentialVersion}`
    const opened = broken.has(link) ? null : await accounts.open({ id: uuid, secret: password }, client)
    if (opened) return opened.row
    if (proof) broken.set(link, true)
    throw unavailable('there is no such configuration, or its password is wrong')
  }

  return {
    toOwn,

    /**
     * Merges a configuration over its parents, from memory while nothing in the chain has changed.
     * `selfUuid` is null for one that is not stored. Throws PARENT_CONFIG_UNAVAILABLE.
     */
    async resolve(own: Own, selfUuid: string | null, client: Client): Promise<Resolved> {
      return merge(own, await climb(own, selfUuid, client))
    },
  }
}
