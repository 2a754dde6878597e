import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { createScheduler } from '../../../src/core/scheduler.ts'
import { createCatalogPlans } from '../../../src/services/catalogs/plans.ts'
import { heapBytes } from '../../support/heap-bytes.ts'
import { manifest } from '../../support/sources.ts'

it('Plans of catalogs keep no more of a configuration than they need', async () => {
  const value = manifest({})
  const plans = createCatalogPlans({
    client: { manifest: async () => ({ value, fromCache: null }) },
    scheduler: createScheduler(),
  })
  const before = heapBytes()
  for (let configuration = 0; configuration < 200; configuration++) {
    const avatar = `data:image/png;base64,${randomBytes(75_000).toString('base64')}`
    await plans.whole({
      configuration,
      cacheKey: 'a',
      sourceIds: {},
      userData: {
        sources: [{ type: 'stremio', url: 'https://films.example/manifest.json' }],
        mediaServer: { owner: { name: 'Olga', avatar } },
      },
    })
  }
  expect(heapBytes() - before).toBeLessThan(5_000_000)
})
