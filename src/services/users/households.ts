import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { atMost } from '../../core/entries.ts'
import { AppError } from '../../core/errors.ts'
import { refusal } from '../../core/refusal-texts.ts'
import type { ItemIds } from '../../model/item-ids.ts'
import type { Household, Profile, User } from '../../model/household.ts'
import { accessTimesOf, limitsOf } from './limits.ts'
import type { Configuration } from '../configurations/configurations.ts'
import type { UserSecrets } from '../configurations/contents.ts'

const usualName = 'Owner'

/** The id of the first user, whom the configuration does not name. */
export function ownerIdOf(itemIds: Pick<ItemIds, 'encode'>, configuration: number): string {
  return itemIds.encode({
    configuration,
    kind: 'user',
    space: 'opaque',
    number: 0,
    season: null,
    episode: null,
    version: 0,
  })
}

export type Households = ReturnType<typeof createHouseholds>

export function createHouseholds(itemIds: Pick<ItemIds, 'encode'>) {
  const known = new LRUCache<string, Household>(atMost(500))

  function profilesOf({ rowId, userData, secrets }: Configuration): readonly Profile[] {
    const id = ownerIdOf(itemIds, rowId)
    const { owner, users = [] } = userData.mediaServer ?? {}
    return [
      {
        id,
        name: owner?.name ?? userData.name ?? usualName,
        avatar: owner?.avatar ?? null,
        hidden: owner?.hidden ?? false,
        isOwner: true,
        hasPin: secrets.owner.pin !== undefined,
        hasPassword: false,
        historyOwner: id,
        private: owner?.private ?? secrets.owner.pin !== undefined,
        personal: false,
        limits: null,
        times: null,
      },
      ...users.map((user): Profile => {
        const own = secrets.users[user.id!]
        const hasPin = own?.pin !== undefined
        const hasPassword = own?.password !== undefined
        return {
          id: user.id!,
          name: user.name,
          avatar: user.avatar ?? null,
          hidden: user.hidden ?? false,
          isOwner: false,
          hasPin,
          hasPassword,
          historyOwner: user.historyOf === 'owner' ? id : (user.historyOf ?? user.id!),
          private: user.private ?? (hasPin || hasPassword),
          personal: user.personal ?? false,
          limits: limitsOf(user),
          times: accessTimesOf(user, userData.mediaServer?.timeZone),
        }
      }),
    ]
  }

  function of(stored: Configuration): Household {
    const key = `${stored.rowId} ${stored.credentialVersion} ${stored.cacheKey}`
    const household = known.get(key)
    if (household) return household
    const { rowId: configuration, parents, uuid, userData, sourceIds, cacheKey } = stored
    const profiles = profilesOf(stored)
    const made = { configuration, parents, uuid, userData, sourceIds, cacheKey, profiles }
    known.set(key, made)
    return made
  }

  function served(stored: Configuration): Household | undefined {
    return hasMediaServer(stored) ? of(stored) : undefined
  }

  function requireServed(stored: Configuration): Household {
    return requireMediaServer(of(stored))
  }

  return { of, served, requireServed }
}

type Configured = Pick<Household, 'userData'>

export function hasMediaServer({ userData }: Configured): boolean {
  return userData.mediaServer?.enabled !== false
}

/** Throws FORBIDDEN where it is switched off. */
export function requireMediaServer<One extends Configured>(household: One): One {
  if (hasMediaServer(household)) return household
  throw new AppError('FORBIDDEN', refusal('MEDIA_SERVER_OFF'))
}

/** A personal user's household is that user alone. */
export function userIn(
  household: Household,
  profile: Profile,
  { via, device }: Pick<User, 'via' | 'device'>,
): User {
  return { ...seenBy(household, profile), profile, via, device }
}

export function seenBy(household: Household, profile: Profile): Household {
  return profile.personal ? { ...household, profiles: [profile] } : household
}

export function secretsOf({ secrets }: Configuration, profile: Profile): UserSecrets {
  return profile.isOwner ? secrets.owner : (secrets.users[profile.id] ?? {})
}

/** Changes with every secret that opens the profile; tokens made under an older mark are no longer valid. */
export function secretMarkOf(stored: Configuration, profile: Profile): string {
  const { pin = null, password = null } = secretsOf(stored, profile)
  const parts = [stored.uuid, profile.id, pin, password ?? stored.credentialVersion]
  return hash('sha256', JSON.stringify(parts), 'base64url')
}

export function findByName({ profiles }: Household, name: string): Profile | null {
  const wanted = comparable(name)
  if (wanted === '') return profiles[0]!
  return (
    profiles.find((profile) => comparable(profile.name) === wanted || profile.id === wanted) ?? null
  )
}

export function comparable(name: string): string {
  return name.normalize().trim().toLowerCase()
}
