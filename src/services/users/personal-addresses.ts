import { hash, randomBytes } from 'node:crypto'
import { AppError } from '../../core/errors.ts'
import { refusal } from '../../core/refusal-texts.ts'
import type { Client } from '../../model/credentials.ts'
import type { Household, Profile, User } from '../../model/household.ts'
import type { PersonalAddressStore, StoredCode } from '../../model/personal-address.ts'
import type { Sealer } from '../../security/seal.ts'
import type { Configuration } from '../configurations/configurations.ts'
import type { ConfigurationService } from '../configurations/service.ts'
import { refuseApiKeys, requireOwner } from './access.ts'
import type { Households } from './households.ts'

export type PersonalAddressOptions = {
  readonly configurations: Pick<ConfigurationService, 'byRowId' | 'tokenOf'>
  readonly addresses: PersonalAddressStore
  readonly codeSealer: Sealer
  /** Seals equal values alike. */
  readonly addonSealer: Sealer
  /** Of the media server's paths. */
  readonly prefix: string
}

export type PersonalAddresses = ReturnType<typeof createPersonalAddresses>

export type PersonalPaths = { readonly mediaServer: string; readonly addon: string }

type Found = { readonly stored: Configuration; readonly profile: Profile }

/**
 * Addresses that show and sign in one user alone. Their codes are stored sealed and found by their hash. The addon asks for no PIN
 * or password, so its code cannot be made from that of the media server.
 */
export function createPersonalAddresses(
  { configurations, addresses, codeSealer, addonSealer, prefix }: PersonalAddressOptions,
  households: Households,
) {
  const contextOf = (configuration: number, profileId: string) => `${configuration} ${profileId}`

  function newCode(configuration: number, profileId: string): StoredCode {
    const code = randomBytes(24).toString('base64url')
    const sealed = codeSealer.seal(Buffer.from(code), contextOf(configuration, profileId))
    return { profileId, codeHash: codeHashOf(code), sealed }
  }

  function pathsOf(configuration: number, { profileId, sealed }: StoredCode): PersonalPaths | null {
    const code = codeSealer.open(sealed, contextOf(configuration, profileId))
    if (!code) return null
    const addonCode = Buffer.from(addonSealer.seal(code, '')).toString('base64url')
    return {
      mediaServer: `/${prefix}/p/${Buffer.from(code).toString()}`,
      addon: `/stremio/p/${addonCode}/manifest.json`,
    }
  }

  /** Null for an unknown code, and once the user has no such address any more. */
  async function find(code: string, client: Client): Promise<Found | null> {
    const found = /^[\w-]{32}$/.test(code) ? await addresses.find(codeHashOf(code)) : null
    const stored = found && (await configurations.byRowId(found.configuration, client))
    const profile = stored && households.served(stored)?.profiles.find(isPersonal(found.profileId))
    return stored && profile ? { stored, profile } : null
  }

  return {
    find,

    async findByAddon(addonCode: string, client: Client): Promise<Found | null> {
      const code = addonSealer.open(Buffer.from(addonCode, 'base64url'), '')
      return code && find(Buffer.from(code).toString(), client)
    },

    /**
     * Paths in the order of the ids; made when they are first asked for. Null for users who have none, and for everybody
     * but the first user.
     */
    async paths(user: User, ids: readonly string[]): Promise<readonly (PersonalPaths | null)[]> {
      if (!user.profile.isOwner || user.via === 'apiKey') return ids.map(() => null)
      const { configuration, profiles } = user
      const wanted = profiles.filter(({ id, personal }) => personal && ids.includes(id))
      const wantedIds = wanted.map(({ id }) => id)
      const known = wanted.length > 0 ? await addresses.list(configuration, wantedIds) : []
      const missing = wantedIds.filter((id) => !known.some(({ profileId }) => profileId === id))
      if (missing.length > 0) {
        await addresses.add(
          configuration,
          missing.map((id) => newCode(configuration, id)),
        )
      }
      const all = missing.length > 0 ? await addresses.list(configuration, wantedIds) : known
      return ids.map((id) => {
        const own = all.find(({ profileId }) => profileId === id)
        return own ? pathsOf(configuration, own) : null
      })
    },

    /** The path of a new address; the old one and that of the addon end at once. FORBIDDEN but for the first user, NOT_FOUND for a user without one. */
    async renew(user: User, profileId: string): Promise<string> {
      refuseApiKeys(user)
      requireOwner(user)
      if (!user.profiles.some(isPersonal(profileId))) {
        throw new AppError('NOT_FOUND', refusal('NO_PERSONAL_ADDRESS'))
      }
      const code = newCode(user.configuration, profileId)
      await addresses.replace(user.configuration, code)
      return pathsOf(user.configuration, code)!.mediaServer
    },

    /** The addresses of users who may no longer have one end for good. */
    async prune({ configuration, profiles }: Household): Promise<void> {
      const kept = profiles.filter(({ personal }) => personal).map(({ id }) => id)
      await addresses.keepProfiles(configuration, kept)
    },
  }
}

function isPersonal(profileId: string) {
  return ({ id, personal }: Profile): boolean => personal && id === profileId
}

function codeHashOf(code: string): string {
  return hash('sha256', code, 'base64url')
}
