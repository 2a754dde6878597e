/** Trackers that the operator registers an application with. */
export const nativeTrackers = {
  trakt: {
    title: 'Trakt',
    site: 'trakt.tv',
    api: 'https://api.trakt.tv',
    /** Between two events: they have rate limits, and most allow one request a second. */
    spacingMs: 1_000,
  },
  simkl: {
    title: 'Simkl',
    site: 'simkl.com',
    api: 'https://api.simkl.com',
    spacingMs: 1_100,
  },
  anilist: {
    title: 'AniList',
    site: 'anilist.co',
    api: 'https://graphql.anilist.co',
    spacingMs: 2_000,
  },
  myanimelist: {
    title: 'MyAnimeList',
    site: 'myanimelist.net',
    api: 'https://api.myanimelist.net',
    spacingMs: 1_000,
  },
} as const

export type NativeTracker = keyof typeof nativeTrackers

export const nativeTrackerNames = Object.keys(nativeTrackers) as readonly NativeTracker[]

/** With which its settings begin. */
export function settingPrefixOf(name: NativeTracker): Uppercase<NativeTracker> {
  return name.toUpperCase() as Uppercase<NativeTracker>
}
