import { LRUCache } from 'lru-cache'
import { atMost } from '../../../core/entries.ts'
import type { DetailView, ViewRow } from './month-views.ts'
import type { TitleView } from './title-views.ts'
import { VersionedCache } from './versioned-cache.ts'
import type { KeptVersions } from './versions.ts'

const mostTitleKeys = 20_000

/** Kept counts that were read before, in the form in which they are added up. */
export class KeptCache {
  readonly months: VersionedCache<readonly ViewRow[]>
  readonly details: VersionedCache<DetailView>
  readonly titles: VersionedCache<readonly TitleView[]>
  readonly streams: VersionedCache<Uint32Array>
  readonly versions: VersionedCache<KeptVersions>
  readonly titleKeys: LRUCache<number, string>

  constructor(memoryShare = 1) {
    this.months = new VersionedCache(memoryShare)
    this.details = new VersionedCache(memoryShare / 4)
    this.titles = new VersionedCache(memoryShare)
    this.streams = new VersionedCache(memoryShare / 4)
    this.versions = new VersionedCache(memoryShare / 4)
    this.titleKeys = new LRUCache(atMost(Math.ceil(mostTitleKeys * memoryShare)))
  }
}
