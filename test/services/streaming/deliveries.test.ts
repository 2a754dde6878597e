import { expect, it } from 'vitest'
import { createMemoryCache } from '../../../src/cache/memory.ts'
import { createPlaySessionIds } from '../../../src/security/item-ids.ts'
import { createDeliveries } from '../../../src/services/streaming/deliveries.ts'

const playSessionIds = createPlaySessionIds(Buffer.alloc(32, 1))
const opened = {
  household: { userData: {} },
  version: { id: 'b'.repeat(32), result: { type: 'http', requestHeaders: null } },
} as unknown as Parameters<ReturnType<typeof createDeliveries>['of']>[0]
const nobody = { playSessionId: null, device: null }

function open() {
  return createDeliveries({ cache: createMemoryCache({ maxBytes: 2 ** 20 }), playSessionIds })
}

it.each([
  ['device', { ...nobody, device: 1 }, { ...nobody, device: 2 }],
  [
    'play session',
    { ...nobody, playSessionId: playSessionIds.encode(7) },
    { ...nobody, playSessionId: playSessionIds.encode(7) },
  ],
])('How a version reaches one %s says nothing of another', async (_what, one, other) => {
  const deliveries = open()
  deliveries.note(opened, 'proxied', one)
  deliveries.note(opened, 'redirect', other)
  expect(await deliveries.of(opened, one)).toBe('proxied')
  expect(await deliveries.of(opened, other)).toBe('redirect')
})

it('What a request does not say is known from whoever opened the version last', async () => {
  const deliveries = open()
  deliveries.note(opened, 'proxied', nobody)
  expect(await deliveries.of(opened, { ...nobody, device: 1 })).toBe('proxied')
})

it('A play session that a caller made up is not remembered', async () => {
  const deliveries = open()
  deliveries.note(opened, 'proxied', { ...nobody, playSessionId: 'made up' })
  deliveries.note(opened, 'redirect', nobody)
  expect(await deliveries.of(opened, { ...nobody, playSessionId: 'made up' })).toBe('redirect')
})
