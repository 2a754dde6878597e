import type { ItemIds } from '../../model/item-ids.ts'
import { isSameRef } from '../../model/item-ref.ts'
import type { ItemRef } from '../../model/item-ref.ts'
import type { LibraryItem } from '../../model/library-item.ts'
import type { User } from '../../model/household.ts'
import type { UserConfigurations } from '../users/user-configurations.ts'
import type { Collection } from './titles/collection.ts'

export type Views = ReturnType<typeof createViews>

type ViewOptions = {
  readonly userConfigurations: Pick<UserConfigurations, 'of'>
  readonly itemIds: Pick<ItemIds, 'decode'>
}

export function createViews({ userConfigurations, itemIds }: ViewOptions) {
  const refsOf = (ids: readonly string[]): readonly ItemRef[] =>
    ids.flatMap((id) => itemIds.decode(id) ?? [])

  return {
    async shown(
      user: User,
      libraries: readonly LibraryItem[],
      { hidden }: { readonly hidden: boolean },
    ): Promise<readonly LibraryItem[]> {
      const { orderedViews, myMediaExcludes } = await userConfigurations.of(user)
      const order = refsOf(orderedViews)
      const excluded = hidden ? [] : refsOf(myMediaExcludes)
      const placeOf = ({ ref }: LibraryItem): number => {
        const place = order.findIndex((other) => isSameRef(ref, other))
        return place < 0 ? order.length : place
      }
      return libraries
        .filter(({ ref }) => !excluded.some((other) => isSameRef(ref, other)))
        .toSorted((a, b) => placeOf(a) - placeOf(b))
    },

    async latest(user: User, { libraries }: Collection) {
      const { latestItemsExcludes, hidePlayedInLatest } = await userConfigurations.of(user)
      const excluded = new Set(
        refsOf(latestItemsExcludes).flatMap(({ kind, number }) =>
          kind === 'library' ? number : [],
        ),
      )
      return {
        libraries: libraries.filter(({ number }) => !excluded.has(number)),
        hidesPlayed: hidePlayedInLatest,
      }
    },
  }
}
