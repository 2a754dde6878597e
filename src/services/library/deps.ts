import type { ChangeableCache } from '../../cache/cache.ts'
import type { SameTitle } from '../../library/identity.ts'
import type { IdTranslator } from '../../model/id-translator.ts'
import type { ItemNames } from '../../model/item-names.ts'
import type { LiveEvents } from '../../model/live-event.ts'
import type { Household, User } from '../../model/household.ts'
import type { PlayStore } from '../../model/play-store.ts'
import type { SourceClient } from '../../model/source-client.ts'
import type { TitleSights } from '../../model/title-sights.ts'
import type { HistoryService } from '../history/service.ts'
import type { Collection } from './titles/collection.ts'
import { createCollections } from './titles/collections.ts'
import { createDetailsReader } from './titles/details.ts'
import type { Fillers } from './titles/fillers.ts'
import { createItemMaker } from './titles/item-maker.ts'
import { createMissingFacts } from './titles/missing-facts.ts'
import { createSetTitles } from './titles/set-titles.ts'
import { createSnapshots } from './titles/snapshots.ts'
import { createFactsKeeper } from './titles/title-facts.ts'
import type { Views } from './views.ts'

export type Ask = { readonly signal: AbortSignal }

/** Titles that no source lists any more come from the history of `profile`. */
export type ItemReader = Household & Pick<User, 'profile'>

export type LibraryOptions = {
  readonly client: Pick<SourceClient, 'manifest' | 'catalog' | 'meta'>
  readonly names: ItemNames
  readonly sights: TitleSights
  readonly history: HistoryService
  readonly views: Views
  readonly events: LiveEvents
  readonly translators: readonly IdTranslator[]
  readonly sameTitle: SameTitle
  readonly plays: Pick<PlayStore, 'learn'>
  readonly fillers: Fillers | null
  readonly memoryShare?: number
  readonly stored?: Pick<ChangeableCache, 'get' | 'set' | 'change'>
}

export type LibraryDeps = ReturnType<typeof createLibraryDeps>

export function createLibraryDeps(options: LibraryOptions) {
  const { history, names, sights, sameTitle, views } = options
  const snapshots = createSnapshots(options)
  const collections = createCollections({ ...options, snapshots })
  const reader = createDetailsReader(options)
  const details = { ...reader, ...createSetTitles(options.stored ?? null, reader) }
  const make = createItemMaker(names, sights, sameTitle)
  const keepFacts = createFactsKeeper(options.plays, options.events)
  const missingFacts = createMissingFacts(options, options.plays)
  return {
    history,
    names,
    snapshots,
    collections,
    details,
    make,
    views,
    keepFacts,
    missingFacts,
    isLimited: false,
  }
}

export type ListRequest = {
  readonly deps: LibraryDeps
  readonly user: User
  readonly collection: Collection
  readonly ask: Ask
}

export async function listRequest(deps: LibraryDeps, user: User, ask: Ask): Promise<ListRequest> {
  return { deps, user, collection: await deps.collections.of(user, ask.signal), ask }
}
