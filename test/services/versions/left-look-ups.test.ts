import { expect, it } from 'vitest'
import { createMemoryCache } from '../../../src/cache/memory.ts'
import { AppError } from '../../../src/core/errors.ts'
import { createVersionLists } from '../../../src/services/versions/version-lists.ts'
import { household, libraryItem } from '../../support/library-item.ts'
import { watchUnhandled } from '../../support/unhandled.ts'

it('A look-up that fails after its caller has left is heard by nobody', async () => {
  const unhandled = watchUnhandled()
  const left = new AbortController()
  const cache = createMemoryCache({ maxBytes: 2 ** 20 })
  let searches = 0
  const lists = createVersionLists({
    cache: {
      ...cache,
      async get(key) {
        left.abort()
        return cache.get(key)
      },
    },
    stateCache: cache,
    search: {
      async searchWith() {
        searches += 1
        throw new AppError('SERVICE_UNAVAILABLE', 'Too many searches are running.')
      },
    },
    markOf: () => 1,
    itemIds: { encode: () => 'id' },
    deviceProfiles: { of: async () => null },
    history: {
      playedVersion: async () => null,
      deviceVersion: async () => null,
      preferredVersion: async () => ({ played: null, model: null }),
    },
    ttlMs: 1_000,
  })
  const first = lists.firstForAnyone(household(), libraryItem(), left.signal)
  await expect(first).rejects.toMatchObject({ code: 'BAD_REQUEST', message: 'The client left.' })
  expect(searches).toBe(1)
  expect(await unhandled()).toEqual([])
})
