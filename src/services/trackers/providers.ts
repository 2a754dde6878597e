import type { TrackerProvider } from '../../model/tracker.ts'

export const providerNames = ['trakt', 'simkl', 'anilist', 'myanimelist'] as const
export type ProviderName = (typeof providerNames)[number]

export const providerTitles: Readonly<Record<ProviderName, string>> = {
  trakt: 'Trakt',
  simkl: 'Simkl',
  anilist: 'AniList',
  myanimelist: 'MyAnimeList',
}

/** Null if the operator has not set it up. */
export type Providers = Readonly<Record<ProviderName, TrackerProvider | null>>
