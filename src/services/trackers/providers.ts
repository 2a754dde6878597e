import type { TrackerProvider } from '../../model/tracker.ts'

/** Trackers with an API of their own, as the configuration and the settings name them. */
export const providerNames = ['trakt', 'simkl', 'anilist', 'myanimelist'] as const
export type ProviderName = (typeof providerNames)[number]

/** As people write them. */
export const providerTitles: Readonly<Record<ProviderName, string>> = {
  trakt: 'Trakt',
  simkl: 'Simkl',
  anilist: 'AniList',
  myanimelist: 'MyAnimeList',
}

/** Null: the operator has not set it up. */
export type Providers = Readonly<Record<ProviderName, TrackerProvider | null>>
