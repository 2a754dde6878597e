import type { SameTitle } from '../../library/identity.ts'
import type { IdTranslator } from '../../model/id-translator.ts'
import type { ItemNames } from '../../model/item-names.ts'
import type { TitleSights } from '../../model/title-sights.ts'
import type { LiveEvents } from '../../model/live-event.ts'
import type { SourceClient } from '../../model/source-client.ts'
import type { ItemRef } from '../../model/item-ref.ts'
import type { HistoryService } from '../history/history.ts'
import type { UserConfigurations } from '../profiles/user-configurations.ts'
import { createCollections } from './collection.ts'
import { createDetailsReader } from './details.ts'
import { createItemMaker } from './items.ts'
import { createSnapshots } from './snapshots.ts'
import { createViews } from './views.ts'

export type LibraryOptions = {
  readonly client: Pick<SourceClient, 'manifest' | 'catalog' | 'meta'>
  readonly names: ItemNames
  readonly sights: TitleSights
  readonly history: HistoryService
  readonly userConfigurations: Pick<UserConfigurations, 'of'>
  readonly itemIds: { decode(text: string): ItemRef | null }
  readonly events: LiveEvents
  readonly translators: readonly IdTranslator[]
  /** The whole title that an entry of an anime list stands for. */
  readonly sameTitle: SameTitle
  /** Of what is held where nothing bounds it. */
  readonly memoryShare?: number
}

/** What every part of the library works with. */
export type Stock = ReturnType<typeof createStock>

export function createStock(options: LibraryOptions) {
  const { history, names, sights, events, sameTitle } = options
  const snapshots = createSnapshots(options)
  const collections = createCollections({
    ...options,
    snapshots,
    onChange: (configuration) => events.publish({ kind: 'library', configuration }),
  })
  const details = createDetailsReader(options)
  const make = createItemMaker(names, sights, sameTitle)
  const views = createViews(options)
  return { history, names, snapshots, collections, details, make, views }
}
