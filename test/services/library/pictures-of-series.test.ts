import { expect, it } from 'vitest'
import type { WatchEntry } from '../../../src/model/watch.ts'
import { entryItems } from '../../../src/services/library/lists/history-lists.ts'
import { listing, signal, startCollections, userOf } from '../../support/fake-collections.ts'
import { sourceMeta } from '../../support/source-meta.ts'

const poster = 'https://pictures.example/poster.jpg'
const own = 'https://pictures.example/own.jpg'
const titles = () => [
  sourceMeta({ id: 'tt1000001', type: 'series', poster }),
  sourceMeta({ id: 'tt1000003', type: 'series' }),
]

/** As another service's history tells of it, unless it has a picture. */
const imported = (
  titleKey: string,
  kind: 'season' | 'episode',
  seriesPrimary: string | null = null,
) =>
  ({
    kind,
    titleKey,
    itemKey: `${titleKey}:1:2`,
    season: 1,
    episode: 2,
    durationMs: null,
    item: {
      name: 'Second',
      mediaType: 'series',
      seriesName: 'Main',
      year: null,
      runtimeMs: null,
      primary: null,
      backdrop: null,
      seriesPrimary,
    },
  }) as unknown as WatchEntry

it('Parts of a series that a catalog lists have its picture, though nobody has opened it', async () => {
  const home = userOf(['here'])
  const here = { catalogs: [listing('a', { type: 'series' })], titles }
  const { deps, collections } = startCollections({ here })
  const collection = await collections.of(home, signal)
  const entries = [
    imported('tt1000001', 'episode'),
    imported('tt1000001', 'season'),
    imported('tt1000002', 'episode'),
    imported('tt1000003', 'episode', own),
  ]
  const items = await entryItems(deps, home, collection, entries)
  const pictures = items.map((item) => item?.series?.images.primary ?? null)
  expect(pictures).toEqual([poster, poster, null, own])
  expect(items.map((item) => item?.name)).toEqual(['Second', 'Second', 'Second', 'Second'])
})
