import type { SameTitle } from '../../library/identity.ts'
import type { IdTranslator } from '../../model/id-translator.ts'
import type { ItemNames } from '../../model/item-names.ts'
import type { TitleSights } from '../../model/title-sights.ts'
import type { LiveEvents } from '../../model/live-event.ts'
import type { SourceClient } from '../../model/source-client.ts'
import type { HistoryService } from '../history/history.ts'
import { createCollections } from './collection.ts'
import { createDetailsReader } from './details.ts'
import { createItemMaker } from './items.ts'
import { createSnapshots } from './snapshots.ts'
import type { Views } from './views.ts'

export type LibraryOptions = {
  readonly client: Pick<SourceClient, 'manifest' | 'catalog' | 'meta'>
  readonly names: ItemNames
  readonly sights: TitleSights
  readonly history: HistoryService
  readonly views: Views
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
  const { history, names, sights, events, sameTitle, views } = options
  const snapshots = createSnapshots(options)
  const collections = createCollections({
    ...options,
    snapshots,
    onChange: (configuration) => events.publish({ kind: 'library', configuration }),
  })
  const details = createDetailsReader(options)
  const make = createItemMaker(names, sights, sameTitle)
  return { history, names, snapshots, collections, details, make, views }
}
