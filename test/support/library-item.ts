import { bare } from '../../src/library/items/bare-item.ts'
import type { ItemRef } from '../../src/model/item-ref.ts'
import type { LibraryItem } from '../../src/model/library-item.ts'
import type { Household } from '../../src/model/household.ts'

/** A reference in configuration 7: film tt1000000 unless told otherwise. */
export function itemRef(overrides: Partial<ItemRef> = {}): ItemRef {
  return {
    configuration: 7,
    kind: 'movie',
    space: 'imdb',
    number: 1_000_000,
    season: null,
    episode: null,
    version: 0,
    ...overrides,
  }
}

/** A film that little is known of, unless told otherwise. */
export function libraryItem(overrides: Partial<LibraryItem> = {}): LibraryItem {
  return {
    ...bare(itemRef(), 'movie', 'Some Film'),
    key: 'tt1000000',
    mediaType: 'movie',
    year: 2020,
    runtimeMs: 5_400_000,
    detailed: true,
    ...overrides,
  }
}

/** Configuration 7, in which one person lives. */
export function household(userData: Household['userData'] = {}): Household {
  const id = '0'.repeat(32)
  return {
    configuration: 7,
    parents: [],
    uuid: '00000000-0000-4000-8000-000000000007',
    userData,
    cacheKey: JSON.stringify(userData),
    profiles: [
      {
        id,
        name: 'Owner',
        avatar: null,
        hidden: false,
        isOwner: true,
        hasPin: false,
        hasPassword: false,
        historyOwner: id,
        private: false,
        personal: false,
        limits: null,
        times: null,
      },
    ],
  }
}
