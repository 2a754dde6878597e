import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { AppError } from '../../core/errors.ts'
import { refusal } from '../../core/refusal-texts.ts'
import type { JsonRecord } from '../../core/json.ts'
import type { Client } from '../../model/credentials.ts'
import type { UserData } from '../../model/user-data.ts'
import { isOneOf } from '../../security/constant-time.ts'
import { noSecrets } from './contents.ts'
import { decodeUserDataHeader } from './header.ts'
import type { SearchConfiguration } from './configurations.ts'
import type { Chains, Layer } from './parents.ts'
import { checkUsers } from './prepare-users.ts'
import { freezeDeep } from './records.ts'
import { parseWithChecks, requireObject } from './user-data-input.ts'

export type ReaderOptions = {
  readonly addonPasswords: readonly string[]
  readonly checkPlan: (userData: UserData) => unknown
  readonly isOwnerId: (id: string) => boolean
  readonly memoryShare?: number
}

/** Total characters of the headers in the cache, with memoryShare 1. */
const maxKeptHeaders = 8_388_608

/** On a protected instance, accepts only configurations with one of its passwords. */
export function createReader(
  { addonPasswords, checkPlan, isOwnerId, memoryShare = 1 }: ReaderOptions,
  chains: Chains,
) {
  const headers = new LRUCache<string, Layer>({
    maxSize: Math.floor(maxKeptHeaders * memoryShare),
  })

  function hasAddonPassword({ addonPassword }: JsonRecord): boolean {
    if (addonPasswords.length === 0) return true
    return typeof addonPassword === 'string' && isOneOf(addonPassword, addonPasswords)
  }

  async function readHeader(value: string): Promise<Omit<Layer, 'version'>> {
    const object = decodeUserDataHeader(value)
    if (!hasAddonPassword(object))
      throw new AppError(
        'BAD_REQUEST',
        'This instance is protected: the x-service-user-data header must carry its password as addonPassword',
      )
    return {
      userData: freezeDeep(await parseWithChecks(object, checkPlan)),
      secrets: noSecrets,
      proof: null,
    }
  }

  return {
    /** The password comes first: without it a client learns nothing else about what it sent. */
    async readConfig(config: unknown): Promise<UserData> {
      const object = requireObject(config, 'config')
      if (!hasAddonPassword(object))
        throw new AppError('UNAUTHORIZED', refusal('INSTANCE_PROTECTED'))
      return parseWithChecks(object, checkPlan, (userData) => checkUsers(userData, isOwnerId))
    },

    /** Throws BAD_REQUEST (not base64 of a JSON object, wrong addonPassword), INVALID_CONFIG or PARENT_CONFIG_UNAVAILABLE. */
    async fromHeader(value: string, client: Client): Promise<SearchConfiguration> {
      const version = `header:${hash('sha256', value, 'base64url')}`
      const layer = headers.get(version) ?? { ...(await readHeader(value)), version }
      const { userData, sourceIds, cacheKey } = await chains.resolve(layer, null, client)
      if (!headers.has(version)) {
        await checkPlan(userData)
        headers.set(version, layer, { size: value.length })
      }
      return { userData, sourceIds, cacheKey, configuration: null }
    },
  }
}
