import { expect, it, vi } from 'vitest'
import { createScheduler } from '../../../src/core/scheduler.ts'
import type { ManifestCatalog, SourceManifest } from '../../../src/model/source-manifest.ts'
import type { SourceClient } from '../../../src/model/source-client.ts'
import { createCatalogPlans } from '../../../src/services/catalogs/plans.ts'
import type { Source } from '../../../src/model/source.ts'
import { manifest } from '../../support/sources.ts'

const catalogs = Array.from({ length: 100 }, (_, place): ManifestCatalog => {
  return { type: 'movie', id: `list-${place}`, name: 'A list of films', extra: [] }
})

const giant = Array.from({ length: 50_000 }, (_, place) => ({ ...catalogs[0]!, id: `${place}` }))

function open(value: SourceManifest | ((source: Source) => SourceManifest), memoryShare?: number) {
  const ask = vi.fn<SourceClient['manifest']>(async (source) => ({
    value: typeof value === 'function' ? value(source) : value,
    fromCache: null,
  }))
  const plans = createCatalogPlans({
    client: { manifest: ask },
    scheduler: createScheduler(),
    ...(memoryShare !== undefined && { memoryShare }),
  })
  const planOf = (configuration: number, host = 'films') =>
    plans.whole({
      configuration,
      cacheKey: 'a',
      sourceIds: {},
      userData: { sources: [{ type: 'stremio', url: `https://${host}.example/manifest.json` }] },
    })
  return { ask, planOf }
}

it('plans of large manifests make room for each other, the least used first', async () => {
  const large = manifest({ description: 'x'.repeat(900_000) })
  const { ask, planOf } = open(large, 1 / 2)
  for (let household = 0; household < 20; household++) await planOf(household)
  expect(ask).toHaveBeenCalledTimes(20)
  await planOf(19)
  expect(ask).toHaveBeenCalledTimes(20)
  await planOf(0)
  expect(ask).toHaveBeenCalledTimes(21)
})

it('plans of many catalogs count as large', async () => {
  const { ask, planOf } = open(manifest({ catalogs }), 1 / 32)
  for (let household = 0; household < 20; household++) await planOf(household)
  await planOf(0)
  expect(ask).toHaveBeenCalledTimes(21)
})

it('the plan of one household pushes out no more than its share', async () => {
  const { planOf, ask } = open(({ url }) =>
    manifest({ catalogs: url.includes('giant') ? giant : catalogs.slice(0, 10) }),
  )
  for (let household = 0; household < 100; household++) await planOf(household)
  await planOf(100, 'giant')
  for (let household = 0; household < 100; household++) await planOf(household)
  expect(ask).toHaveBeenCalledTimes(101)
})

it('plans of usual manifests are kept for a thousand households', async () => {
  const { ask, planOf } = open(manifest({ catalogs: catalogs.slice(0, 10) }))
  for (let household = 0; household < 1_000; household++) await planOf(household)
  await planOf(0)
  expect(ask).toHaveBeenCalledTimes(1_000)
})
