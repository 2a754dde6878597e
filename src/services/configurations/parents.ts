import { LRUCache } from 'lru-cache'
import { atMost } from '../../core/entries.ts'
import { AppError } from '../../core/errors.ts'
import { refusal } from '../../core/refusal-texts.ts'
import type { StoredConfiguration } from '../../model/configuration.ts'
import type { Client } from '../../model/credentials.ts'
import type { UserData } from '../../model/user-data.ts'
import { isCredentialOf, type Accounts } from './accounts.ts'
import { mergeSources, mergeUserData } from './merge.ts'
import type { Contents } from './contents.ts'
import { mergeSourceIds } from './source-ids.ts'
import { freezeDeep, versionOf, type ParentProof, type Records } from './records.ts'

export type Layer = Contents & {
  readonly version: string
  readonly proof: ParentProof | null
}

export type UnsavedLayer = Omit<Layer, 'version'> & { readonly version: null }

/** A configuration merged over its parents. Frozen. */
export type MergedConfiguration = Contents & {
  readonly cacheKey: string
  readonly parents: readonly number[]
}

export type Ancestors = readonly { readonly row: StoredConfiguration; readonly layer: Layer }[]

export type Chains = ReturnType<typeof createChains>

const maxParents = 5

export function createChains({ accounts, records }: { accounts: Accounts; records: Records }) {
  const merged = new LRUCache<string, MergedConfiguration>(atMost(500))
  /** Saved links whose password is wrong by now: trying again would only cost a hash and count as a failure. */
  const broken = new LRUCache<string, true>(atMost(10_000))

  /** Throws PARENT_CONFIG_UNAVAILABLE. `uuid` is null for an unsaved configuration. */
  async function climb(
    start: Layer | UnsavedLayer,
    uuid: string | null,
    client: Client,
  ): Promise<Ancestors> {
    const ancestors: Ancestors[number][] = []
    const visited = new Set(uuid === null ? [] : [uuid])
    let layer: Layer | UnsavedLayer = start
    while (layer.userData.parentConfig) {
      if (ancestors.length === maxParents)
        throw unavailable('PARENT_TOO_DEEP', { most: String(maxParents) })
      if (visited.has(accounts.resolveId(layer.userData.parentConfig.uuid) ?? ''))
        throw unavailable('PARENT_ABOVE_ITSELF')
      const row = await openParent(layer, layer.userData.parentConfig, client)
      visited.add(row.uuid)
      layer = layerOf(row)
      ancestors.push({ row, layer })
    }
    return ancestors
  }

  async function openParent(
    { proof, version }: Layer | UnsavedLayer,
    { uuid, password }: NonNullable<UserData['parentConfig']>,
    client: Client,
  ): Promise<StoredConfiguration> {
    const row = proof && (await accounts.find(uuid))
    if (proof && row && isCredentialOf(proof, row)) return row

    const link = version && proof && `${version}<${row?.uuid}@${row?.credentialVersion}`
    if (!link || !broken.has(link)) {
      const opened = await accounts.open({ id: uuid, secret: password }, client)
      if (opened) return opened.row
      if (link) broken.set(link, true)
    }
    throw unavailable('PARENT_NOT_OPENED')
  }

  function layerOf(row: StoredConfiguration): Layer {
    const { parent, ...contents } = records.open(row)
    return { ...contents, proof: parent, version: versionOf(row) }
  }

  return {
    climb,
    layerOf,

    /** Cached until its chain changes. Throws PARENT_CONFIG_UNAVAILABLE. */
    async resolve(layer: Layer, uuid: string | null, client: Client): Promise<MergedConfiguration> {
      const ancestors = await climb(layer, uuid, client)
      if (ancestors.length === 0) return { ...layer, cacheKey: layer.version, parents: [] }
      const cacheKey = [layer.version, ...ancestors.map(({ row }) => versionOf(row))].join('<')
      const known = merged.get(cacheKey)
      if (known) return known
      const parents = ancestors.map(({ row }) => row.rowId)
      const resolved = freezeDeep({ ...mergeChain(layer, ancestors), cacheKey, parents })
      merged.set(cacheKey, resolved)
      return resolved
    },
  }
}

export function mergeChain(lowest: Contents, ancestors: Ancestors): Contents {
  return [lowest, ...ancestors.map(({ layer }) => layer)].reduceRight(mergeContents)
}

function mergeContents(parent: Contents, child: Contents): Contents {
  const { owner, users } = child.userData.mediaServer ?? {}
  const { leftOut } = mergeSources(parent.userData.sources, child.userData.sources)
  const sourcesLeftOut = leftOut + (parent.sourcesLeftOut ?? 0)
  return {
    ...(sourcesLeftOut > 0 && { sourcesLeftOut }),
    userData: mergeUserData(parent.userData, child.userData),
    sourceIds: mergeSourceIds(parent.sourceIds, child.sourceIds),
    // Secrets are inherited together with the users that they belong to.
    secrets: {
      owner: owner?.pin === undefined ? parent.secrets.owner : child.secrets.owner,
      users: users ? child.secrets.users : parent.secrets.users,
    },
  }
}

function unavailable(...reason: Parameters<typeof refusal>): AppError {
  return new AppError('PARENT_CONFIG_UNAVAILABLE', refusal(...reason))
}
