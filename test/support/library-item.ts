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
    ref: itemRef(),
    key: 'tt1000000',
    kind: 'movie',
    mediaType: 'movie',
    name: 'Some Film',
    sortName: 'some film',
    originalName: null,
    overview: null,
    tagline: null,
    year: 2020,
    endYear: null,
    premieredAt: null,
    endedAt: null,
    addedAt: null,
    contentAddedAt: null,
    runtimeMs: 5_400_000,
    rating: null,
    certification: null,
    genres: [],
    studios: [],
    tags: [],
    countries: [],
    people: [],
    trailers: [],
    images: { primary: null, backdrop: null, logo: null, thumb: null },
    aspectRatio: null,
    ids: {},
    status: null,
    collectionType: null,
    parent: null,
    series: null,
    seasonRef: null,
    seasonName: null,
    season: null,
    episode: null,
    aired: true,
    counts: { children: null, episodes: null },
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
