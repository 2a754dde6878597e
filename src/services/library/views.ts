import type { ItemRef } from '../../model/item-ref.ts'
import type { Member } from '../../model/member.ts'
import type { UserConfigurations } from '../profiles/user-configurations.ts'
import type { Collection, Shelf } from './collection.ts'

export type ViewOptions = {
  readonly userConfigurations: Pick<UserConfigurations, 'of'>
  readonly itemIds: { decode(text: string): ItemRef | null }
}

/** The libraries as each user has arranged them. */
export function createViews({ userConfigurations, itemIds }: ViewOptions) {
  const numbersOf = (ids: readonly string[]): readonly number[] =>
    ids.flatMap((id) => {
      const ref = itemIds.decode(id)
      return ref?.kind === 'library' ? ref.number : []
    })

  return {
    /** In the user's order, those without a place in it last; `hidden`: also those that the user does not want to see. */
    async shown(
      member: Member,
      { shelves }: Collection,
      { hidden }: { readonly hidden: boolean },
    ): Promise<readonly Shelf[]> {
      const { orderedViews, myMediaExcludes } = await userConfigurations.of(member)
      const order = numbersOf(orderedViews)
      const excluded = new Set(hidden ? [] : numbersOf(myMediaExcludes))
      const placeOf = ({ number }: Shelf): number => {
        const place = order.indexOf(number)
        return place < 0 ? order.length : place
      }
      return shelves
        .filter(({ number }) => !excluded.has(number))
        .toSorted((a, b) => placeOf(a) - placeOf(b))
    },

    /** Those whose titles may be among the latest of all libraries, and whether played titles may. */
    async latest(member: Member, { shelves }: Collection) {
      const { latestItemsExcludes, hidePlayedInLatest } = await userConfigurations.of(member)
      const excluded = new Set(numbersOf(latestItemsExcludes))
      return {
        shelves: shelves.filter(({ number }) => !excluded.has(number)),
        hidesPlayed: hidePlayedInLatest,
      }
    },
  }
}
