import { AppError } from '../core/errors.ts'
import type { Profile, User } from '../model/household.ts'
import type { LibraryItem } from '../model/library-item.ts'
import type { Ask } from './library/deps.ts'
import type { ItemAccess } from './library/item-access.ts'
import { visibleProfiles } from './users/visible.ts'
import type { ListedVersion, VersionService } from './versions/service.ts'

export type FoundNode =
  | { readonly type: 'Item'; readonly value: LibraryItem }
  | { readonly type: 'Version'; readonly value: ListedVersion }
  | { readonly type: 'HouseholdUser'; readonly value: Profile }

const maxIds = 100

export type Nodes = ReturnType<typeof createNodes>

/** What an id alone names: an item, a version or a user, as far as the caller may read it; null for everything else. */
export function createNodes({
  items,
  versions,
}: {
  readonly items: Pick<ItemAccess, 'findRef' | 'findByRef'>
  readonly versions: Pick<VersionService, 'byId'>
}) {
  async function find(user: User, id: string, ask: Ask): Promise<FoundNode | null> {
    const ref = items.findRef(user, id)
    // Only the first user's id says that it is a user.
    if (ref === null || ref.kind === 'user') {
      const profile = visibleProfiles(user).find((visible) => visible.id === id)
      return profile ? { type: 'HouseholdUser', value: profile } : null
    }
    if (ref.kind === 'version') {
      const version = await versions.byId(user, id, ask)
      return version && { type: 'Version', value: version }
    }
    const item = await items.findByRef(user, ref, ask)
    return item && { type: 'Item', value: item }
  }

  return {
    find,

    /** In the order of the ids. Throws BAD_REQUEST for more than 100. */
    async findMany(user: User, ids: readonly string[], ask: Ask): Promise<(FoundNode | null)[]> {
      if (ids.length > maxIds) {
        throw new AppError('BAD_REQUEST', `ids may hold at most ${maxIds} ids.`)
      }
      return Promise.all(ids.map((id) => find(user, id, ask)))
    },
  }
}
