import type { User } from '../../model/household.ts'
import type { Companions } from '../../model/session-store.ts'

export function companionIds(companions: Companions | undefined): readonly string[] {
  return companions && companions.until > Date.now() ? companions.profileIds : []
}

export function companionsOf(user: User, companions: Companions | undefined): readonly User[] {
  return companionIds(companions).flatMap((id) => {
    const profile = user.profiles.find((other) => other.id === id)
    return profile && id !== user.profile.id ? { ...user, profile } : []
  })
}
